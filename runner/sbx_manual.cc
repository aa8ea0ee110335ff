#include "sbx_manual.h"

#include <algorithm>

#include "box_flags.h"
#include "trace_options.h"

namespace sbx::runner {

namespace {

constexpr const char* kCodes =
    "Exit code: the program's own; 124 a cap stopped it; 125 a refusal did; 126 no box could be\n"
    "built, or output or report could not be written; 128+N a signal; 2 bad usage. The report "
    "goes\n"
    "to standard error, one line an event.\n";

void add(const char* group, const std::vector<BoxFlag>& flags, Manual* m) {
  for (const BoxFlag& f : flags) {
    const std::string help = f.help;
    m->flags.push_back({group, f.name, 0, f.value, false, help, f.choices,
                        help.find("; repeatable") != help.npos});
  }
}

std::string flag_lines(const std::vector<BoxFlag>& flags) {
  std::string text;
  for (const BoxFlag& f : flags) {
    std::string left = std::string("  ") + f.name + " " + f.value;
    left.resize(std::max<std::size_t>(left.size() + 1, 26), ' ');
    text += left + f.help + "\n";
  }
  return text;
}

}  // namespace

Manual sbx_manual() {
  Manual m;
  m.program = "sbx";
  m.summary = "run a program nobody trusts in a box, and say by name what stopped it";
  m.synopsis = {"run [OPTIONS] PATH [--] [ARGS]", "exec [OPTIONS] BIN [--] [ARGS]",
                "check [--json]", "trace [OPTIONS] PROGRAM [ARGS]"};
  m.description =
      "Compiles and runs, or runs, one program in a Linux box: no view of the host, no network, "
      "hard caps, and a report that is the same bytes every time. Options come before the path; "
      "each takes its value after a blank or an equals sign.";
  m.commands = {
      {"run",
       "compile a source file, or build a folder with sbx.yaml, in the box, and run the product "
       "there"},
      {"exec", "run a program that is built already"},
      {"check", "what this host can do: exit 0 or 1"},
      {"trace", "which system calls a program makes that one trusts"},
  };
  add("Options", box_flags(), &m);
  add("Of trace alone", trace_flags(), &m);
  m.exit_codes = kCodes;
  m.see_also = "sbx-test(1)";
  return m;
}

std::string sbx_help() {
  std::string text =
      "sbx - run a program nobody trusts in a box, and say by name what stopped it\n\n"
      "  sbx run  [OPTIONS] PATH [--] [ARGS]   compile a source file, or build a folder with\n"
      "                                        sbx.yaml, in the box, and run the product there\n"
      "  sbx exec [OPTIONS] BIN  [--] [ARGS]   run a program that is built already: one below "
      "--root,\n"
      "                                        or of a folder that --ro or --rw shows beside it\n"
      "  sbx check [--json]                    what this host can do: exit 0 or 1\n"
      "  sbx trace [OPTIONS] PROGRAM [ARGS]    which system calls a program makes that one trusts: "
      "the\n"
      "                                        filter asks for all of them and lets them through\n"
      "  sbx --generate FORM                   the man page, a completion script or a table of\n"
      "                                        these options: man bash zsh fish markdown\n\n"
      "Options come before the path; each takes its value after a blank or an equals sign.\n";
  text += flag_lines(box_flags());
  text += "\nOf trace alone:\n" + flag_lines(trace_flags());
  return text + "\n" + kCodes;
}

}  // namespace sbx::runner
