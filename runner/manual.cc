#include "manual.h"

#include <algorithm>
#include <cctype>

namespace sbx::runner {

namespace {

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
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

std::string man(const Manual& m) {
  const std::string name = roff(m.program);
  std::string out = ".TH " + upper(name) + " 1\n.SH NAME\n" + name + " \\- " + roff(m.summary) +
                    "\n.SH SYNOPSIS\n";
  for (std::size_t i = 0; i < m.synopsis.size(); ++i) {
    out += (i > 0 ? ".br\n.B " : ".B ") + name + "\n" + roff(m.synopsis[i]) + "\n";
  }
  out += ".SH DESCRIPTION\n" + roff(m.description) + "\n";
  if (!m.commands.empty()) {
    out += ".SH COMMANDS\n";
  }
  for (const auto& [command, help] : m.commands) {
    out += ".TP\n.B " + roff(command) + "\n" + roff(help) + "\n";
  }
  std::string_view group;
  for (const ManualFlag& flag : m.flags) {
    if (flag.group != group) {
      group = flag.group;
      out += ".SH \"" + upper(roff(flag.group)) + "\"\n";
    }
    out += ".TP\n.B " + roff(spelled(flag)) + "\n" + roff(flag.help) + "\n";
  }
  return out + ".SH \"EXIT STATUS\"\n" + roff(m.exit_codes) + ".SH \"SEE ALSO\"\n" +
         roff(m.see_also) + "\n";
}

std::string markdown(const Manual& m) {
  const auto cell = [](const std::string& text) {
    std::string out;
    for (const char c : text) {
      out += c == '|' ? std::string("\\|") : std::string(1, c);
    }
    return out;
  };
  std::string out = "# " + m.program + ": flags\n";
  std::string_view group;
  for (const ManualFlag& flag : m.flags) {
    if (flag.group != group) {
      group = flag.group;
      out += "\n## " + flag.group + "\n\n| flag | meaning |\n|---|---|\n";
    }
    out += "| `" + cell(spelled(flag)) + "` | " + cell(flag.help) + " |\n";
  }
  return out + "\n" + m.exit_codes;
}

// A name a shell takes for a function.
std::string function_name(const std::string& program) {
  std::string out = "_" + program;
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

std::string first_words(const Manual& m) {
  std::string out;
  for (const auto& [command, help] : m.commands) {
    out += (out.empty() ? "" : " ") + command;
  }
  return out;
}

std::string bash(const Manual& m) {
  std::string names;
  std::string cases;
  for (const ManualFlag& flag : m.flags) {
    names += (names.empty() ? "" : " ") + flag.name;
    if (!flag.choices.empty()) {
      cases += "    " + flag.name + ") COMPREPLY=($(compgen -W '" + flag.choices +
               "' -- \"$cur\")); return;;\n";
    }
  }
  const std::string commands =
      m.commands.empty()
          ? ""
          : "  if [[ $COMP_CWORD == 1 && $cur != -* ]]; then\n"
            "    COMPREPLY=($(compgen -W '" +
                first_words(m) + "' -- \"$cur\") $(compgen -f -- \"$cur\"))\n    return\n  fi\n";
  const std::string function = function_name(m.program);
  return function +
         "() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then\n"
         "    prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  case $prev in\n" +
         cases + "  esac\n" + commands + "  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '" +
         names +
         "' -- \"$cur\"))\n"
         "  else COMPREPLY=($(compgen -f -- \"$cur\")); fi\n"
         "}\n"
         "complete -o filenames -F " +
         function + " " + m.program + "\n";
}

// In single quotes; in a list of _arguments also brackets and colons mean something.
std::string quoted(std::string_view text, std::string_view escaped = "") {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (escaped.find(c) != std::string_view::npos) {
      out += std::string("\\") + c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string zsh(const Manual& m) {
  std::string out = "#compdef " + m.program + "\n_arguments -s";
  for (const ManualFlag& flag : m.flags) {
    const std::string help = "[" + quoted(flag.help, "[]:") + "]";
    std::string value;
    if (!flag.value.empty()) {
      value = ":" + quoted(flag.value, "[]:") + ":" +
              (flag.choices.empty() ? std::string("_files") : "(" + flag.choices + ")");
      // "::" is an optional argument, "=-" one that only follows "=".
      value = flag.value_optional ? ":" + value : value;
    }
    const std::string eq = flag.value.empty() ? "" : flag.value_optional ? "=-" : "=";
    const std::string many = flag.many ? "*" : "";
    out += " \\\n  '" + many + flag.name + eq + help + value + "'";
    if (flag.letter != 0) {
      out += " \\\n  '" + many + "-" + flag.letter + help + value + "'";
    }
  }
  if (!m.commands.empty()) {
    out += " \\\n  '1:command:(" + first_words(m) + ")'";
  }
  return out + " \\\n  '*:path:_files'\n";
}

std::string fish(const Manual& m) {
  std::string out;
  for (const auto& [command, help] : m.commands) {
    out += "complete -c " + m.program + " -n __fish_use_subcommand -a " + command + " -d '" +
           quoted(help) + "'\n";
  }
  for (const ManualFlag& flag : m.flags) {
    out += "complete -c " + m.program + " -l " + flag.name.substr(2);
    if (flag.letter != 0) {
      out += std::string(" -s ") + flag.letter;
    }
    if (!flag.value.empty() && !flag.choices.empty()) {
      out += " -x -a '" + flag.choices + "'";
    } else if (!flag.value.empty() && !flag.value_optional) {
      out += " -r";
    }
    out += " -d '" + quoted(flag.help) + "'\n";
  }
  return out;
}

}  // namespace

std::string spelled(const ManualFlag& flag) {
  std::string text = flag.letter != 0 ? std::string("-") + flag.letter + ", " : "";
  text += flag.name;
  if (!flag.value.empty()) {
    text += flag.value_optional ? "[=" + flag.value + "]" : " " + flag.value;
  }
  return text;
}

std::string render_manual(const Manual& manual, std::string_view form) {
  if (form == "man") {
    return man(manual);
  }
  if (form == "bash") {
    return bash(manual);
  }
  if (form == "zsh") {
    return zsh(manual);
  }
  if (form == "fish") {
    return fish(manual);
  }
  return form == "markdown" ? markdown(manual) : "";
}

}  // namespace sbx::runner
