# The library as others see it, here and installed: all layers in one archive, the public headers, a
# CMake package (find_package(sbx) gives sbx::sbx) and a file for pkg-config.
set(layers)
foreach(layer report sys policy plan child supervisor protocol client room)
  list(APPEND layers $<TARGET_OBJECTS:sbx_${layer}>)
endforeach()
add_library(libsbx STATIC ${layers})
add_library(sbx::sbx ALIAS libsbx)
set_target_properties(libsbx PROPERTIES OUTPUT_NAME sbx EXPORT_NAME sbx LINKER_LANGUAGE CXX)
target_compile_features(libsbx INTERFACE cxx_std_20)
target_include_directories(libsbx INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
find_package(Threads REQUIRED)
target_link_libraries(libsbx INTERFACE Threads::Threads)
add_dependencies(libsbx sbx-helper)

include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/sbx)
set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sbxConfig.cmake.in
                              ${CMAKE_CURRENT_BINARY_DIR}/sbxConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/sbxConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
# Relative to the file's own place, so that an installed tree can be moved.
file(RELATIVE_PATH prefix /${pkgconfig} /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/sbx.pc.in ${CMAKE_CURRENT_BINARY_DIR}/sbx.pc @ONLY)

install(TARGETS libsbx EXPORT sbx ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT libsbx-dev)
install(DIRECTORY include/sbx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libsbx-dev)
install(EXPORT sbx NAMESPACE sbx:: FILE sbxTargets.cmake DESTINATION ${package}
        COMPONENT libsbx-dev)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/sbxConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/sbxConfigVersion.cmake
        DESTINATION ${package} COMPONENT libsbx-dev)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/sbx.pc DESTINATION ${pkgconfig} COMPONENT libsbx-dev)
