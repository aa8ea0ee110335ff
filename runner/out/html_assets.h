// runner/out/html_assets.h - the style and the script inside the HTML page. Nothing is loaded.
//
// Read-only data. Without scripts the page shows everything; the script only hides rows.
#pragma once
#include <string_view>

namespace sbx::runner {

inline constexpr std::string_view kHtmlStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #fbfbfa; --card: #ffffff; --line: #dcdcd8; --text: #1d1f21; --soft: #5d6166;
  --bad: #b3261e; --bad-soft: #fbe9e7; --good: #1b6e3c; --good-soft: #e4f3e9;
  --warn: #8a5a00; --warn-soft: #fdf1d8; --info: #1f5fa8; --info-soft: #e5effa; --bar: #7fa7d6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16181b; --card: #1e2125; --line: #34383e; --text: #e4e6e8; --soft: #a0a6ad;
    --bad: #ff8a80; --bad-soft: #3d2220; --good: #7ed6a0; --good-soft: #1d3526;
    --warn: #f0c264; --warn-soft: #3a2f17; --info: #8fbdf0; --info-soft: #1d2f44; --bar: #3f6ea5;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 75rem; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
code, pre, .id, td.id, .commands { font-family: ui-monospace, "DejaVu Sans Mono", monospace;
  font-size: 13px; }
.soft { color: var(--soft); }
.totals, .filters { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0; }
.chip { padding: .1rem .6rem; border-radius: 1rem; border: 1px solid var(--line);
  background: var(--card); color: var(--soft); font: inherit; font-size: 13px;
  white-space: nowrap; }
.failed { color: var(--bad); background: var(--bad-soft); }
.passed { color: var(--good); background: var(--good-soft); }
.flaky, .not-run { color: var(--warn); background: var(--warn-soft); }
.skipped, .excluded, .xfailed { color: var(--info); background: var(--info-soft); }
.filters { align-items: center; position: sticky; top: 0; padding: .6rem 0; background: var(--page); z-index: 1; }
.filters input, .filters select { font: inherit; padding: .25rem .6rem; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
.filters input { flex: 1 1 16rem; min-width: 0; }
.filters label { display: flex; align-items: center; gap: .3rem; }
details { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad);
  border-radius: .4rem; margin: .6rem 0; padding: .4rem .8rem; }
details.flaky-card { border-left-color: var(--warn); }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary .id { font-weight: 600; }
.took { float: right; font-size: 13px; }
.headline { display: block; color: var(--soft); font-size: 14px; padding-left: 1.1rem; }
details.stream { border: 0; padding: 0; margin: .4rem 0; }
pre { margin: .4rem 0; padding: .6rem .8rem; overflow-x: auto; background: var(--page);
  border: 1px solid var(--line); border-radius: .3rem; }
pre .add { color: var(--good); background: var(--good-soft); display: inline-block; min-width: 100%; }
pre .del { color: var(--bad); background: var(--bad-soft); display: inline-block; min-width: 100%; }
pre .at { color: var(--soft); }
.what { margin: .7rem 0 .2rem; font-weight: 600; }
.commands { display: grid; grid-template-columns: max-content 1fr max-content; gap: .2rem .8rem;
  align-items: center; margin: .6rem 0 .3rem; }
.commands code { overflow-wrap: anywhere; }
button { cursor: pointer; }
table { border-collapse: collapse; width: 100%; background: var(--card); }
td, th { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid var(--line);
  vertical-align: top; overflow-wrap: anywhere; }
td.num { text-align: right; white-space: nowrap; }
.bar { display: inline-block; height: .7rem; background: var(--bar); border-radius: .2rem;
  min-width: 2px; }
td.barcell { width: 40%; }
.times td { padding: 0 .6rem; border: 0; vertical-align: middle; font-size: 13px; }
.times td.num { width: 6rem; }
[hidden] { display: none !important; }
)css";

inline constexpr std::string_view kHtmlScript = R"js(
'use strict';
const rows = [...document.querySelectorAll('[data-id]')];
const text = document.getElementById('text');
const tag = document.getElementById('tag');
const boxes = [...document.querySelectorAll('input[data-status]')];
const shown = document.getElementById('shown');
function apply() {
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const statuses = new Set(boxes.filter(b => b.checked).map(b => b.dataset.status));
  let count = 0;
  for (const row of rows) {
    const tags = row.dataset.tags.split(' ');
    const here = statuses.has(row.dataset.status) && (!tag.value || tags.includes(tag.value)) &&
      words.every(w => row.dataset.id.toLowerCase().includes(w));
    row.hidden = !here;
    if (here && row.tagName === 'TR' && row.classList.contains('test')) { count++; }
  }
  for (const section of document.querySelectorAll('section')) {
    section.hidden = ![...section.querySelectorAll('[data-id]')].some(r => !r.hidden);
  }
  shown.textContent = count + ' shown';
}
// page.html#q=shadow&tag=files&status=failed,flaky opens with these filters.
const wanted = new URLSearchParams(location.hash.slice(1));
text.value = wanted.get('q') || '';
tag.value = wanted.get('tag') || '';
if (wanted.has('status')) {
  const on = wanted.get('status').split(',');
  boxes.forEach(b => { b.checked = on.includes(b.dataset.status); });
}
document.querySelector('.filters').hidden = false;
text.addEventListener('input', apply);
tag.addEventListener('change', apply);
boxes.forEach(b => b.addEventListener('change', apply));
for (const button of document.querySelectorAll('button.copy')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const code = button.previousElementSibling;
    const done = () => { button.textContent = 'copied'; };
    if (navigator.clipboard) { navigator.clipboard.writeText(code.textContent).then(done); return; }
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    if (document.execCommand('copy')) { done(); }
  });
}
apply();
)js";

}  // namespace sbx::runner
