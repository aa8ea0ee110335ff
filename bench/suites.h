// bench/suites.h - the same tests for sbx-test, lit and ctest, written into a folder.
//
//   const Suite suite = prebuilt_suite("/tmp/x", 500, numbered_program, checker);
//   spawn_and_wait(suite.lit());
//
// One source file a test: its head holds what sbx-test reads and what lit reads; ctest has a list
// of its own. All three start one process of a checker or a box a test, with the same bytes to
// compare. False or an empty Suite: something could not be written. What is written is the caller's
// to remove.
#pragma once
#include <string>
#include <vector>

namespace sbx::bench {

struct Suite {
  std::string folder;    // tests are in folder/t
  std::string programs;  // built programs; empty: every test is compiled where it runs

  [[nodiscard]] bool empty() const { return folder.empty(); }
  // Command lines, two tests at once. sbx_test and lit_py are the programs' paths.
  [[nodiscard]] std::vector<std::string> sbx(const std::string& sbx_test) const;
  [[nodiscard]] std::vector<std::string> lit(const std::string& lit_py) const;
  [[nodiscard]] std::vector<std::string> ctest() const;
};

// Programs that are built already: copies of `numbered` (programs/numbered.c), each with its own
// number, output and exit code. `checker` is programs/checker.c.
[[nodiscard]] Suite prebuilt_suite(const std::string& folder, int tests,
                                   const std::string& numbered, const std::string& checker);

// C sources of some thirty lines that tcc compiles and the machine then runs.
[[nodiscard]] Suite compiled_suite(const std::string& folder, int tests,
                                   const std::string& checker);

// Test files that are only listed: a hundred a folder, each with a head of prose and directives.
[[nodiscard]] bool listed_suite(const std::string& folder, int tests);

// One test whose program prints 256 MiB (programs/loud.c), and all of it is judged.
[[nodiscard]] bool loud_suite(const std::string& folder, const std::string& loud);

}  // namespace sbx::bench
