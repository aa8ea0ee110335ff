# The CTest module from outside: a project of its own is configured once, then ctest is asked again
# and again while its tests change. In: SBX_TEST_PROGRAM, MODULES, PREBUILT. In a folder of its own, since
# the build's may be another user's.
execute_process(COMMAND mktemp -d OUTPUT_VARIABLE WORK OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)

function(expect_output pattern)
  execute_process(COMMAND ${CMAKE_CTEST_COMMAND} ${ARGN} WORKING_DIRECTORY ${WORK}/build
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "ctest ${ARGN}: no '${pattern}' in\n${output}")
  endif()
endfunction()

function(write_test name exit more)
  file(WRITE "${WORK}/t/${name}.expect" "sbx-expect: 1\nexec: runner_victim\n${more}args: [exit, '3']\nexpect: {exit: ${exit}}\n")
endfunction()

get_filename_component(bin ${CMAKE_COMMAND} DIRECTORY)
find_program(CMAKE_CTEST_COMMAND ctest HINTS ${bin} REQUIRED)
file(WRITE ${WORK}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.22)
project(outside NONE)
enable_testing()
set(SBX_TEST_PROGRAM [==[${SBX_TEST_PROGRAM}]==])
include([==[${MODULES}/SbxTest.cmake]==])
sbx_discover_tests(NAME suite DIR t PREBUILT [==[${PREBUILT}]==] LABELS sandbox \"two words\")
")
write_test(good 3 "tags: [quick]\n")
write_test("sub/with blank; and semicolon" 3 "serial: true\n")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK} -B ${WORK}/build RESULT_VARIABLE result
                OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "configure failed:\n${output}")
endif()

expect_output("100% tests passed, 0 tests failed out of 2" -L sandbox)
expect_output("tests failed out of 1[^0-9]" -L quick)
expect_output("tests failed out of 1[^0-9]" -L "^sub$")
expect_output("tests failed out of 2[^0-9]" -L "two words")
write_test(bad 4 "")
expect_output("suite/bad \\(Failed\\)" -L sandbox)
write_test(bad 3 "needs: ['kernel>=999.0']\n")
expect_output("suite/bad \\(Skipped\\)" -L sandbox)
write_test(bad 3 "nedes: [x]\n")
expect_output("error.E01.*did you mean" -L sandbox --output-on-failure)
file(REMOVE_RECURSE ${WORK}/t)
file(MAKE_DIRECTORY ${WORK}/t)
expect_output("suite/discovery \\(Failed\\)" -L sandbox)
file(REMOVE_RECURSE ${WORK})
