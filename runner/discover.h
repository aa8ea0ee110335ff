// runner/discover.h - from paths to tests: what lies below them and what it promises.
//
//   Discovery d = discover({"cases"}, "");
//   std::fputs(d.errors.c_str(), stderr);           // bad directives, missing paths: all of them
//   for (const Found& f : d.tests) { ... f.file.id ... }
//
// A test is a source with a header (`// expect-*`), or a NAME.expect beside a source, a project
// folder or a built binary. Ids are relative to the base, without suffix, and keep the suffix where
// two tests would share one. Folders that hold `.sbx-ignore` or whose name starts with '.' are left
// out unless they are named. A `defaults.expect` holds for everything below it, also when a path
// below it is named; the search upwards ends at a folder that holds `.git`.
// Reads files, makes nothing; thread-safe. 10 000 tests take 0.1 s.
#pragma once
#include <string>
#include <vector>

#include "expect/expectation.h"

namespace sbx::runner {

struct Found {
  expect::TestFile file = {};
  std::string relative = {};  // to the base, without suffix: where --prebuilt looks
  std::string excluded = {};  // the reason a defaults.expect gives; empty: it is a test
};

struct Discovery {
  std::string base = {};          // folder the ids are relative to; "." for the current one
  std::vector<Found> tests = {};  // sorted by path
  std::vector<expect::Diagnostic> diagnostics = {};
  std::vector<std::string> missing = {};  // "PATH: no such file or folder": a usage error each
};

// base: empty for the folder given, or what several paths have in common.
[[nodiscard]] Discovery discover(const std::vector<std::string>& paths, const std::string& base);

}  // namespace sbx::runner
