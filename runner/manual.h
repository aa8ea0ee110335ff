// runner/manual.h - a program's man page and shell completions, from what it knows of its flags.
//
//   Manual manual = sbx_manual();                      // or test_manual()
//   std::string page = render_manual(manual, "man");   // "man", "bash", "zsh", "fish", "markdown"
//
// Pure; thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sbx::runner {

struct ManualFlag {
  std::string group = {};       // heading
  std::string name = {};        // "--jobs"
  char letter = 0;              // 'j'; 0: none
  std::string value = {};       // "N"; empty: takes none
  bool value_optional = false;  // --list, --list=json
  std::string help = {};        // one sentence
  std::string choices = {};     // "plain json ctest"; for completion; may be empty
  bool many = false;            // may be given several times
};

struct Manual {
  std::string program = {};                // "sbx-test"
  std::string summary = {};                // what follows its name in NAME
  std::vector<std::string> synopsis = {};  // without the program's name
  std::string description = {};
  std::vector<std::pair<std::string, std::string>> commands = {};  // first words and what they do
  std::vector<ManualFlag> flags = {};
  std::string exit_codes = {};
  std::string see_also = {};  // other pages
};

// "-j, --jobs N", "--list[=FORM]".
[[nodiscard]] std::string spelled(const ManualFlag&);

// Empty: no such form.
[[nodiscard]] std::string render_manual(const Manual&, std::string_view form);

}  // namespace sbx::runner
