# What `cmake --install` puts under the prefix: the program, the libraries with their headers, the CMake
# package `ign` and ign.pc for pkg-config.

include(CMakePackageConfigHelpers)

get_property(ign_modules GLOBAL PROPERTY IGN_MODULES)
add_library(ign_all INTERFACE)
set_target_properties(ign_all PROPERTIES EXPORT_NAME ign)
foreach(module ${ign_modules})
    set_target_properties(ign_${module} PROPERTIES EXPORT_NAME ${module})
    target_link_libraries(ign_all INTERFACE ign_${module})
    list(APPEND ign_module_targets ign_${module})
endforeach()

install(TARGETS ign)
install(TARGETS ign_flags ign_all ign_c ${ign_module_targets} EXPORT ign-targets)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set(ign_package ${CMAKE_INSTALL_LIBDIR}/cmake/ign)
install(EXPORT ign-targets NAMESPACE ign:: DESTINATION ${ign_package})

# The package asks for the very Arrow it was built with: its C++ interface differs from version to
# version.
set(ign_installed_arrow ${IGN_ARROW_LIBRARY_NAME})
if(ign_pyarrow_folder)
    get_target_property(ign_arrow_path Arrow::arrow_shared IMPORTED_LOCATION)
    get_filename_component(ign_installed_arrow ${ign_arrow_path} NAME)
endif()
configure_package_config_file(cmake/ign-config.cmake.in ${CMAKE_BINARY_DIR}/ign-config.cmake
                              INSTALL_DESTINATION ${ign_package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ign-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
configure_file(cmake/ign.pc.in ${CMAKE_BINARY_DIR}/ign.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/ign-config.cmake ${CMAKE_BINARY_DIR}/ign-config-version.cmake
              cmake/IgnArrow.cmake cmake/IgnZstd.cmake
        DESTINATION ${ign_package})
install(FILES ${CMAKE_BINARY_DIR}/ign.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
