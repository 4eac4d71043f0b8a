# Apache Arrow and Parquet C++ as Arrow::arrow_shared and Parquet::parquet_shared: an installed package
# where there is one, else the pyarrow wheel, which ships the headers and the shared libraries but no
# CMake files. The wheel is looked for in IGN_PYARROW (a folder that holds libarrow.so.*), in
# IGN_PYARROW_HINTS, and where `python3` imports it from. Used by the build and by the installed
# package, which sets IGN_ARROW_LIBRARY_NAME to the version it was built with.

find_package(Arrow QUIET)
find_package(Parquet QUIET)
if(NOT (Arrow_FOUND AND Parquet_FOUND) AND NOT TARGET Arrow::arrow_shared)
    set(IGN_PYARROW "" CACHE PATH "The folder of the pyarrow wheel, if Arrow is not installed")
    find_program(IGN_PYTHON python3)
    mark_as_advanced(IGN_PYTHON)
    if(IGN_PYTHON)
        execute_process(COMMAND ${IGN_PYTHON} -c "import pyarrow; print(pyarrow.__path__[0])"
                        OUTPUT_VARIABLE ign_pyarrow_of_python OUTPUT_STRIP_TRAILING_WHITESPACE
                        ERROR_QUIET)
    endif()
    set(ign_pyarrow_folder)
    foreach(folder ${IGN_PYARROW} ${IGN_PYARROW_HINTS} ${ign_pyarrow_of_python})
        file(GLOB ign_arrow_library ${folder}/${IGN_ARROW_LIBRARY_NAME})
        if(ign_arrow_library AND NOT ign_pyarrow_folder)
            set(ign_pyarrow_folder ${folder})
        endif()
    endforeach()
    if(NOT ign_pyarrow_folder)
        message(FATAL_ERROR "Arrow/Parquet C++ (${IGN_ARROW_LIBRARY_NAME}) not found: install it, "
                            "or run ./dev setup, which puts the pinned pyarrow wheel into .venv, "
                            "or name the folder of a pyarrow wheel with -DIGN_PYARROW=...")
    endif()
    foreach(lib Arrow Parquet)
        string(TOLOWER ${lib} name)
        string(REPLACE arrow ${name} pattern ${IGN_ARROW_LIBRARY_NAME})
        file(GLOB path ${ign_pyarrow_folder}/${pattern})
        add_library(${lib}::${name}_shared SHARED IMPORTED)
        # The linker needs the neighbours of libparquet.so, libarrow_s3.so among them.
        set_target_properties(${lib}::${name}_shared PROPERTIES
            IMPORTED_LOCATION ${path}
            INTERFACE_INCLUDE_DIRECTORIES ${ign_pyarrow_folder}/include
            INTERFACE_LINK_OPTIONS LINKER:-rpath-link,${ign_pyarrow_folder})
    endforeach()
endif()
