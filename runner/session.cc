#include "runner/session.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include "expect/text.h"
#include "runner/baseline.h"
#include "runner/bless_run.h"
#include "runner/case_run.h"
#include "runner/discover.h"
#include "runner/host_proof.h"
#include "runner/interrupts.h"
#include "runner/jobs.h"
#include "runner/listing.h"
#include "runner/out/text.h"
#include "runner/read_file.h"
#include "runner/reporters.h"
#include "runner/schedule.h"
#include "runner/select.h"
#include "runner/shell.h"
#include "runner/state.h"

namespace sbx::runner {

namespace fs = std::filesystem;

namespace {

int usage_error(const std::string& text) {
  std::fprintf(stderr, "sbx-test: %s\n", text.c_str());
  return kExitUsage;
}

// What is known before the first box.
struct Prepared {
  Discovery discovery = {};
  Host host = {};
  std::vector<Case> cases = {};  // selected
  std::size_t discovered = 0;
  State state = {};
  std::optional<Baseline> baseline = {};
};

int diagnostics_error(std::vector<expect::Diagnostic> diagnostics) {
  const std::size_t n = diagnostics.size();
  const std::string text = expect::render(std::move(diagnostics));
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fprintf(stderr, "sbx-test: %zu error%s; no test was run\n", n, n == 1 ? "" : "s");
  return kExitUsage;
}

int nothing(const Prepared& prepared, const Options& options) {
  if (prepared.discovered == 0) {
    std::fprintf(stderr, "sbx-test: no test in %s\n", shell_words(options.paths).c_str());
  } else {
    std::fprintf(stderr, "sbx-test: nothing selected of %zu tests%s\n", prepared.discovered,
                 options.failed ? "; --failed asks for those that failed when they last ran" : "");
  }
  return kExitNothing;
}

int no_box(const Host& host) {
  std::fprintf(stderr, "sbx-test: no box can be built here: %s: %s\n", host.failing.name.c_str(),
               host.failing.text.c_str());
  return kExitNoBox;
}

// 0, or the exit code. Said on every run: who reads a green result must know what it was worth.
int without_a_box(const Options& options) {
  const char* ci = std::getenv("CI");
  if (ci != nullptr && std::string_view(ci) == "true" && !options.i_know) {
    return usage_error(
        "--no-box: refused where CI=true, for nothing would be isolated; leave it out, or add "
        "--i-know");
  }
  const Text text({.color = is_coloured(options.color, stderr)});
  std::fprintf(stderr, "%s\n",
               text.tinted(Tint::red,
                           "sbx-test: --no-box: NOTHING IS ISOLATED; programs run as this user, on "
                           "this host, without caps")
                   .c_str());
  return 0;
}

// 0, or the exit code; everything that can be wrong before a box is known here.
int prepare(const Options& options, Prepared* out) {
  if (options.paths.empty()) {
    return usage_error("no path given; sbx-test --help says more");
  }
  auto selection = Selection::make(options);
  if (!selection) {
    return usage_error(selection.error().field + ": " + selection.error().message);
  }
  if (!options.baseline.empty()) {
    std::string bytes;
    if (!read_file(options.baseline, &bytes)) {
      return usage_error("--baseline: cannot read " + options.baseline);
    }
    auto baseline = parse_baseline(bytes);
    if (!baseline) {
      return usage_error(options.baseline + ":" + baseline.error().field + ": " +
                         baseline.error().message);
    }
    out->baseline = std::move(*baseline);
  }
  const auto toolchains = load_toolchains(options.toolchains);
  if (!toolchains) {
    return usage_error(toolchains.error().field + ": " + toolchains.error().message);
  }
  if (!options.toolchain.empty()) {
    const std::string instead = unknown_toolchain(*toolchains, options.toolchain);
    if (!instead.empty()) {
      return usage_error("--toolchain: no toolchain is called '" +
                         expect::visible(options.toolchain, 60) + "'; " + instead);
    }
  }
  out->discovery = discover(options.paths, options.base);
  if (!out->discovery.missing.empty()) {
    for (const std::string& missing : out->discovery.missing) {
      usage_error(missing);
    }
    return kExitUsage;
  }
  // A list needs no box; only what it says of skips needs the probe. Nor does a list of errors.
  std::vector<expect::Diagnostic> wrong = out->discovery.diagnostics;
  check_toolchains(out->discovery, *toolchains, &wrong);
  const bool probe =
      wrong.empty() && (options.list == ListForm::none || options.list == ListForm::baseline);
  out->host = probe ? probe_host(options.libc) : host_without_probe(options.libc);
  // What a promise has of errors is known by now: they are looked for on every host.
  CaseList list =
      make_cases(out->discovery, out->host,
                 options.list == ListForm::none ? expect::Depth::whole : expect::Depth::no_promise);
  wrong.insert(wrong.end(), list.diagnostics.begin(), list.diagnostics.end());
  if (!wrong.empty()) {
    return diagnostics_error(std::move(wrong));
  }
  out->discovered = list.cases.size();
  out->state = State::of(out->discovery.base);
  if (options.failed) {
    out->state.load();
    selection->only(out->state.failed());
  }
  if (out->baseline) {
    std::vector<std::string> ids;
    for (const Case& test : list.cases) {
      ids.push_back(test.spec.id);
    }
    keep_selected(*selection, ids, &*out->baseline);
  }
  out->cases = std::move(list.cases);
  out->cases.erase(std::remove_if(out->cases.begin(), out->cases.end(),
                                  [&](const Case& test) {
                                    return !selection->keeps(test.spec.id, test.spec.tags);
                                  }),
                   out->cases.end());
  if (out->cases.empty()) {
    return nothing(*out, options);
  }
  if (options.list != ListForm::none) {
    return 0;
  }
  if (options.no_box) {
    return without_a_box(options);
  }
  return out->host.failing.name.empty() ? 0 : no_box(out->host);
}

std::vector<std::size_t> order_of(const Options& options, Prepared* prepared) {
  if (options.shuffle) {
    std::uint64_t seed = *options.shuffle;
    while (seed == 0) {
      seed = std::random_device{}();
    }
    std::fprintf(stderr, "sbx-test: --shuffle=%llu\n", static_cast<unsigned long long>(seed));
    return shuffled(prepared->cases.size(), seed);
  }
  if (prepared->cases.size() > 1 && !options.failed) {
    prepared->state.load();
  }
  std::vector<std::chrono::microseconds> known;
  for (const Case& test : prepared->cases) {
    known.push_back(prepared->state.time_of(test.spec.id));
  }
  return slowest_first(known);
}

std::vector<std::string> written_paths(const Options& options) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const std::string& path :
       {options.junit, options.json, options.tap, options.html, options.keep, cache_folder()}) {
    if (!path.empty() && path != "-") {
      paths.push_back(fs::absolute(path, error).lexically_normal().string());
    }
  }
  return paths;
}

