// fuzz/merge_control.h - the file through which libFuzzer's parent and the inner half of a merge
// talk. The inner half runs in a box and may write what it likes: nothing but numbers comes back.
//
//   control.header     "2\n0\nc0/a\nc0/b\n": how many files, how many are done, their names
//   believed(before, after)     the file as the parent may read it
//
// A name that the inner half changed would make the parent, outside, read any file of the host into
// the corpus. Pure: thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sbx::fuzz {

struct MergeControl {
  std::string header;
  std::vector<std::string> files;
};

// An empty header: it is no control file.
[[nodiscard]] MergeControl parse_control(std::string_view text);

// The header as it was given, and of what came behind it the lines that are well-formed.
[[nodiscard]] std::string believed(std::string_view before, std::string_view after);

}  // namespace sbx::fuzz
