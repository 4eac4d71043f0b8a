# libzstd as zstd::libzstd, which is what its own CMake package calls it; Debian ships none.

if(NOT TARGET zstd::libzstd)
    find_library(ZSTD_LIBRARY NAMES libzstd.a zstd REQUIRED)
    mark_as_advanced(ZSTD_LIBRARY)
    add_library(zstd::libzstd UNKNOWN IMPORTED)
    set_target_properties(zstd::libzstd PROPERTIES IMPORTED_LOCATION ${ZSTD_LIBRARY})
endif()
