// runner/options.h - what one call of sbx-test asks for.
//
//   Options o;
//   Result<Command> c = parse_test_command(argc, argv);   // runner/test_cli.h
//
// Plain values. Every field is set by one row of the flag table in runner/test_flags.cc.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbx::runner {

enum class ListForm { none, plain, json, ctest, baseline };
enum class When { automatic, always, never };

struct Shard {
  unsigned index = 1;  // 1..count
  unsigned count = 1;
};

struct Options {
  std::vector<std::string> paths = {};  // files and folders, as given

  // what is a test, and what runs
  std::string base = {};      // ids are relative to it; empty: the common folder of the paths
  std::string prebuilt = {};  // programs are in this folder; empty: compiled in the box
  std::string toolchain = {};
  std::string toolchains = {};
  std::string libc = "glibc";  // what selectors see

  // selection
  std::vector<std::string> filters = {};  // -k: one of them must match the id
  std::vector<std::string> tags = {};     // -L: each must be a tag of the test; "!TAG": must not
  bool failed = false;
  Shard shard = {};
  ListForm list = ListForm::none;

  // control
  unsigned jobs = 0;                          // 0: one a core
  std::optional<std::uint64_t> shuffle = {};  // the seed
  unsigned repeat = 1;
  bool until_fail = false;
  unsigned retries = 0;
  bool flaky_fails = false;
  unsigned max_failures = 0;             // 0: no limit
  std::chrono::milliseconds timeout{0};  // 0: the box's own wall clock alone
  bool fresh = false;                    // no box shares anything with the one before
  bool no_box = false;                   // nothing is isolated: run_unboxed()
  bool i_know = false;                   // even where CI=true
  unsigned determinism = 0;              // 0: not asked

  // judging
  bool strict = false;
  std::string baseline = {};
  bool host_proof = false;
  bool bless = false;
  bool bless_refusals = false;

  // output
  When color = When::automatic;
  int verbosity = 0;  // -1 quiet, 1 verbose
  bool stable = false;
  std::string junit = {}, json = {}, tap = {}, html = {};  // files; "-": standard output
  std::string keep = {};                                   // folder for outputs of failures
};

// What the command line is about.
struct Command {
  enum class Verb { run, merge, explain, help, version, generate } verb = Verb::run;
  Options options = {};
  std::string topic = {};  // explain: the directive; generate: man, bash, zsh, fish, markdown
};

}  // namespace sbx::runner
