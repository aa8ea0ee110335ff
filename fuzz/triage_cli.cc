#include "fuzz/triage_cli.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "expect/expectation.h"
#include "expect/text.h"
#include "fuzz/codes.h"
#include "fuzz/files.h"
#include "fuzz/signals.h"
#include "fuzz/tables.h"
#include "fuzz/triage.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

void say(const std::string& line) {
  std::fprintf(stderr, "sbx-fuzz: %s\n", line.c_str());
}

bool put(const std::string& path, const std::string& text) {
  if (path.empty()) {
    return true;
  }
  if (path == "-") {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
           std::fflush(stdout) == 0;
  }
  if (!write_file(path, text)) {
    say(path + ": cannot be written");
    return false;
  }
  return true;
}

// One reproducer, as sbx-test reads it.
struct Read {
  expect::TestSpec spec;
  std::string wrong;
};

Read read_case(const std::string& file) {
  Read read;
  const auto bytes = read_file(file);
  if (!bytes) {
    read.wrong = "sbx-fuzz: " + file + ": cannot be read: is its folder a reproducer's?";
    return read;
  }
  const expect::Parsed parsed = expect::load_yaml(file, *bytes);
  expect::Parts parts;
  parts.yaml = &parsed;
  parts.kind = expect::TestKind::reproducer;
  const expect::TestFile test = expect::make_test(file, file, parts);
  std::vector<expect::Diagnostic> wrong = test.diagnostics;
  if (wrong.empty()) {
    std::vector<expect::TestSpec> specs = expect::resolve(test, expect::Cell{}, &wrong);
    read.spec = specs.empty() ? expect::TestSpec{} : std::move(specs.front());
  }
  read.wrong = wrong.empty() ? "" : expect::render(wrong);
  if (wrong.empty() && read.spec.kind != expect::TestKind::reproducer) {
    read.wrong = file + ": is no reproducer: it names no target";
  }
  return read;
}

int replay(const std::string& folder, const Options& options) {
  const std::string file = expect::join_path(folder, "case.expect");
  const Read read = read_case(file);
  if (!read.wrong.empty()) {
    std::fprintf(stderr, "%s\n", read.wrong.c_str());
    return kUsage;
  }
  auto target = target_of(file, read.spec.opts, options.target_file);
  if (!target) {
    say(target.error().field + ": " + target.error().message);
    return kUsage;
  }
  target->leaks = target->leaks || options.target.leaks;
  if (!options.target.env.empty()) {
    target->env = options.target.env;
  }
  if (!options.target.shown.empty()) {
    target->shown = options.target.shown;
  }
  const expect::Reproducer& r = read.spec.reproducer;
  if (::access(r.input.c_str(), R_OK) != 0) {
    say(r.input + ": cannot be read: a reproducer is nothing without its input");
    return kUsage;
  }
  const Held held = still_holds(
      {r.input, r.open, r.key, r.runs, recorded_build(file), recorded_job(file)}, *target);
  if (!held.built.empty()) {
    std::printf("%s: %s\n", folder.c_str(), held.built.c_str());
  }
  std::printf("%s: %s\n", folder.c_str(), held.what.c_str());
  for (const Record& line : held.last.report.records) {
    std::printf("  sandbox: %s\n", to_line(line).c_str());
  }
  std::printf("  without a box: %s\n", bare_command(*target, r.input).c_str());
  return !held.last.cannot.empty() ? kNoBox : held.good ? kNothingFound : kSomethingFound;
}

}  // namespace

int replay_main(const Options& options) {
  int code = kNothingFound;
  for (const std::string& folder : options.operands) {
    code = std::max(code, replay(folder, options));
  }
  return code;
}

int triage_main(const Options& options) {
  std::stop_source stop;
  static Signals signals(stop);
  auto workspace = Workspace::make();
  if (!workspace) {
    say(workspace.error().field + ": " + workspace.error().message);
    return kNoBox;
  }
  const std::vector<std::string> named(options.operands.begin() + 1, options.operands.end());
  const std::vector<std::string> inputs = inputs_below(named);
  if (inputs.empty()) {
    say("no input is there: nothing to triage");
  }
  Triage triage({options.target, inputs, options.output, options.repeat, options.minimize},
                &*workspace);
  const auto error = triage.run(say, stop.get_token());
  if (error) {
    say(error->field + ": " + error->message);
    return kNoBox;
  }
  const std::vector<Bug>& bugs = triage.bugs();
  bool whole = put(options.json, render_json(bugs, triage.passing()));
  whole = put(options.sarif, render_sarif(bugs)) && whole;
  whole = put(options.html, render_html(bugs, triage.passing(), options.target.path)) && whole;
  const bool standard = options.json == "-" || options.sarif == "-" || options.html == "-";
  if (!standard && !bugs.empty()) {
    put("-", render_table(bugs));
  }
  for (const std::string& name : triage.passing()) {
    say(expect::visible(name) + ": does not fail alone");
  }
  if (signals.number() != 0) {
    const auto unkept = std::count_if(bugs.begin(), bugs.end(), [](const Bug& b) {
      return standing_of(b.folder) == Standing::unknown;
    });
    say("interrupted: " + std::to_string(unkept) + " of " + std::to_string(bugs.size()) +
        " bugs have no reproducer");
    return 128 + signals.number();
  }
  return !whole ? kUsage : bugs.empty() ? kNothingFound : kSomethingFound;
}

}  // namespace sbx::fuzz
