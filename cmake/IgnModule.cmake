# One way to declare a module, a test program and the flags that all of them share.

add_library(ign_flags INTERFACE)
target_compile_options(ign_flags INTERFACE
    $<BUILD_INTERFACE:-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
    # g++ 12 sees overlaps where a std::string is added to a literal (its bug 105651).
    # Its remark on a change of 2010 in how aligned values are passed says nothing to us.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>>)
target_include_directories(ign_flags INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
                                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(ign_flags INTERFACE cxx_std_20)
set_target_properties(ign_flags PROPERTIES EXPORT_NAME flags)
if(IGN_SANITIZE)
    target_compile_options(ign_flags INTERFACE -fsanitize=${IGN_SANITIZE} -fno-omit-frame-pointer
                                               -fno-sanitize-recover=all)
    target_link_options(ign_flags INTERFACE -fsanitize=${IGN_SANITIZE})
endif()
if(IGN_FUZZ)
    target_compile_options(ign_flags INTERFACE -fsanitize=fuzzer-no-link)
    target_link_options(ign_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# ign_module(NAME SOURCES a.cpp ... DEPENDS other_module library ...)
# The static library ign_NAME. A module names the modules it may use; nothing else is visible to it
# but through them, and tests/architecture reads the includes to prove it.
function(ign_module name)
    cmake_parse_arguments(MODULE "" "" "SOURCES;DEPENDS" ${ARGN})
    add_library(ign_${name} STATIC ${MODULE_SOURCES})
    target_link_libraries(ign_${name} PUBLIC ign_flags ${MODULE_DEPENDS})
    set_property(GLOBAL APPEND PROPERTY IGN_MODULES ${name})
endfunction()

# ign_test(NAME SOURCES a.cpp ... DEPENDS module ...): one Catch2 program, one ctest entry.
function(ign_test name)
    cmake_parse_arguments(TEST "" "" "SOURCES;DEPENDS" ${ARGN})
    add_executable(${name} ${TEST_SOURCES})
    target_link_libraries(${name} PRIVATE ${TEST_DEPENDS} ign_catch_main)
    target_compile_definitions(${name} PRIVATE IGN_SHARED_DIR="${CMAKE_SOURCE_DIR}/../shared"
                                               IGN_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    add_test(NAME ${name} COMMAND ${name})
endfunction()

# ign_fuzz_target(NAME SOURCES a.cpp ... DEPENDS module ...): the program NAME with libFuzzer's main
# where IGN_FUZZ is set; elsewhere with one that replays its seeds, as a test.
if(IGN_BUILD_TESTS)
    add_custom_target(fuzz_targets)
endif()
function(ign_fuzz_target name)
    cmake_parse_arguments(FUZZ "" "" "SOURCES;DEPENDS" ${ARGN})
    add_executable(${name} ${FUZZ_SOURCES})
    target_link_libraries(${name} PRIVATE ${FUZZ_DEPENDS})
    add_dependencies(fuzz_targets ${name})
    if(IGN_FUZZ)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    else()
        target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/fuzz/replay_main.cpp)
        add_test(NAME ${name} COMMAND ${name} ${CMAKE_SOURCE_DIR}/tests/fuzz/seeds/${name})
    endif()
endfunction()
