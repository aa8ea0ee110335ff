# The program `sbx`, and what it shares with sbx-test: box options, toolchains, projects.
# The strict YAML reader is compiled in: `sbx` is linked statically and needs nothing else of expect/.
find_path(SBX_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
find_library(SBX_YAML_STATIC libyaml-cpp.a REQUIRED)

set(runner ${CMAKE_CURRENT_LIST_DIR})
add_library(sbx_box STATIC
  ${runner}/box_flags.cc ${runner}/caps_yaml.cc ${runner}/manual.cc ${runner}/project.cc
  ${runner}/run_request.cc ${runner}/sbx_manual.cc ${runner}/toolchains.cc ${runner}/trace_list.cc ${runner}/trace_options.cc)
target_include_directories(sbx_box PUBLIC ${runner} ${PROJECT_SOURCE_DIR}
                                          ${PROJECT_SOURCE_DIR}/engine/include)
target_link_libraries(sbx_box PUBLIC sbx_report)

add_executable(sbx ${runner}/sbx.cc ${runner}/sbx_cli.cc ${runner}/program_io.cc ${runner}/report_json.cc ${runner}/trace_cli.cc
  ${PROJECT_SOURCE_DIR}/expect/strict_yaml.cc ${PROJECT_SOURCE_DIR}/expect/yaml_reader.cc
  ${PROJECT_SOURCE_DIR}/expect/diagnostic.cc
  ${PROJECT_SOURCE_DIR}/expect/text.cc)
target_include_directories(sbx SYSTEM PRIVATE ${SBX_JSON_INCLUDE})
target_compile_definitions(sbx PRIVATE SBX_VERSION="${PROJECT_VERSION}")
target_link_libraries(sbx PRIVATE sbx_box sbx_supervisor ${SBX_YAML_STATIC})
sbx_static_program(sbx)
sbx_early_init(sbx)
install(TARGETS sbx RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# The man page and completions of a program, from the tables that parse its flags. (A sanitized
# program may not start where addresses are random.)
function(sbx_install_manual program)
  if(SBX_SANITIZE)
    return()
  endif()
  set(to ${CMAKE_BINARY_DIR}/manual)
  add_custom_command(
    OUTPUT ${to}/${program}.1 ${to}/${program}.bash ${to}/_${program} ${to}/${program}.fish
    COMMAND ${CMAKE_COMMAND} -E make_directory ${to}
    COMMAND ${program} --generate man > ${to}/${program}.1
    COMMAND ${program} --generate bash > ${to}/${program}.bash
    COMMAND ${program} --generate zsh > ${to}/_${program}
    COMMAND ${program} --generate fish > ${to}/${program}.fish
    DEPENDS ${program}
    COMMENT "man page and completions of ${program}"
    VERBATIM)
  add_custom_target(${program}-manual ALL DEPENDS ${to}/${program}.1)
  install(FILES ${to}/${program}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${to}/${program}.bash RENAME ${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${to}/_${program} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${to}/${program}.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()
sbx_install_manual(sbx)

# For ci/proofs/trace: the same program over a table that lacks a row.
if(SBX_TESTS AND NOT SBX_SANITIZE)
  set(table ${PROJECT_SOURCE_DIR}/engine/policy/syscalls.inc)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(READ ${table} rows)
  string(REGEX REPLACE "ROW\\(getdents64,[^\n]*\n" "" fewer "${rows}")
  if(rows STREQUAL fewer)
    message(FATAL_ERROR "${table} has no row for getdents64")
  endif()
  set(lacking ${CMAKE_CURRENT_BINARY_DIR}/lacking)
  file(CONFIGURE OUTPUT ${lacking}/policy/syscalls.inc CONTENT "${fewer}" @ONLY)
  # A library's member is taken where nothing else has its names: rows.cc here is instead of it.
  add_executable(sbx_lacking $<TARGET_OBJECTS:sbx> ${PROJECT_SOURCE_DIR}/engine/policy/rows.cc)
  target_include_directories(sbx_lacking BEFORE PRIVATE ${lacking})
  target_link_libraries(sbx_lacking PRIVATE sbx_box sbx_supervisor ${SBX_YAML_STATIC})
  sbx_static_program(sbx_lacking)
endif()
