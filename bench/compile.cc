// bench_compile: one compile in a box, next to the same command outside.
//
//   build/bin/bench_compile --rounds 40 --json compile.json --check --slack 0.1
//
// "step" is the time from the compile step's clone to its end: what the walls and the supervisor
// add to a compiler. "sbx::run" is the whole request, box and all.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "box_flags.h"
#include "interleave.h"
#include "sbx/box.h"
#include "toolchains.h"

namespace sbx::bench {
namespace {

struct Row {
  const char* toolchain;
  const char* source;
  double target;  // the boxed step's time against the plain command's
};

constexpr Row kRows[] = {
    {"tcc", "hello.c", 1.5},
    {"gcc", "hello.c", 1.2},
    {"g++", "iostream.cc", 1.1},
};

// The command of the request's compile step, writing its product where the host may.
std::vector<std::string> outside(const Step& step, const std::string& product) {
  std::vector<std::string> argv = step.argv;
  for (std::string& word : argv) {
    word = word == "/out/prog" ? product : word;
  }
  return argv;
}

// False: this toolchain is not here.
bool compare(Bench& bench, const Row& row, const std::string& sources, const std::string& product) {
  runner::BoxOptions options;
  options.toolchain = row.toolchain;
  auto request = runner::run_request(options, sources + "/" + row.source, {});
  if (!request) {
    std::fprintf(stderr, "bench_compile: %s: %s\n", request.error().field.c_str(),
                 request.error().message.c_str());
    return false;
  }
  request->steps.resize(1);  // the compile step alone
  request->streams.out = Output::to(null_device());
  request->streams.err = Output::to(null_device());
  Group& g = bench.group(std::string(row.toolchain) + " " + row.source);
  const std::vector<std::string> command = outside(request->steps[0], product);
  g.add("plain", [=] { return spawn_and_wait(command, sources); });
  auto step_us = std::make_shared<double>(0);
  g.add("sbx::run", [=, request = *request] {
    const Result<Report> report = run(request);
    if (!report || report->usage.empty()) {
      return false;
    }
    *step_us = static_cast<double>(report->usage[0].wall.count());
    return report->exit_code() == 0;
  });
  g.add_part("step", "sbx::run", [=] { return *step_us; }).at_most("plain", row.target);
  return true;
}

}  // namespace
}  // namespace sbx::bench

int main(int argc, char** argv) {
  using namespace sbx::bench;
  Bench bench(parse_options(argc, argv, "A compile in a box against the same command outside", 40));
  std::string scratch = (std::filesystem::temp_directory_path() / "bench-compile-XXXXXX").string();
  if (::mkdtemp(scratch.data()) == nullptr) {
    std::perror("bench_compile: mkdtemp");
    return 1;
  }
  bool all = true;
  for (const Row& row : kRows) {
    all = compare(bench, row, SBX_BENCH_SOURCES, scratch + "/prog") && all;
  }
  const int code = bench.finish();
  std::filesystem::remove_all(scratch);
  return all ? code : 1;
}
