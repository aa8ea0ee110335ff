# The page in a real browser: what a reader types and clicks leaves the tests that are wanted.
# In: CHROMIUM, PAGE.
execute_process(COMMAND mktemp -d OUTPUT_VARIABLE WORK OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
file(READ ${PAGE} page)

# The ids of the rows of the table that are left, and the headings of the sections, after the script.
function(expect_shown name hash script wanted)
  set(probe "<script>
${script}
document.title = [...document.querySelectorAll('tr.test')].filter(r => !r.hidden).map(r => r.dataset.id).join(' ')
  + ' / ' + [...document.querySelectorAll('section')].filter(s => !s.hidden).map(s => s.querySelector('h2').textContent).join(', ')
  + ' / ' + document.getElementById('shown').textContent;
</script></body>")
  string(REPLACE "</body>" "${probe}" probed "${page}")
  file(WRITE ${WORK}/${name}.html "${probed}")
  execute_process(COMMAND ${CHROMIUM} --headless --no-sandbox --disable-gpu --user-data-dir=${WORK}/profile
                          --dump-dom "file://${WORK}/${name}.html${hash}"
                  OUTPUT_VARIABLE dom ERROR_VARIABLE said RESULT_VARIABLE result)
  string(REGEX MATCH "<title>([^<]*)</title>" found "${dom}")
  if(NOT result EQUAL 0 OR NOT CMAKE_MATCH_1 STREQUAL wanted)
    message(SEND_ERROR "${name}: shown: '${CMAKE_MATCH_1}', wanted: '${wanted}' (${result}) ${said}")
  endif()
endfunction()

set(type "text.value = 'SHADOW iso'; text.dispatchEvent(new Event('input'));")
set(tag "tag.value = 'fast'; tag.dispatchEvent(new Event('change'));")
set(click "for (const b of boxes) { if (b.dataset.status !== 'flaky') { b.click(); } }")
expect_shown(text "" "${type}" "isolation/shadow / Failures, Slowest, All tests / 1 shown")
expect_shown(tag "" "${tag}" "clean / Slowest, All tests / 1 shown")
expect_shown(status "" "${click}" "flaky / Flaky, Slowest, All tests / 1 shown")
expect_shown(none "" "${type}${tag}" " /  / 0 shown")
expect_shown(hash "#q=shadow&status=failed" "" "isolation/shadow / Failures, Slowest, All tests / 1 shown")
expect_shown(hash_tag "#tag=fast" "" "clean / Slowest, All tests / 1 shown")
file(REMOVE_RECURSE ${WORK})
