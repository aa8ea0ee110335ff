// bench_runners: sbx-test with every test boxed, next to lit and ctest with none: the same tests,
// the same two workers.
//
//   build/bin/bench_runners --rounds 15 --json runners.json --check --slack 0.1
//
// lit (Debian's llvm-14-tools) and ctest compare what a program printed and how it ended with the
// checker of programs/checker.c: one process more a test, the least that either can do. Then what
// the runner costs by itself: a list of 10 000 tests, one test from start to end, and the memory of
// one that prints 256 MiB.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "interleave.h"
#include "suites.h"

namespace sbx::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kOfLit = 1 / 3.0;  // of its time: three times its tests a second
constexpr double kOfCtest = 1 / 2.0;
constexpr double kOfLitCompiling = 1 / 1.3;
constexpr double kListUs = 100e3;  // of 10 000 tests
constexpr double kColdUs = 10e3;
constexpr double kLoudMiB = 64;

struct Programs {
  std::string sbx_test, lit, numbered, checker, loud;
};

std::string lit_here() {
  std::error_code error;
  for (const auto& version : fs::directory_iterator("/usr/lib", error)) {
    const std::string lit = version.path().string() + "/build/utils/lit/lit.py";
    if (version.path().filename().string().compare(0, 5, "llvm-") == 0 &&
        ::access(lit.c_str(), R_OK) == 0) {
      return lit;
    }
  }
  return "";
}

void compare(Bench& bench, const std::string& name, const Suite& suite, const Programs& programs,
             double of_lit, double of_ctest) {
  Group& g = bench.group(name);
  const auto command = [](std::vector<std::string> words) {
    return [words = std::move(words)] { return spawn_and_wait(words); };
  };
  g.add("lit, no box", command(suite.lit(programs.lit)));
  g.add("ctest, no box", command(suite.ctest()));
  Rival& boxed = g.add("sbx-test", command(suite.sbx(programs.sbx_test)));
  boxed.at_most("lit, no box", of_lit);
  if (of_ctest > 0) {
    boxed.at_most("ctest, no box", of_ctest);
  }
}

// MiB of the runner of a test that prints 256 MiB, its helpers not counted; 0: the test failed.
// The largest of all children so far: it is asked before the rivals run.
double loud_peak(const Programs& programs, const std::string& folder) {
  if (!loud_suite(folder, programs.loud) ||
      !spawn_and_wait({programs.sbx_test, "--strict", folder + "/t"})) {
    return 0;
  }
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

int run(Options options, const Programs& programs, const std::string& scratch) {
  Bench bench(std::move(options));
  const double peak = loud_peak(programs, scratch + "/loud");
  const Suite built = prebuilt_suite(scratch + "/built", 500, programs.numbered, programs.checker);
  const Suite compiled = compiled_suite(scratch + "/compiled", 100, programs.checker);
  if (peak == 0 || built.empty() || compiled.empty() || !listed_suite(scratch + "/listed", 10000)) {
    std::fprintf(stderr, "bench_runners: the tests could not be made in %s\n", scratch.c_str());
    return 1;
  }
  bench.figure("MiB of sbx-test, of a test that prints 256 MiB", peak, kLoudMiB);
  compare(bench, "500 static programs, built already", built, programs, kOfLit, kOfCtest);
  compare(bench, "100 C programs, compiled by tcc and run", compiled, programs, kOfLitCompiling, 0);
  Group& own = bench.group("sbx-test by itself");
  own.add("--version", [=] { return spawn_and_wait({programs.sbx_test, "--version"}); });
  own.add("one boxed test",
          [=] {
            return spawn_and_wait(
                {programs.sbx_test, "--prebuilt", built.programs, built.folder + "/t/t00000.c"});
          })
      .within(kColdUs);
  own.add("--list of 10 000 tests",
          [=] {
            return spawn_and_wait({programs.sbx_test, "--list", scratch + "/listed"});
          })
      .within(kListUs);
  return bench.finish();
}

}  // namespace
}  // namespace sbx::bench

int main(int argc, char** argv) {
  using namespace sbx::bench;
  const Options options =
      parse_options(argc, argv, "Boxed tests by sbx-test against plain ones by lit and ctest", 15);
  const std::string bin = own_folder();
  const Programs programs = {bin + "/sbx-test", lit_here(), bin + "/bench-programs/numbered",
                             bin + "/bench-programs/checker", bin + "/bench-programs/loud"};
  if (programs.lit.empty()) {
    std::fputs("bench_runners: lit is not here: ci/install --bench\n", stderr);
    return 1;
  }
  std::string scratch = (fs::temp_directory_path() / "bench-runners-XXXXXX").string();
  if (::mkdtemp(scratch.data()) == nullptr) {
    std::perror("bench_runners: mkdtemp");
    return 1;
  }
  ::setenv("XDG_CACHE_HOME", (scratch + "/cache").c_str(), 1);
  const int code = run(options, programs, scratch);
  fs::remove_all(scratch);
  return code;
}
