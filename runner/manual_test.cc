// The man pages and completions that are installed, held against the tables that parse the flags.
#include "runner/manual.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "runner/box_flags.h"
#include "runner/sbx_manual.h"
#include "runner/test_flags.h"
#include "runner/test_folder.h"
#include "runner/trace_options.h"

namespace sbx::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

std::vector<std::string> names_of_test_flags() {
  std::vector<std::string> names;
  for (const TestFlag& flag : test_flags()) {
    names.push_back("--" + std::string(flag.name));
  }
  return names;
}

std::vector<std::string> names_of_box_flags() {
  std::vector<std::string> names;
  for (const auto* flags : {&box_flags(), &trace_flags()}) {
    for (const BoxFlag& flag : *flags) {
      names.emplace_back(flag.name);
    }
  }
  return names;
}

// As each form spells a name: groff's hyphens are escaped, fish has no dashes.
std::string in_form(std::string name, const std::string& form) {
  for (std::size_t at = 0; form == "man" && (at = name.find('-', at)) != name.npos; at += 2) {
    name.insert(at, "\\");
  }
  return form == "fish" ? " -l " + name.substr(2) + " " : name;
}

void holds_every(const Manual& manual, const std::vector<std::string>& names) {
  EXPECT_FALSE(names.empty());
  for (const std::string form : {"man", "bash", "zsh", "fish", "markdown"}) {
    const std::string text = render_manual(manual, form);
    for (const std::string& name : names) {
      EXPECT_THAT(text, HasSubstr(in_form(name, form))) << form;
    }
  }
  EXPECT_EQ(render_manual(manual, "pdf"), "");
}

TEST(Manual, EveryFlagOfSbxTestIsInEveryForm) {
  holds_every(test_manual(), names_of_test_flags());
}

TEST(Manual, EveryFlagOfSbxIsInEveryForm) {
  holds_every(sbx_manual(), names_of_box_flags());
}

TEST(Manual, HowAFlagIsSpelled) {
  EXPECT_EQ(spelled({.name = "--jobs", .letter = 'j', .value = "N"}), "-j, --jobs N");
  EXPECT_EQ(spelled({.name = "--list", .value = "FORM", .value_optional = true}), "--list[=FORM]");
  EXPECT_EQ(spelled({.name = "--proc"}), "--proc");
}

// What bash offers for the last of these words.
std::vector<std::string> completed(const Manual& manual, const std::vector<std::string>& words) {
  const TestFolder folder;
  folder.write("script", render_manual(manual, "bash"));
  folder.write("ask", R"(. ./script
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
function=$(complete -p "$1" | sed 's/.*-F \([^ ]*\).*/\1/')
$function
printf '%s\n' "${COMPREPLY[@]}"
)");
  std::string command = "cd '" + folder.path() + "' && bash ask";
  for (const std::string& word : words) {
    command += " '" + word + "'";
  }
  EXPECT_EQ(std::system((command + " > out").c_str()), 0) << command;
  std::ifstream out(folder.at("out"));
  std::vector<std::string> offered;
  for (std::string line; std::getline(out, line);) {
    offered.push_back(line);
  }
  return offered;
}

TEST(Manual, BashCompletesFlagsValuesAndFiles) {
  EXPECT_THAT(completed(test_manual(), {"sbx-test", "--shu"}), ElementsAre("--shuffle"));
  EXPECT_THAT(completed(test_manual(), {"sbx-test", "--list", "=", "b"}), ElementsAre("baseline"));
  EXPECT_THAT(completed(test_manual(), {"sbx-test", "scr"}), ElementsAre("script"));
  EXPECT_THAT(completed(test_manual(), {"sbx-test", "--"}), IsSupersetOf(names_of_test_flags()));
  EXPECT_THAT(completed(sbx_manual(), {"sbx", "ru"}), ElementsAre("run"));
  EXPECT_THAT(completed(sbx_manual(), {"sbx", "run", "--libc", "m"}), ElementsAre("musl"));
  EXPECT_THAT(completed(sbx_manual(), {"sbx", "run", "--"}), IsSupersetOf(names_of_box_flags()));
}

}  // namespace
}  // namespace sbx::runner
