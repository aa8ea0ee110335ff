// runner/walk.h - folders and the candidates in them, before any source is read.
//
//   Walk walk;
//   walk_folder({.folder = "cases", .relative = ""}, &walk);
//   for (const Candidate& c : walk.candidates) { ... }
//
// Reads folders, NAME.expect and defaults.expect; the sources themselves are left to discover().
#pragma once
#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "expect/expectation.h"

namespace sbx::runner {

// A defaults.expect and where it holds.
struct Defaults {
  expect::Parsed parsed = {};
  std::string folder = {};
  std::vector<std::string> excluded = {};    // of each of parsed.exclude: the path or glob, whole
  std::vector<std::atomic<bool>> used = {};  // which of them named something
};
using DefaultsChain = std::vector<std::shared_ptr<Defaults>>;  // nearest first

// What may be a test.
struct Candidate {
  std::string path = {};      // the source, else the .expect
  std::string program = {};   // source file, project folder, or binary
  std::string relative = {};  // to the base, without suffix
  std::string suffix = {};    // of a source: ".c"
  std::string folder = {};
  expect::TestKind kind = expect::TestKind::source;
  std::shared_ptr<expect::Parsed> yaml = {};
  DefaultsChain defaults = {};
  std::string excluded = {};  // the reason; nothing of it is read then
  bool named = false;         // the file itself was given: it must be a test
  bool selected = true;       // false: only here because it may share a selected test's id
};

struct WalkedFolder {
  std::string path;
  std::vector<std::string> files;
  bool has_companions = false;  // .expect files or sidecars: something that could belong to no test
};

struct Walk {
  std::vector<Candidate> candidates = {};
  std::vector<WalkedFolder> folders = {};  // those read whole
  std::vector<std::shared_ptr<Defaults>> defaults = {};
  std::vector<expect::Diagnostic> diagnostics = {};
};

struct WalkFrom {
  std::string folder = {};
  std::string relative = {};        // of the folder to the base; "" for the base itself
  DefaultsChain defaults = {};      // of the folders above
  std::set<std::string> only = {};  // names in this folder; empty: everything below it
};

// With `at_once` the folders of one that has many are walked on every core.
void walk_folder(const WalkFrom&, Walk*, bool at_once = true);

// The defaults.expect files of the folders above `folder`, up to one that holds `.git`.
[[nodiscard]] DefaultsChain defaults_above(const std::string& folder, Walk*);

}  // namespace sbx::runner
