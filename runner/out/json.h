// runner/out/json.h - the event stream: written by a run, read by `sbx-test merge`.
//
//   {"event":"run","version":1,"command":"sbx-test cases","selected":2,"discovered":2,"jobs":2}
//   {"event":"result","id":"isolation/shadow","status":"passed",...}
//   {"event":"end","exit":0,"passed":2,"failed":0,"skipped":0,...}
//
// One object a line, flushed line by line. A reader must ignore keys it does not know; `version`
// changes when a key changes its meaning. Strings are UTF-8: bytes that are none are written as
// visible escapes. Under --stable nothing is written that differs between two runs.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "runner/out/reporter.h"
#include "sbx/error.h"

namespace sbx::runner {

inline constexpr int kStreamVersion = 1;

struct Stream {
  RunInfo run = {};
  std::vector<TestResult> results = {};
  std::string interrupted = {};
  bool ended = false;  // false: the writer was killed
};

// Error::field is the line, "3"; Error::message what is wrong with it.
[[nodiscard]] Result<Stream> read_stream(std::string_view bytes);

// One line of `--list=json`.
[[nodiscard]] std::string listed_json(const std::string& id, const std::string& path, int line,
                                      const std::vector<std::string>& tags, const std::string& skip,
                                      const std::string& excluded);

}  // namespace sbx::runner