TestResult host_touched(const std::vector<std::string>& differences) {
  TestResult result;
  result.id = "host-proof";
  result.status = Status::failed;
  Failure failure{.kind = "host", .summary = "the host differs after the run"};
  for (const std::string& difference : differences) {
    failure.text += difference + "\n";
  }
  result.failures.push_back(std::move(failure));
  return result;
}

// Everybody who is told, and the totals.
class Audience {
 public:
  Audience(std::vector<std::unique_ptr<Reporter>> reporters, State* state, bool baseline)
      : reporters_(std::move(reporters)), state_(state), baseline_(baseline) {}

  void begin(const RunInfo& run) {
    for (auto& reporter : reporters_) {
      reporter->begin(run);
    }
  }
  void progress(const Progress& now) {
    for (auto& reporter : reporters_) {
      reporter->progress(now);
    }
  }
  void result(const TestResult& result) {
    totals_.add(result);
    state_->append(result);
    if (result.status == Status::failed) {
      failed_.insert(result.id);
    }
    if (baseline_) {
      seen_[result.id] = result.status;
    }
    for (auto& reporter : reporters_) {
      reporter->result(result);
    }
  }
  void end(const RunEnd& end) {
    for (auto& reporter : reporters_) {
      reporter->end(end);
    }
    state_->save();
  }
  [[nodiscard]] const Totals& totals() const { return totals_; }
  [[nodiscard]] const std::map<std::string, Status>& seen() const { return seen_; }
  [[nodiscard]] const std::set<std::string>& failed() const { return failed_; }

