#include "runner/bless_run.h"

#include <cstdlib>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "expect/bless.h"
#include "runner/read_file.h"

namespace sbx::runner {

namespace {

// One revision's outcome, with the bytes its views lie in.
struct Kept {
  std::string out = {}, err = {};
  expect::Observed observed = {};
};

std::optional<std::string> file_bytes(const std::string& path) {
  std::string bytes;
  return read_file(path, &bytes) ? std::optional<std::string>(std::move(bytes)) : std::nullopt;
}

// Empty, or why there is nothing to promise.
std::string observe(const Case& test, const Host& host, BoxRunner& boxes, Captures& captures,
                    Kept* kept) {
  const BoxRun ran = boxes.run(test, captures, {});
  if (!ran.wrong.empty() || ran.timed_out) {
    return ran.timed_out ? "it was ended by its timeout" : ran.wrong;
  }
  kept->observed.revision = test.spec.revision;
  kept->observed.cell = host.cell;
  kept->observed.outcome = outcome_of(test, ran, captures);
  kept->out = std::string(captures.out.view());
  kept->err = std::string(captures.err.view());
  expect::Outcome& outcome = kept->observed.outcome;
  outcome.out = kept->out;
  outcome.err = kept->err;
  outcome.compile_err = outcome.compile_err.empty() ? std::string_view() : kept->err;
  return "";
}

std::string bless_one(const expect::TestFile& file, const std::vector<const Case*>& revisions,
                      const Host& host, const Options& options, BoxRunner& boxes,
                      Blessed* blessed) {
  Captures captures;
  std::deque<Kept> kept;  // stays where it is: the outcomes point into it
  std::vector<expect::Observed> observed;
  for (const Case* test : revisions) {
    kept.emplace_back();
    std::string wrong = observe(*test, host, boxes, captures, &kept.back());
    if (!wrong.empty()) {
      return wrong;
    }
    observed.push_back(kept.back().observed);
  }
  const char* ci = std::getenv("CI");
  const bool in_ci = ci != nullptr && std::string_view(ci) == "true";
  const auto edits = expect::bless(file, observed, file_bytes, {options.bless_refusals, in_ci});
  if (!edits) {
    const std::string& field = edits.error().field;
    return (field.empty() ? "" : field + ": ") + edits.error().message;
  }
  for (const expect::FileEdit& edit : *edits) {
    const auto written = expect::write_edit(edit);
    if (!written) {
      return written.error().field + ": " + written.error().message;
    }
    blessed->files.push_back(edit.path);
  }
  return "";
}

}  // namespace

Blessed bless_failed(const Discovery& discovery, const Host& host, const std::vector<Case>& cases,
                     const std::set<std::string>& failed, const Options& options,
                     BoxRunner& boxes) {
  std::map<std::size_t, std::vector<const Case*>> by_file;
  std::set<std::size_t> wanted;
  for (const Case& test : cases) {
    by_file[test.found].push_back(&test);
    if (failed.count(test.spec.id) > 0) {
      wanted.insert(test.found);
    }
  }
  Blessed blessed;
  for (const std::size_t found : wanted) {
    const expect::TestFile& file = discovery.tests[found].file;
    std::string wrong = bless_one(file, by_file[found], host, options, boxes, &blessed);
    if (!wrong.empty()) {
      blessed.refused.push_back(file.id + ": " + wrong);
    }
  }
  return blessed;
}

}  // namespace sbx::runner
