#include "expect/vocabulary.h"

#include <algorithm>
#include <unordered_map>

#include "expect/diagnostic.h"
#include "expect/text.h"
#include "sbx/error.h"

namespace sbx::expect {
namespace {

constexpr bool kOnce = false, kRepeats = true;
constexpr bool kSelect = true, kPlain = false;

// clang-format off
const std::vector<Directive> kTable = {
    // id, header, key, slot, value, repeats, selectors, form, meaning, example
    {Id::exit, "expect-exit", "expect.exit", Slot::ending, Value::exit_or_any, kOnce, kSelect, "0..255 | any",
     "The box's exit code, that of a compile step that ends the box included. Default 0, or what expect-refused (125), expect-killed (124), expect-signal (128+N), expect-report or expect-compile imply; a contradiction is an error.", "42"},
    {Id::signal, "expect-signal", "expect.signal", Slot::ending, Value::signal, kOnce, kSelect, "SEGV | SIGSEGV",
     "The program died by this signal. Never the same as exit(139).", "SEGV"},
    {Id::out, "expect-stdout", "expect.stdout", Slot::out, Value::text, kRepeats, kSelect, "TEXT",
     "One line of exact bytes and its newline; repeats append. A single empty one means no output at all. In a .expect file: all of the output.", "hello, world"},
    {Id::out_noeol, "expect-stdout-noeol", "", Slot::out, Value::text, kRepeats, kSelect, "TEXT",
     "The last line, which has no newline.", "no newline here"},
    {Id::out_match, "expect-stdout-match", "expect.stdout-match", Slot::out, Value::pattern, kRepeats, kSelect, "TEXT with {{REGEX}} islands",
     "One line that matches: literal text, and RE2 between {{ and }}, anchored to the whole line. Mixes in order with exact lines. In a .expect file: a list of such lines, {exact: TEXT}, {noeol: TEXT} and {any: true}.", "took {{[0-9]+}} ms"},
    {Id::out_any, "expect-stdout-any", "", Slot::out, Value::nothing, kRepeats, kSelect, "",
     "Zero or more lines of anything.", ""},
    {Id::out_file, "expect-stdout-file", "expect.stdout-file", Slot::out, Value::sidecar, kOnce, kSelect, "NAME",
     "The output is the bytes of this file beside the test.", "hello.stdout"},
    {Id::out_hash, "expect-stdout-hash", "expect.stdout-hash", Slot::out, Value::hash, kOnce, kSelect, "sha256:HEX BYTES",
     "The output's SHA-256 and its length. For large outputs: streamed, never held.", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 0"},
    {Id::err, "expect-stderr", "expect.stderr", Slot::err, Value::text, kRepeats, kSelect, "TEXT",
     "As expect-stdout, for standard error.", "usage: prog FILE"},
    {Id::err_noeol, "expect-stderr-noeol", "", Slot::err, Value::text, kRepeats, kSelect, "TEXT",
     "As expect-stdout-noeol.", "no newline here"},
    {Id::err_match, "expect-stderr-match", "expect.stderr-match", Slot::err, Value::pattern, kRepeats, kSelect, "TEXT with {{REGEX}} islands",
     "As expect-stdout-match.", "{{.*}}: not found"},
    {Id::err_any, "expect-stderr-any", "", Slot::err, Value::nothing, kRepeats, kSelect, "",
     "As expect-stdout-any.", ""},
    {Id::err_file, "expect-stderr-file", "expect.stderr-file", Slot::err, Value::sidecar, kOnce, kSelect, "NAME",
     "As expect-stdout-file.", "hello.stderr"},
    {Id::err_hash, "expect-stderr-hash", "expect.stderr-hash", Slot::err, Value::hash, kOnce, kSelect, "sha256:HEX BYTES",
     "As expect-stdout-hash.", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 0"},
    {Id::report, "expect-report", "expect.report", Slot::report, Value::report_line, kRepeats, kSelect, "LINE",
     "The complete report in order, without the 'sandbox: ' prefix; repeats append. No other line may appear. A first line 'compile: exit 0' is implied when not written. In a .expect file: block text, one line per event.", "exit 42"},
    {Id::report_has, "expect-report-has", "expect.report-has", Slot::report_has, Value::report_line, kRepeats, kSelect, "LINE",
     "The report must contain this line.", "killed: wall clock (5 s)"},
    {Id::report_not, "expect-report-not", "expect.report-not", Slot::report_not, Value::report_line, kRepeats, kSelect, "LINE",
     "The report must not contain this line.", "killed: wall clock (5 s)"},
    {Id::refused, "expect-refused", "expect.refused", Slot::ending, Value::refusal, kOnce, kSelect, "WHAT",
     "The box refused this: the report ends in 'refused: WHAT' and the exit code is 125.", "open /etc/shadow"},
    {Id::killed, "expect-killed", "expect.killed", Slot::ending, Value::kill, kOnce, kSelect, "WHAT",
     "A cap ended the box: the report ends in 'killed: WHAT' and the exit code is 124. Deaths by signal are expect-signal's.", "cpu limit (2 s)"},
    {Id::writes, "expect-writes", "expect.writes", Slot::writes, Value::path, kRepeats, kSelect, "none | PATH",
     "What the box wrote under /src: each path, relative to it; '-PATH' for a removed one. 'none': nothing.", "out.txt"},
    {Id::compile, "expect-compile", "compile.result", Slot::compile, Value::ok_or_fail, kOnce, kSelect, "ok | fail",
     "How the compile step ends. Default ok. With fail nothing runs, and the exit code is the compiler's.", "fail"},
    {Id::compile_exit, "expect-compile-exit", "compile.exit", Slot::compile, Value::exit_or_any, kOnce, kSelect, "0..255 | any",
     "The compile step's exit code; any: however it ends.", "1"},
    {Id::compile_stderr, "expect-compile-stderr-match", "compile.stderr-match", Slot::compile_stderr, Value::pattern, kRepeats, kSelect, "TEXT with {{REGEX}} islands",
     "Some line the compiler printed matches, anchored to the line. Each repeat needs a line.", "{{.*}}error: 'x' undeclared{{.*}}"},
    {Id::compile_report, "expect-compile-report", "compile.report", Slot::compile_report, Value::report_line, kRepeats, kSelect, "LINE",
     "The compile step's report line, without 'compile: '.", "refused: process limit (16)"},

    {Id::opts, "test-opts", "opts", Slot::opts, Value::words, kOnce, kSelect, "WORDS",
     "Options of the box, as `sbx run` takes them. Shell-like quoting, no expansion.", "--mem 64 --allow=threads"},
    {Id::compile_opts, "test-compile-opts", "compile-opts", Slot::compile_opts, Value::words, kOnce, kSelect, "WORDS",
     "Words for the compiler, after the toolchain's own: options, or further sources of the same folder. Shell-like quoting, no expansion.", "-std=gnu99 -w second.c"},
    {Id::args, "test-args", "args", Slot::args, Value::words, kOnce, kSelect, "WORDS",
     "Arguments of the program. Shell-like quoting, no expansion.", "one 'two words'"},
    {Id::stdin_text, "", "stdin", Slot::input, Value::text, kOnce, kPlain, "TEXT",
     "The program's standard input.", "3 4\n"},
    {Id::stdin_file, "test-stdin-file", "stdin-file", Slot::input, Value::sidecar, kOnce, kSelect, "NAME",
     "The program's standard input is the bytes of this file beside the test.", "hello.stdin"},
    {Id::env, "test-env", "env", Slot::env, Value::env, kRepeats, kSelect, "K=V",
     "An environment variable of the program; every repeat is one. In a .expect file: a map.", "LC_ALL=C"},
    {Id::timeout, "test-timeout", "timeout", Slot::timeout, Value::duration, kOnce, kSelect, "5s | 250ms",
     "How long the whole test may take by the runner's clock.", "5s"},
    {Id::revisions, "test-revisions", "", Slot::revisions, Value::revisions, kOnce, kPlain, "NAMES",
     "One result for each, named test#NAME; [rev:NAME] selects. A name nothing selects is an error, 'default' excepted.", "default threads"},
    {Id::needs, "test-needs", "needs", Slot::needs, Value::feature, kRepeats, kSelect, "FEATURE",
     "A feature of the host: kernel>=N.N, landlock>=N, userns, seccomp, overlay, pidfd, inspect, idmap. Not met: the test is skipped with the reason the probe gave.", "landlock>=6"},
    {Id::skip, "test-skip", "skip", Slot::skip, Value::reason, kRepeats, kSelect, "REASON",
     "The test is not run where the selector holds. Needs a selector and a reason.", "needs a dynamic loader"},
    {Id::xfail, "test-xfail", "xfail", Slot::xfail, Value::reason, kRepeats, kSelect, "REASON",
     "The test is known to fail; that it passes is a failure.", "waits for a newer kernel"},
    {Id::tags, "test-tags", "tags", Slot::tags, Value::tags, kRepeats, kSelect, "WORDS",
     "Labels for `-L`.", "isolation slow"},
    {Id::serial, "test-serial", "serial", Slot::serial, Value::flag, kOnce, kSelect, "",
     "Never runs beside another test.", ""},
    {Id::toolchain, "test-toolchain", "toolchain", Slot::toolchain, Value::name, kOnce, kSelect, "NAME",
     "The toolchain that compiles the test. Default: by suffix. In defaults.expect also a map from suffixes to names.", "gcc"},

    {Id::schema, "", "sbx-expect", Slot::structure, Value::schema, kOnce, kPlain, "1",
     "The schema's version. Required, and the first key.", "1"},
    {Id::run, "", "run", Slot::structure, Value::file, kOnce, kPlain, "PATH",
     "What is compiled and run: a source, or a project's folder with a '/' at its end. Default: the sibling of the same stem.", "linkbomb/"},
    {Id::exec, "", "exec", Slot::structure, Value::file, kOnce, kPlain, "BIN",
     "A built program, instead of `run`.", "bin/hello"},
    {Id::expect_map, "", "expect", Slot::structure, Value::map, kOnce, kPlain, "{...}",
     "What is promised: the expect-* directives without their 'expect-'.", "{exit: 0}"},
    {Id::compile_map, "", "compile", Slot::structure, Value::map, kOnce, kPlain, "{result, exit, stderr-match, report}",
     "What is promised of the compile step.", "{exit: any}"},
    {Id::when, "", "when", Slot::structure, Value::map, kOnce, kPlain, "{SELECTOR: {...}}",
     "Promises for some hosts only; the keys of `expect`, and `compile`.", "{musl: {exit: 1}}"},
    {Id::revisions_map, "", "revisions", Slot::structure, Value::map, kOnce, kPlain, "{NAME: {...}}",
     "Further results besides 'default', each with the keys that differ.", "{threads: {opts: [--allow=threads]}}"},
    {Id::target, "", "target", Slot::target, Value::name, kOnce, kPlain, "NAME",
     "A reproducer's fuzz target; how it is built is in the target's own target.yaml.", "yaml"},
    {Id::input, "", "input", Slot::reproducer_input, Value::sidecar, kOnce, kPlain, "FILE",
     "A reproducer's input, beside the file.", "input"},
    {Id::state, "", "state", Slot::state, Value::state, kOnce, kPlain, "open | fixed",
     "open: must still fail with the same key. fixed: must exit 0.", "open"},
    {Id::key, "", "key", Slot::key, Value::key, kOnce, kPlain, "HEX12",
     "The key of a reproducer's failure.", "0123456789ab"},
    {Id::runs, "", "runs", Slot::runs, Value::count, kOnce, kPlain, "N",
     "How often a reproducer is run, 1 to 1000.", "10"},
    {Id::exclude, "", "exclude", Slot::structure, Value::list, kOnce, kPlain, "[{path, reason}]",
     "defaults.expect only: files and folders below that do not run, and why. A path is relative to the file's folder; in a glob * and ? match anything but '/'. One that matches nothing is an error (E12).", "[{path: net/*.c, reason: needs a network}]"},
    {Id::suffixes, "", "suffixes", Slot::structure, Value::suffixes, kOnce, kPlain, "[.SUFFIX]",
     "defaults.expect only: which files below are tests.", "[.c]"},
};
// clang-format on

std::string_view section_of(const Directive& d) {
  std::size_t dot = d.key.find('.');
  return dot == std::string_view::npos ? std::string_view() : d.key.substr(0, dot);
}

std::string_view key_of(const Directive& d) {
  std::size_t dot = d.key.find('.');
  return dot == std::string_view::npos ? d.key : d.key.substr(dot + 1);
}

std::string flags_of(const Directive& d) {
  std::string out = d.repeats ? "May be repeated. " : "Once. ";
  return out + (d.selectors ? "Takes a selector." : "Takes no selector.");
}

const Directive* find_any(std::string_view name) {
  if (const Directive* d = find_header(name)) {
    return d;
  }
  for (const Directive& d : kTable) {
    if (d.key == name || (!d.key.empty() && key_of(d) == name)) {
      return &d;
    }
  }
  return nullptr;
}

// `|` would end a cell of the table.
std::string cell(std::string_view text) {
  std::string out;
  for (char c : text) {
    out += c == '|' ? std::string("\\|") : c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return out;
}

std::string code_cell(std::string_view text) {
  return text.empty() ? "" : "`" + cell(text) + "`";
}

void table(std::string* out, bool header_part, bool promises) {
  *out += header_part
              ? "| directive | .expect key | value | meaning | example |\n|---|---|---|---|---|\n"
              : "| key | value | meaning | example |\n|---|---|---|---|\n";
  for (const Directive& d : kTable) {
    if (d.header.empty() == header_part || (header_part && is_promise(d) != promises)) {
      continue;
    }
    *out += "| ";
    if (header_part) {
      *out += code_cell(d.header) + " | ";
    }
    *out += code_cell(d.key) + " | " + code_cell(d.form) + " | " + cell(d.meaning) +
            (header_part && d.repeats ? " Repeats. | " : " | ") + code_cell(d.example) + " |\n";
  }
}

}  // namespace

const std::vector<Directive>& directives() {
  return kTable;
}

const Directive& directive(Id id) {
  const Directive& d = kTable[static_cast<std::size_t>(id)];
  SBX_CHECK(d.id == id);
  return d;
}

const Directive* find_header(std::string_view name) {
  static const auto* index = [] {
    auto* map = new std::unordered_map<std::string_view, const Directive*>;
    for (const Directive& d : kTable) {
      if (!d.header.empty()) {
        map->emplace(d.header, &d);
      }
    }
    return map;
  }();
  auto found = index->find(name);
  return found == index->end() ? nullptr : found->second;
}

const Directive* find_key(std::string_view section, std::string_view key) {
  auto found = std::find_if(kTable.begin(), kTable.end(), [&](const Directive& d) {
    return !d.key.empty() && section_of(d) == section && key_of(d) == key;
  });
  return found == kTable.end() ? nullptr : &*found;
}

const std::vector<std::string_view>& header_names() {
  static const auto* names = [] {
    auto* list = new std::vector<std::string_view>;
    for (const Directive& d : kTable) {
      if (!d.header.empty()) {
        list->push_back(d.header);
      }
    }
    return list;
  }();
  return *names;
}

std::vector<std::string_view> key_names(std::string_view section) {
  std::vector<std::string_view> names;
  for (const Directive& d : kTable) {
    if (!d.key.empty() && section_of(d) == section) {
      names.push_back(key_of(d));
    }
  }
  return names;
}

bool adds_up(Slot slot) {
  return slot == Slot::env || slot == Slot::needs || slot == Slot::skip || slot == Slot::xfail ||
         slot == Slot::tags;
}

bool is_promise(const Directive& d) {
  return d.id <= Id::compile_report;
}

std::string explain(std::string_view name, bool* known) {
  *known = true;
  if (name.size() == 3 && (name[0] == 'E' || name[0] == 'e')) {
    for (int i = 1; i <= kCodes; ++i) {
      Code code = static_cast<Code>(i);
      if (code_name(code).substr(1) == name.substr(1)) {
        return code_name(code) + ": " + std::string(code_title(code)) + "\n";
      }
    }
  }
  const Directive* d = find_any(name);
  if (d == nullptr) {
    *known = false;
    std::vector<std::string_view> names = header_names();
    for (std::string_view section : {"", "expect", "compile"}) {
      for (std::string_view key : key_names(section)) {
        names.push_back(key);
      }
    }
    std::string hint = did_you_mean(name, names);
    return "no directive, key or error is called '" + visible(name, 60) + "'" +
           (hint.empty() ? "" : "; " + hint) + "\n";
  }
  std::string out;
  if (!d->header.empty()) {
    out += "// " + std::string(d->header) + ":" + (d->form.empty() ? "" : " ") +
           std::string(d->form) + "\n";
  }
  if (!d->key.empty()) {
    out += ".expect key: " + std::string(d->key) + "\n";
  }
  out += "\n" + std::string(d->meaning) + "\n" + flags_of(*d) + "\n";
  if (!d->example.empty()) {
    out += "\nexample: ";
    out += d->header.empty() ? std::string(key_of(*d)) + ": " + visible(d->example)
                             : "// " + std::string(d->header) + ": " + std::string(d->example);
    out += "\n";
  }
  return out;
}

std::string render_markdown() {
  std::string out =
      "# Directives\n\n"
      "<!-- Rendered from the table in expect/vocabulary.cc. -->\n\n"
      "A directive is `LEADER expect-NAME[SELECTOR]: VALUE` in column 1 of a test's leading "
      "comment\n"
      "lines, or a key of a `.expect` file. The leader is `//`, `#`, `;` or `--`, by the file's\n"
      "suffix. The value is the rest of the line, verbatim, after exactly one blank.\n\n"
      "## Promises\n\n";
  table(&out, true, true);
  out += "\n## Settings\n\n";
  table(&out, true, false);
  out += "\n## Keys of `.expect` files only\n\n";
  table(&out, false, false);
  out +=
      "\n## Defaults of a folder\n\n"
      "`defaults.expect` holds for every test in its folder and below: the keys of a `.expect` "
      "file\n"
      "but `run`, `exec`, `revisions` and a reproducer's, and `exclude` and `suffixes`. It makes "
      "a\n"
      "test of every program that has no expectation of its own. What decides, key by key, is the\n"
      "test's own header or `.expect`, then the nearest `defaults.expect`, then the next one "
      "above,\n"
      "up to a folder that holds `.git`. What is excluded does not run and is counted apart: not "
      "as\n"
      "passed, failed or skipped. `--bless` writes no promise into a program that has none.\n"
      "\n## Selectors\n\n"
      "`x86_64 aarch64`, `glibc musl`, `root user`, `kernel>=6.7`, `landlock>=4`, `userns seccomp\n"
      "overlay pidfd inspect idmap`, `rev:NAME`; `,` and, `|` or, `!` not. The bare directive "
      "holds\n"
      "everywhere; a selector beats those whose conditions it strictly contains; two that match "
      "with\n"
      "neither containing the other are an error. `test-env`, `test-needs`, `test-skip`,\n"
      "`test-xfail` and `test-tags` add up instead, over selectors and over files.\n\n"
      "## Variables\n\n"
      "`%{nr:NAME}` this architecture's number of a system call, `%{arch}`, `%{libc}`, `%{src}` "
      "the\n"
      "test's folder in the box, `%%` a `%`.\n\n"
      "## Errors\n\n| code | meaning |\n|---|---|\n";
  for (int i = 1; i <= kCodes; ++i) {
    Code code = static_cast<Code>(i);
    out += "| " + code_name(code) + " | " + std::string(code_title(code)) + " |\n";
  }
  return out;
}

}  // namespace sbx::expect
