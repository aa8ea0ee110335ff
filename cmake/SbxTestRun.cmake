# Included by ctest itself, from the scripts that sbx_discover_tests writes: asks sbx-test what there
# is and makes an entry of each answer. In: SBX_NAME, SBX_LABELS, SBX_LISTING, SBX_COMMAND.

# sbx-test --list=ctest prints calls of this.
function(sbx_listed_test id tags serial)
  set(name "${SBX_NAME}/${id}")
  set(labels ${SBX_LABELS} ${tags})
  if(id MATCHES "^([^/]+)/")
    list(APPEND labels "${CMAKE_MATCH_1}")
  endif()
  list(REMOVE_DUPLICATES labels)
  # Word by word: a semicolon in an id or a path must not part it in two.
  set(command "")
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE 3 ${last})
    string(APPEND command " [==[${ARGV${i}}]==]")
  endforeach()
  cmake_language(EVAL CODE "add_test([==[${name}]==] ${command})")
  set_tests_properties("${name}" PROPERTIES
    LABELS "${labels}"
    RUN_SERIAL ${serial}
    SKIP_RETURN_CODE 3)
endfunction()

execute_process(COMMAND ${SBX_COMMAND} --list=ctest
                OUTPUT_FILE ${SBX_LISTING} ERROR_QUIET RESULT_VARIABLE SBX_RESULT)
if(SBX_RESULT EQUAL 0)
  include(${SBX_LISTING})
else()
  # The same command, as a test: it fails and shows why.
  add_test("${SBX_NAME}/discovery" ${SBX_COMMAND} --list)
  set_tests_properties("${SBX_NAME}/discovery" PROPERTIES LABELS "${SBX_LABELS}")
endif()
