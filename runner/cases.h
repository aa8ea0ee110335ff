// runner/cases.h - from what was discovered to what runs: one Case per test and revision.
//
//   CaseList list = make_cases(discovery, host);
//   if (!list.diagnostics.empty()) { /* exit 2 */ }
//
// Tests that have diagnostics of their own already are left out. // Thread-safe; reads no source
// again.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "expect/expectation.h"
#include "runner/discover.h"
#include "runner/host_cell.h"
#include "runner/options.h"
#include "runner/toolchains.h"

namespace sbx::runner {

struct Case {
  expect::TestSpec spec = {};
  std::string relative = {};  // to the base, without suffix
  std::size_t found = 0;      // index of its file in Discovery::tests
};

struct CaseList {
  std::vector<Case> cases = {};  // in discovery order, revisions in the order declared
  std::vector<expect::Diagnostic> diagnostics =
      {};  // of this host or architecture, and bad options
};

[[nodiscard]] CaseList make_cases(const Discovery&, const Host&,
                                  expect::Depth = expect::Depth::whole);

// test-toolchain that names none, under every selector.
void check_toolchains(const Discovery&, const std::vector<Toolchain>& all,
                      std::vector<expect::Diagnostic>*);

// Options of `sbx run` or `sbx exec` for this case: the test's own and what its env, stdin-file and
// toolchain come to.
[[nodiscard]] std::vector<std::string> box_words(const Case&, const Options&);

// A program that exists already runs; nothing is compiled in the box.
[[nodiscard]] bool is_built(const Case&, const Options&);

// Where the case's program is under --prebuilt, or where its own .expect says; and what was looked
// for where nothing is there.
struct BuiltProgram {
  std::string path = {};
  std::string missing = {};  // a sentence; empty: it is there
};
[[nodiscard]] BuiltProgram program_of(const Case&, const std::string& base, const Options&);

// Where a box shows the folder of a built program: beside the test's own, which becomes /src.
inline constexpr const char* kPrebuilt = "/prebuilt";

// The command that repeats this test alone, and the one that runs it without judging.
[[nodiscard]] std::string repeat_command(const Case&, const std::string& base, const Options&);
[[nodiscard]] std::string bare_command(const Case&, const std::string& base, const Options&);
// Arguments of sbx-test that run this test alone from anywhere: absolute paths, its one file.
// REQUIRES: base and the paths in options are absolute.
[[nodiscard]] std::vector<std::string> one_test_words(const Case&, const Options&,
                                                      const std::string& base);

}  // namespace sbx::runner
