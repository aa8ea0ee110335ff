# SbxTest - boxed tests as CTest entries, one an entry, discovered when ctest starts.
#
#   include(SbxTest)              # after find_package(sbx), or inside this project
#   sbx_discover_tests(NAME cases DIR ${CMAKE_SOURCE_DIR}/cases PREBUILT ${CMAKE_BINARY_DIR}/bin
#                      LABELS sandbox)
#   sbx_add_reproducers(${CMAKE_SOURCE_DIR}/cases/found)
#
# sbx_discover_tests(
#   NAME name          prefix of the entries: name/ID; default: the TARGET
#   DIR dir            folder of the tests; ids are relative to it
#   [PATHS path...]    only what is below these; default DIR
#   [PREBUILT dir]     programs that are built already; without it tests are compiled in the box
#   [TARGET target]    the same, in the folder where this target's program is built
#   [LABELS label...]  labels of every entry, besides the test's own tags and the first folder of
#                      its id
#   [ARGS arg...]      more arguments of sbx-test
# )
#
# Nothing happens at build time: a test that is added is there the next time ctest runs. A misspelt
# directive or an empty folder is a failing entry named name/discovery, never a missing test. A test
# that is skipped on this host is "Skipped" in CTest.
#
# SBX_TEST_PROGRAM names the sbx-test to use; by default the target of this build, else the one that
# was installed with this file, else what PATH holds.

set(SBX_TEST_MODULE_FOLDER ${CMAKE_CURRENT_LIST_DIR})

function(_sbx_test_program result)
  if(SBX_TEST_PROGRAM)
    set(${result} ${SBX_TEST_PROGRAM} PARENT_SCOPE)
  elseif(TARGET sbx-test)
    set(${result} $<TARGET_FILE:sbx-test> PARENT_SCOPE)
  elseif(TARGET sbx::sbx-test)
    set(${result} $<TARGET_FILE:sbx::sbx-test> PARENT_SCOPE)
  else()
    # lib/cmake/sbx or lib/TRIPLET/cmake/sbx
    find_program(SBX_TEST_FOUND sbx-test HINTS ${SBX_TEST_MODULE_FOLDER}/../../../bin
                                               ${SBX_TEST_MODULE_FOLDER}/../../../../bin)
    if(NOT SBX_TEST_FOUND)
      message(FATAL_ERROR "sbx_discover_tests: no sbx-test found; set SBX_TEST_PROGRAM")
    endif()
    set(${result} ${SBX_TEST_FOUND} PARENT_SCOPE)
  endif()
endfunction()

# A CMake list as arguments that survive being written into a script.
function(_sbx_quoted result)
  set(text "")
  foreach(word IN LISTS ARGN)
    string(APPEND text " [==[${word}]==]")
  endforeach()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

function(sbx_discover_tests)
  cmake_parse_arguments(SBX "" "NAME;DIR;PREBUILT;TARGET" "PATHS;LABELS;ARGS" ${ARGN})
  if(SBX_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sbx_discover_tests: unknown argument ${SBX_UNPARSED_ARGUMENTS}")
  endif()
  if(SBX_TARGET AND NOT SBX_NAME)
    set(SBX_NAME ${SBX_TARGET})
  endif()
  if(NOT SBX_NAME OR NOT SBX_DIR)
    message(FATAL_ERROR "sbx_discover_tests: DIR, and NAME or TARGET are required")
  endif()
  if(SBX_TARGET AND SBX_PREBUILT)
    message(FATAL_ERROR "sbx_discover_tests: TARGET and PREBUILT exclude one another")
  endif()
  get_filename_component(dir "${SBX_DIR}" ABSOLUTE)
  if(NOT SBX_PATHS)
    set(SBX_PATHS ${dir})
  endif()
  set(paths "")
  foreach(path IN LISTS SBX_PATHS)
    get_filename_component(path "${path}" ABSOLUTE)
    list(APPEND paths "${path}")
  endforeach()
  set(arguments --base "${dir}" ${SBX_ARGS})
  if(SBX_PREBUILT)
    get_filename_component(prebuilt "${SBX_PREBUILT}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
    list(APPEND arguments --prebuilt "${prebuilt}")
  elseif(SBX_TARGET)
    list(APPEND arguments --prebuilt $<TARGET_FILE_DIR:${SBX_TARGET}>)
  endif()
  _sbx_test_program(program)
  _sbx_quoted(command ${program} ${arguments} ${paths})
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${SBX_NAME}_sbx)
  file(GENERATE OUTPUT ${script}.cmake CONTENT "\
set(SBX_NAME [==[${SBX_NAME}]==])
set(SBX_LABELS [==[${SBX_LABELS}]==])
set(SBX_LISTING [==[${script}_listing.cmake]==])
set(SBX_COMMAND${command})
include([==[${SBX_TEST_MODULE_FOLDER}/SbxTestRun.cmake]==])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script}.cmake)
endfunction()

# Reproducers of crashes that were found: the same, labelled repro.
function(sbx_add_reproducers dir)
  get_filename_component(name "${dir}" NAME)
  sbx_discover_tests(NAME ${name} DIR ${dir} LABELS sandbox repro ${ARGN})
endfunction()
