// fuzz/command_line.h - what libFuzzer hands to system() and popen(): words that nothing quoted.
//
//   parse_command("sbx-fuzz -merge_inner=1 c0 >t/1.log 2>&1")
//     -> {words: {"sbx-fuzz", "-merge_inner=1", "c0"}, output: "t/1.log"}
//
// libFuzzer joins words with blanks and leaves the rest to a shell. None is involved here: the
// driver gives it names without blanks alone (workspace.h), so words are what blanks part.
// Pure: thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sbx::fuzz {

struct Command {
  std::vector<std::string> words;  // the program's name first
  std::string output;              // file of stdout and stderr; empty: the caller reads them
};

[[nodiscard]] Command parse_command(std::string_view line);

// The value of "-name=value", the last one's; empty when there is none.
[[nodiscard]] std::string flag_value(const std::vector<std::string>& words, std::string_view name);
// The words without that flag.
[[nodiscard]] std::vector<std::string> without_flag(std::vector<std::string> words,
                                                    std::string_view name);
// The words that are no flags and not the program: files and folders.
[[nodiscard]] std::vector<std::string> inputs_of(const std::vector<std::string>& words);

}  // namespace sbx::fuzz
