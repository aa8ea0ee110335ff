# The program `sbx`, and what it shares with sbx-test: box options, toolchains, projects.
# The strict YAML reader is compiled in: `sbx` is linked statically and needs nothing else of expect/.
find_path(SBX_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
find_library(SBX_YAML_STATIC libyaml-cpp.a REQUIRED)

set(runner ${CMAKE_CURRENT_LIST_DIR})
add_library(sbx_box STATIC
  ${runner}/box_flags.cc ${runner}/caps_yaml.cc ${runner}/project.cc ${runner}/run_request.cc
  ${runner}/toolchains.cc)
target_include_directories(sbx_box PUBLIC ${runner} ${PROJECT_SOURCE_DIR}
                                          ${PROJECT_SOURCE_DIR}/engine/include)
target_link_libraries(sbx_box PUBLIC sbx_report)

add_executable(sbx ${runner}/sbx.cc ${runner}/sbx_cli.cc ${runner}/report_json.cc
  ${PROJECT_SOURCE_DIR}/expect/strict_yaml.cc ${PROJECT_SOURCE_DIR}/expect/yaml_reader.cc
  ${PROJECT_SOURCE_DIR}/expect/diagnostic.cc
  ${PROJECT_SOURCE_DIR}/expect/text.cc)
target_include_directories(sbx SYSTEM PRIVATE ${SBX_JSON_INCLUDE})
target_compile_definitions(sbx PRIVATE SBX_VERSION="${PROJECT_VERSION}")
target_link_libraries(sbx PRIVATE sbx_box sbx_supervisor ${SBX_YAML_STATIC})
sbx_static_program(sbx)
install(TARGETS sbx RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