 private:
  std::vector<std::unique_ptr<Reporter>> reporters_;
  State* state_;
  bool baseline_;
  Totals totals_ = {};
  std::map<std::string, Status> seen_ = {};
  std::set<std::string> failed_ = {};
};

void bless(const Options& options, const Prepared& prepared, const std::set<std::string>& failed,
           BoxRunner& boxes) {
  const Blessed blessed =
      bless_failed(prepared.discovery, prepared.host, prepared.cases, failed, options, boxes);
  for (const std::string& file : blessed.files) {
    std::fprintf(stderr, "blessed: %s\n", file.c_str());
  }
  for (const std::string& refused : blessed.refused) {
    std::fprintf(stderr, "not blessed: %s\n", refused.c_str());
  }
}

std::string own_path() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).string();
}

// Runs what is prepared and tells everybody. Returns the exit code.
int run_prepared(const Options& options, Prepared* prepared, Audience* audience,
                 const std::vector<std::string>& words, unsigned workers) {
  std::stop_source stop;
  const Interrupts interrupts(stop);
  std::optional<HostProof> proof;
  if (options.host_proof) {
    proof.emplace(std::vector<std::string>{prepared->discovery.base}, written_paths(options));
  }
  const std::string outputs = options.keep.empty() ? prepared->state.outputs() : options.keep;
  CaseRunner runner(options, prepared->discovery.base, outputs);
  Schedule schedule(prepared->cases, runner, workers, stop.get_token());
  const std::vector<std::size_t> order = order_of(options, prepared);

  RunInfo info;
  info.command = shell_words(words);
  info.selected = prepared->cases.size();
  info.discovered = prepared->discovered;
  info.jobs = workers;
  audience->begin(info);
  const auto started = Schedule::Clock::now();
  bool too_many = false;
  schedule.run(
      order, [&](TestResult&& result) { audience->result(result); },
      [&](const Progress& now) {
        too_many = options.max_failures > 0 && now.failed >= options.max_failures;
        if (too_many) {
          stop.request_stop();
        }
        audience->progress(now);
      });

  if (options.bless && interrupts.signal() == 0) {
    bless(options, *prepared, audience->failed(), runner.boxes());
  }
  const int signal = interrupts.signal();
  if (prepared->baseline && signal == 0 && !too_many) {
    for (const TestResult& result : check_baseline(*prepared->baseline, audience->seen())) {
      audience->result(result);
    }
  }
  if (proof) {
    runner.boxes().release();
    const std::vector<std::string> differences = proof->differences();
    if (!differences.empty()) {
      audience->result(host_touched(differences));
    }
  }
  RunEnd end;
  end.totals = audience->totals();
  end.totals.wall =
      std::chrono::duration_cast<std::chrono::microseconds>(Schedule::Clock::now() - started);
  end.exit_code = signal != 0 ? 128 + signal : exit_code_of(end.totals, options.flaky_fails);
  end.interrupted = signal == SIGINT    ? "SIGINT"
                    : signal == SIGTERM ? "SIGTERM"
                    : too_many          ? "--max-failures"
                                        : "";
  audience->end(end);
  return end.exit_code;
}

}  // namespace

int run_tests(const Options& options, const std::vector<std::string>& words) {
  // The program ends after this: taking ten thousand tests apart would be a tenth of their list.
  static Prepared& prepared = *new Prepared;
  const int wrong = prepare(options, &prepared);
  if (wrong != 0) {
    return wrong;
  }
  if (options.list != ListForm::none) {
    const std::string listing =
        render_listing(prepared.cases, options, prepared.discovery.base, own_path());
    std::fwrite(listing.data(), 1, listing.size(), stdout);
    return kExitOk;
  }
  auto reporters = make_reporters(options);
  if (!reporters) {
    return usage_error(reporters.error().field + ": " + reporters.error().message);
  }
  Audience audience(std::move(*reporters), &prepared.state, prepared.baseline.has_value());
  const unsigned workers = options.jobs == 0 ? default_jobs() : options.jobs;
  return run_prepared(options, &prepared, &audience, words, workers);
}

}  // namespace sbx::runner
