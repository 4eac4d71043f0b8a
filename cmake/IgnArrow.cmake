# Apache Arrow and Parquet C++: an installed package where there is one, else the pinned pyarrow
# wheel, which ships the headers and the shared libraries but no CMake files.

find_package(Arrow QUIET)
find_package(Parquet QUIET)
if(NOT (Arrow_FOUND AND Parquet_FOUND))
    file(GLOB IGN_PYARROW ${CMAKE_SOURCE_DIR}/.venv/lib/python3*/site-packages/pyarrow)
    if(NOT IGN_PYARROW)
        message(FATAL_ERROR "Arrow/Parquet C++ not found: install it, or run ./dev setup, "
                            "which puts the pinned pyarrow wheel into .venv")
    endif()
    foreach(lib arrow parquet)
        file(GLOB path ${IGN_PYARROW}/lib${lib}.so.*)
        add_library(ign_${lib}_imported SHARED IMPORTED)
        set_target_properties(ign_${lib}_imported PROPERTIES
            IMPORTED_LOCATION ${path}
            INTERFACE_INCLUDE_DIRECTORIES ${IGN_PYARROW}/include)
    endforeach()
    add_library(Arrow::arrow_shared ALIAS ign_arrow_imported)
    add_library(Parquet::parquet_shared ALIAS ign_parquet_imported)
    # libparquet.so needs its neighbours (libarrow_s3.so among them) at run time.
    set(CMAKE_BUILD_RPATH ${IGN_PYARROW})
    set(CMAKE_INSTALL_RPATH ${IGN_PYARROW})
    link_libraries(-Wl,-rpath-link,${IGN_PYARROW})
endif()
