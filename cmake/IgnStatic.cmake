# Small libraries become part of what we link where they are installed as archives, as Debian's packages
# have them: each shared library costs a program 0.1 ms at its start, more than it does in a short
# search. Debian's archive of libbz2 can be part of programs alone, not of a shared library: see
# src/io/CMakeLists.txt.

# ign_find_static(PACKAGE ARGUMENTS...): find_package, for the archives first.
macro(ign_find_static package)
    set(${package}_USE_STATIC_LIBS ON)
    find_package(${package} QUIET ${ARGN})
    if(NOT ${package}_FOUND)
        set(${package}_USE_STATIC_LIBS OFF)
        find_package(${package} REQUIRED ${ARGN})
    endif()
endmacro()
