# A host that is not Linux: the project configures and builds there, as far as it goes, and its programs
# refuse with the command to run instead. In: SOURCE, C, CXX.
execute_process(COMMAND mktemp -d OUTPUT_VARIABLE WORK OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
# Without the macros by which a compiler says Linux.
set(plain "-U__linux__ -U__linux -Ulinux -U__gnu_linux__")
foreach(step "-S;${SOURCE};-B;${WORK}/b;-DSBX_ELSEWHERE=ON;-DCMAKE_C_COMPILER=${C};-DCMAKE_CXX_COMPILER=${CXX};-DCMAKE_CXX_FLAGS=${plain}"
        "--build;${WORK}/b")
  execute_process(COMMAND ${CMAKE_COMMAND} ${step} OUTPUT_VARIABLE output ERROR_VARIABLE output
                  RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${step}: ${result}\n${output}")
  endif()
endforeach()

# PROGRAM, its exit code, the words, as the shell that the answer names must get them.
function(refuses program code words)
  execute_process(COMMAND ${WORK}/b/bin/${program} ${ARGN} WORKING_DIRECTORY ${WORK}
                  OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE result)
  string(CONCAT wanted "${program}: this host is not Linux: a box needs Linux 6.7 or later. In a VM that has it:\n"
                       "  ssh LINUX-VM 'cd ${WORK} && ${program} ${words}'\n")
  if(NOT result EQUAL ${code} OR NOT out STREQUAL "" OR NOT err STREQUAL wanted)
    message(FATAL_ERROR "${program} ${ARGN}: exit ${result}, want ${code}\n${out}${err}want\n${wanted}")
  endif()
endfunction()
refuses(sbx 126 "run --time 1 hello.c" run --time 1 hello.c)
refuses(sbx 126 "exec ./a.out '\\''a b'\\''" exec ./a.out "a b")
refuses(sbx 126 "check" check)
refuses(sbx-test 4 "cases/" cases/)
file(REMOVE_RECURSE ${WORK})
