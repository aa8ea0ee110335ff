// expect/vocabulary.h - THE table of directives: adding one is adding a row.
//
//   const Directive* d = find_header("expect-exit");
//   std::fputs(explain("expect-exit").c_str(), stdout);
//
// The table drives the header parser, the .expect reader, the suggestions in error messages,
// `sbx-test --explain`, the docs page and the bless writer. Constant data; thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sbx::expect {

// One per row, in the table's order.
// clang-format off
enum class Id {
  exit, signal,
  out, out_noeol, out_match, out_any, out_file, out_hash,
  err, err_noeol, err_match, err_any, err_file, err_hash,
  report, report_has, report_not, refused, killed, writes,
  compile, compile_exit, compile_stderr, compile_report,
  opts, compile_opts, args, stdin_text, stdin_file, env, timeout, revisions, needs, skip, xfail, tags, serial,
  toolchain,
  schema, run, exec, expect_map, compile_map, when, revisions_map,
  target, input, state, key, runs, exclude, suffixes,
};

// What competes under one key: a more specific selector, or a nearer file, replaces all of a slot.
enum class Slot {
  ending, out, err, report, report_has, report_not, writes,
  compile, compile_stderr, compile_report,
  opts, compile_opts, args, input, env, timeout, revisions, needs, skip, xfail, tags, serial, toolchain,
  target, reproducer_input, state, key, runs,
  structure,  // a YAML key that holds others
};
inline constexpr int kSlots = static_cast<int>(Slot::structure) + 1;

enum class Value {
  exit, exit_or_any, signal, text, pattern, nothing, sidecar, hash, report_line, refusal, kill, path,
  ok_or_fail, words, env, duration, revisions, feature, reason, tags, flag, name,
  schema, file, map, list, state, key, count, suffixes,
};
// clang-format on

struct Directive {
  Id id;
  std::string_view header;  // "expect-exit"; empty: only in a .expect file
  std::string_view key;     // "expect.exit"; empty: only in a header
  Slot slot;
  Value value;
  bool repeats;              // may stand more than once under one selector; the values append
  bool selectors;            // may carry a selector
  std::string_view form;     // of the value: "0..255 | any"
  std::string_view meaning;  // one or two sentences
  std::string_view example;  // a value
};

[[nodiscard]] const std::vector<Directive>& directives();
[[nodiscard]] const Directive& directive(Id);

// By the name in a header; nullptr when there is none.
[[nodiscard]] const Directive* find_header(std::string_view name);
// By section ("", "expect" or "compile") and key; nullptr when there is none.
[[nodiscard]] const Directive* find_key(std::string_view section, std::string_view key);
// For suggestions.
[[nodiscard]] const std::vector<std::string_view>& header_names();
[[nodiscard]] std::vector<std::string_view> key_names(std::string_view section);

// Entries of every matching selector and every layer add up in these slots.
[[nodiscard]] bool adds_up(Slot);
// The directive is a promise (expect-*), not a setting.
[[nodiscard]] bool is_promise(const Directive&);

// What `sbx-test --explain NAME` prints; NAME is a directive, a key ("stdout-file",
// "expect.stdout-file") or an error code ("E09"). Unknown names get a suggestion and false in
// *known.
[[nodiscard]] std::string explain(std::string_view name, bool* known);
// The reference page of the docs.
[[nodiscard]] std::string render_markdown();

}  // namespace sbx::expect
