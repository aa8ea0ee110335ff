#include <algorithm>
#include <cctype>

#include "runner/test_flags.h"

namespace sbx::runner {

namespace {

constexpr std::string_view kUsage =
    "usage: sbx-test [OPTIONS] PATH...\n"
    "       sbx-test merge [OPTIONS] A.json B.json...\n"
    "\n"
    "Runs every test below the paths in a box of its own and judges it by what it promises:\n"
    "`// expect-*` lines at its head, or a NAME.expect beside it.\n";

constexpr std::string_view kCodes =
    "Exit codes: 0 all passed; 1 a failure; 2 bad directive or usage; 3 nothing selected;\n"
    "4 no box can be built here; 5 flaky passes with --flaky=fail; 130, 143 interrupted.\n";

std::string spelled(const TestFlag& flag) {
  std::string text = flag.letter ? std::string("-") + flag.letter + ", " : "    ";
  text += "--" + std::string(flag.name);
  if (!flag.value.empty()) {
    text +=
        flag.unset.empty() ? " " + std::string(flag.value) : "[=" + std::string(flag.value) + "]";
  }
  return text;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return out;
}

// groff: a leading dot or quote starts a request, a backslash an escape, '-' becomes a hyphen.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out.empty() || (out[0] != '.' && out[0] != '\'') ? out : "\\&" + out;
}

std::string man_page() {
  std::string out = ".TH SBX\\-TEST 1\n.SH NAME\nsbx\\-test \\- run boxed tests and judge them\n";
  out += ".SH SYNOPSIS\n.B sbx\\-test\n[OPTIONS] PATH...\n.br\n.B sbx\\-test merge\n";
  out += "[OPTIONS] A.json B.json...\n.SH DESCRIPTION\n";
  out += roff("Runs every test below the paths in a box of its own and judges it by what it ");
  out += roff("promises: expect- lines at its head, or a NAME.expect beside it.") + "\n";
  std::string_view group;
  for (const TestFlag& flag : test_flags()) {
    if (flag.group != group) {
      group = flag.group;
      out += ".SH " + upper(group) + "\n";
    }
    std::string name = spelled(flag);
    name.erase(0, name.find_first_not_of(' '));
    out += ".TP\n.B " + roff(name) + "\n" + roff(flag.help) + "\n";
  }
  return out + ".SH EXIT STATUS\n" + roff(kCodes);
}

std::string markdown() {
  std::string out = "# sbx-test: flags\n";
  std::string_view group;
  for (const TestFlag& flag : test_flags()) {
    if (flag.group != group) {
      group = flag.group;
      out += "\n## " + std::string(group) + "\n\n| flag | meaning |\n|---|---|\n";
    }
    std::string name = spelled(flag);
    name.erase(0, name.find_first_not_of(' '));
    out += "| `" + name + "` | " + std::string(flag.help) + " |\n";
  }
  return out + "\n" + std::string(kCodes);
}

std::string bash() {
  std::string names;
  std::string cases;
  for (const TestFlag& flag : test_flags()) {
    names += (names.empty() ? "--" : " --") + std::string(flag.name);
    if (!flag.choices.empty()) {
      cases += "    --" + std::string(flag.name) + ") COMPREPLY=($(compgen -W '" +
               std::string(flag.choices) + "' -- \"$cur\")); return;;\n";
    }
  }
  return "_sbx_test() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then\n"
         "    prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  case $prev in\n" +
         cases +
         "  esac\n"
         "  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '" +
         names +
         "' -- \"$cur\"))\n"
         "  else COMPREPLY=($(compgen -f -- \"$cur\")); fi\n"
         "}\n"
         "complete -o filenames -F _sbx_test sbx-test\n";
}

std::string zsh_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (c == '[' || c == ']' || c == ':') {
      out += std::string("\\") + c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string zsh() {
  std::string out = "#compdef sbx-test\n_arguments -s";
  for (const TestFlag& flag : test_flags()) {
    const std::string help = "[" + zsh_escaped(flag.help) + "]";
    std::string value;
    if (!flag.value.empty()) {
      value =
          ":" + zsh_escaped(flag.value) + ":" +
          (flag.choices.empty() ? std::string("_files") : "(" + std::string(flag.choices) + ")");
      // "::" is an optional argument, "=-" one that only follows "=".
      value = flag.unset.empty() ? value : ":" + value;
    }
    const std::string eq = flag.value.empty() ? "" : flag.unset.empty() ? "=" : "=-";
    out += " \\\n  '" + std::string(flag.many ? "*" : "") + "--" + std::string(flag.name) + eq +
           help + value + "'";
    if (flag.letter) {
      out +=
          " \\\n  '" + std::string(flag.many ? "*" : "") + "-" + flag.letter + help + value + "'";
    }
  }
  return out + " \\\n  '*:path:_files'\n";
}

std::string fish() {
  std::string out;
  for (const TestFlag& flag : test_flags()) {
    out += "complete -c sbx-test -l " + std::string(flag.name);
    if (flag.letter) {
      out += std::string(" -s ") + flag.letter;
    }
    if (!flag.value.empty()) {
      out += flag.choices.empty() ? " -r" : " -x -a '" + std::string(flag.choices) + "'";
    }
    std::string help(flag.help);
    for (std::size_t at = 0; (at = help.find('\'', at)) != std::string::npos; at += 2) {
      help.replace(at, 1, "\\'");
    }
    out += " -d '" + help + "'\n";
  }
  return out;
}

}  // namespace

std::string test_help() {
  std::size_t column = 0;
  for (const TestFlag& flag : test_flags()) {
    column = std::max(column, spelled(flag).size());
  }
  std::string out(kUsage);
  std::string_view group;
  for (const TestFlag& flag : test_flags()) {
    if (flag.group != group) {
      group = flag.group;
      out += "\n" + std::string(group) + ":\n";
    }
    std::string left = spelled(flag);
    left.resize(column, ' ');
    out += "  " + left + "  " + std::string(flag.help) + "\n";
  }
  return out + "\n" + std::string(kCodes);
}

std::string test_generated(std::string_view form) {
  if (form == "man") {
    return man_page();
  }
  if (form == "bash") {
    return bash();
  }
  if (form == "zsh") {
    return zsh();
  }
  if (form == "fish") {
    return fish();
  }
  return form == "markdown" ? markdown() : "";
}

}  // namespace sbx::runner
