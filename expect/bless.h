// expect/bless.h - rewrite what a test promises to what it did.
//
//   Result<std::vector<FileEdit>> edits = bless(test, {{"threads", cell, outcome}}, read_file, {});
//   if (edits) { for (const FileEdit& e : *edits) { write_edit(e); } }
//
// Only the directives that were not kept change; pattern lines that still match and lines with
// variables stay as they are written. A refusal, a kill or a death by signal becomes a promise only
// where BlessOptions::refusals says so, and nothing does under CI. What is written is loaded and
// judged again first: edits that would not pass are an Error instead. bless() is pure but for
// `read_file`; thread-safe.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "expect/judge.h"
#include "sbx/error.h"

namespace sbx::expect {

struct BlessOptions {
  bool refusals = false;  // --bless-refusals
  bool ci = false;        // CI=true stands in the environment: refuse
};

// What one revision did on this host.
struct Observed {
  std::string revision;  // TestSpec::revision
  Cell cell;
  Outcome outcome;  // with the whole output: no digests but where a hash is promised
};

struct FileEdit {
  std::string path;
  std::optional<std::string> bytes;  // nullopt: the file is removed
};

using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

// The edits for one test; empty when every promise was kept. Error::field names the directive that
// cannot be blessed, Error::message says why, for a person.
// REQUIRES: test.diagnostics is empty; the files are as they were when `test` was made.
[[nodiscard]] Result<std::vector<FileEdit>> bless(const TestFile& test,
                                                  const std::vector<Observed>& observed,
                                                  const ReadFile& read_file,
                                                  const BlessOptions& options);

// Replaces the file by a rename, keeping its mode, so that no reader sees half of it; or removes
// it. Error::field is the path.
[[nodiscard]] Result<bool> write_edit(const FileEdit& edit);

}  // namespace sbx::expect
