// expect/judge.h - was the promise kept? A pure function from bytes to mismatches.
//
//   Outcome got{.exit_code = 0, .report = {"compile: exit 0", "exit 0"}, .out = "hello\n"};
//   for (const Mismatch& m : judge(spec.expect, got)) { std::fputs(m.text.c_str(), stderr); }
//
// Thread-safe; keeps nothing. The views of an Outcome may lie in mapped files.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expect/expectation.h"

namespace sbx::expect {

// Hash and length of an output that was streamed and not kept.
struct Digest {
  std::string sha256;  // 64 lower-case hex digits
  std::uint64_t bytes = 0;
};

struct Outcome {
  int exit_code = 0;                     // Report::exit_code()
  std::vector<std::string> report = {};  // to_line() of every record
  std::string_view out = {};             // the run step's; everything's where steps share a stream
  std::string_view err = {};
  std::optional<Digest> out_digest = {};  // instead of `out`, for an output that was not kept
  std::optional<Digest> err_digest = {};
  std::string_view compile_err = {};     // the compile step's stderr (and stdout) where known apart
  std::vector<std::string> writes = {};  // paths under /src; "-path" for a removed one; sorted
  std::optional<std::string_view> out_sidecar = {};  // bytes of expect.out.file
  std::optional<std::string_view> err_sidecar = {};
};

enum class MismatchKind {
  exit,
  signal,
  out,
  err,
  report,
  writes,
  compile,
  unchecked,  // output that no directive judges: counted, a failure under --strict only
};

struct Mismatch {
  MismatchKind kind = MismatchKind::exit;
  std::string summary = {};   // one line: "stdout differs (only in its line endings)"
  std::string expected = {};  // what was promised and what came, short and with visible escapes
  std::string got = {};
  std::string text = {};  // to display: a unified diff or the marked report; lines end in newline
  Place at = {};          // of the directive; line 0: a default
};

// "exit", "stdout", "report" ...: for machine output.
[[nodiscard]] std::string_view kind_name(MismatchKind);

[[nodiscard]] std::vector<Mismatch> judge(const Expectation&, const Outcome&);

// judge() with the sidecars that `expect` names mapped into memory and given to it. One that cannot
// be read is a mismatch that says so.
[[nodiscard]] std::vector<Mismatch> judge_with_sidecars(const Expectation& expect, Outcome got);

}  // namespace sbx::expect
