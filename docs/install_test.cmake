# What is installed, from outside: a project of its own finds the package, builds the example of the
# documentation with it and runs it; so does a plain compiler with pkg-config; and the guides are
# followed word for word. In: BUILD, DOCS, C, CXX, LIBDIR, LIBEXECDIR, PYTHON.
execute_process(COMMAND mktemp -d OUTPUT_VARIABLE WORK OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
set(PREFIX ${WORK}/prefix)

function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${result}\n${output}")
  endif()
endfunction()

# The example ends as its box did: 125.
function(expect_example)
  execute_process(COMMAND ${ARGN} ${WORK}/build/boxed program OUTPUT_VARIABLE output
                  ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 125 OR NOT output STREQUAL "before\nsandbox: refused: open /etc/hostname\n")
    message(FATAL_ERROR "${ARGN}: ${result}\n${output}")
  endif()
endfunction()

# As `cmake --install` does it, but for the list of what was installed: the build may be another
# user's and takes no new file.
file(READ ${BUILD}/cmake_install.cmake script)
string(REPLACE "file(WRITE \"${BUILD}/" "file(WRITE \"${WORK}/" script "${script}")
file(WRITE ${WORK}/install.cmake "${script}")
run(${CMAKE_COMMAND} -D CMAKE_INSTALL_PREFIX=${PREFIX} -P ${WORK}/install.cmake)

file(WRITE ${WORK}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.22)
project(outside C CXX)
find_package(sbx 0.1 REQUIRED)
add_executable(example [==[${DOCS}/example.cc]==])
target_link_libraries(example sbx::sbx)
install(TARGETS example RUNTIME DESTINATION bin)
add_executable(program [==[${DOCS}/example_program.c]==])
set_target_properties(program PROPERTIES RUNTIME_OUTPUT_DIRECTORY boxed)
enable_testing()
include(SbxTest)
sbx_discover_tests(NAME suite DIR t PREBUILT boxed)
sbx_discover_tests(TARGET program DIR t)
")
file(WRITE ${WORK}/t/a.expect "sbx-expect: 1\nexec: program\nexpect: {stdout: \"before\\n\", refused: open /etc/hostname}\n")
run(${CMAKE_COMMAND} -S ${WORK} -B ${WORK}/build -D CMAKE_PREFIX_PATH=${PREFIX}
    -D CMAKE_INSTALL_PREFIX=${PREFIX} -D CMAKE_C_COMPILER=${C} -D CMAKE_CXX_COMPILER=${CXX})
run(${CMAKE_COMMAND} --build ${WORK}/build)

# Elsewhere a program names the helper; beside it, in the same prefix, it is found.
set(ENV{SBX_HELPER} ${PREFIX}/${LIBEXECDIR}/sbx/sbx-helper)
expect_example(${WORK}/build/example)
unset(ENV{SBX_HELPER})
run(${CMAKE_COMMAND} --install ${WORK}/build)
expect_example(${PREFIX}/bin/example)

set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
execute_process(COMMAND pkg-config --cflags --libs sbx OUTPUT_VARIABLE flags
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
run(${CXX} -std=c++20 ${DOCS}/example.cc ${flags} -o ${PREFIX}/bin/by_pkg_config)
expect_example(${PREFIX}/bin/by_pkg_config)

# The man pages and completions are those of the installed programs.
foreach(program sbx sbx-test)
  foreach(file man:share/man/man1/${program}.1 bash:share/bash-completion/completions/${program}
               zsh:share/zsh/site-functions/_${program} fish:share/fish/vendor_completions.d/${program}.fish)
    string(REGEX MATCH "^([a-z]+):(.*)$" found ${file})
    execute_process(COMMAND ${PREFIX}/bin/${program} --generate ${CMAKE_MATCH_1} OUTPUT_VARIABLE said)
    file(READ ${PREFIX}/${CMAKE_MATCH_2} installed)
    if(installed STREQUAL "" OR NOT installed STREQUAL said)
      message(FATAL_ERROR "${CMAKE_MATCH_2} is not what ${program} --generate ${CMAKE_MATCH_1} says")
    endif()
  endforeach()
endforeach()

get_filename_component(bin ${CMAKE_COMMAND} DIRECTORY)
run(${bin}/ctest --test-dir ${WORK}/build --output-on-failure --no-tests=error)
execute_process(COMMAND ${bin}/ctest --test-dir ${WORK}/build -N OUTPUT_VARIABLE listed)
if(NOT listed MATCHES ": suite/a\n.*: program/a\n.*Total Tests: 2")
  message(FATAL_ERROR "what ctest lists: ${listed}")
endif()
execute_process(COMMAND ${PREFIX}/bin/sbx exec ${WORK}/build/boxed/program RESULT_VARIABLE result
                OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 125)
  message(FATAL_ERROR "the installed sbx: ${result}\n${output}")
endif()
if(PYTHON)
  run(${PYTHON} ${DOCS}/follow.py ${PREFIX}/bin ${DOCS}/box-your-tests.md ${DOCS}/migrating.md)
endif()
file(REMOVE_RECURSE ${WORK})
