// fuzz/reproducer.h - a crash as a folder that carries its box, and whether it still holds.
//
//   cases/found/<target>/target.yaml
//   cases/found/<target>/<key>/input case.expect report.txt stderr.txt meta.json [job/]
//
//   auto target = target_of("cases/found/parser/3f2a../case.expect", opts, "build/parser");
//   Held held = still_holds({.input = "...", .open = true, .key = "3f2a..."}, *target);
//
// Thread-safe. Folders are made, never removed.
#pragma once
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "fuzz/replay.h"
#include "sbx/error.h"

namespace sbx::fuzz {

// What is written down of a bug.
struct BugRecord {
  std::string target;  // its name
  Failure failure;
  std::string input;            // bytes
  std::size_t original = 0;     // bytes of the input before it was made smaller
  unsigned same = 0, runs = 0;  // how often it failed so, of how many
  std::size_t count = 0;        // inputs that show it
  std::string first;            // the first file that showed it
  std::string job;              // folder of the job that found it; empty: there is none
  bool by_job = false;          // the input does not fail alone: the job is kept with it
  std::string seen;             // when: "2026-11-30"
  Report report;
  std::string log;
  std::string build_id, compiler;
  Bytes memory{};
  unsigned timeout = 0;
  bool leaks = false;
};

// How the folder of a bug stands, before anything is written.
enum class Standing { unknown, open, fixed };
[[nodiscard]] Standing standing_of(const std::string& folder);

// What the folder of a known bug says of it: when it was first seen, how often it failed, and its
// input, where that is smaller.
void recall(const std::string& folder, BugRecord* bug);

// Writes the folder (and target.yaml beside it where there is none). Error: what could not be.
[[nodiscard]] std::optional<Error> write_reproducer(const std::string& found, const BugRecord& bug,
                                                    const Target& target);

// The texts of its files. Pure.
[[nodiscard]] std::string render_case(const BugRecord& bug);
[[nodiscard]] std::string render_meta(const BugRecord& bug);
// A log without what differs from run to run: process numbers, addresses, folders of the host.
[[nodiscard]] std::string scrubbed(std::string_view log);

// The target of a reproducer: `opts` of its case, target.yaml of the folder above, and `program`
// or, where that is empty, what target.yaml says. Error: it is not there.
[[nodiscard]] Result<Target> target_of(const std::string& case_file,
                                       const std::vector<std::string>& opts,
                                       const std::string& program);

struct Promised {
  std::string input;  // file, absolute
  bool open = true;
  std::string key;
  unsigned runs = 1;
  std::string build_id;  // of meta.json; empty: it does not say
  std::string job;       // folder of a job that is run instead; empty: the input alone fails
};
// Whether it still fails as recorded (open), or does not fail any more (fixed).
struct Held {
  bool good = false;
  std::string what;   // one line
  std::string built;  // a line where the target is another build; empty: it is not
  Replayed last;      // the run that decided
};
[[nodiscard]] Held still_holds(const Promised& promised, const Target& target,
                               std::stop_token stop = {});

// The folder of the job beside a case, where its input does not fail alone; empty: there is none.
[[nodiscard]] std::string recorded_job(const std::string& case_file);
// The id that meta.json beside a case holds; empty: none.
[[nodiscard]] std::string recorded_build(const std::string& case_file);

}  // namespace sbx::fuzz
