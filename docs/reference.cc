// Writes the reference pages of docs/ from the tables the programs use, or checks that they are
// what the tables say: reference FOLDER | reference --check FOLDER.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "box_flags.h"
#include "expect/vocabulary.h"
#include "runner/test_flags.h"
#include "trace_options.h"

namespace {

struct Page {
  std::string name;
  std::string text;
};

std::string cell(const std::string& text) {
  std::string out;
  for (char c : text) {
    out += c == '|' ? "\\|" : std::string(1, c);
  }
  return out;
}

std::string row(const sbx::runner::BoxFlag& f, const std::string& note) {
  return std::string("| `") + f.name + "` | " + cell(f.value) + " | " + cell(f.help) + note +
         " |\n";
}

std::string options_page() {
  std::string text =
      "# Options of a box\n\n"
      "Generated from the tables in `runner/box_flags.cc` and `runner/trace_options.cc`; "
      "`docs/reference` writes it.\n\n"
      "Taken by `sbx run` and `sbx exec` before the path, and by `test-opts` and `opts:` of a "
      "test\n"
      "(relative paths are then relative to the folder of the file that says them). A value "
      "follows\n"
      "after a blank or an equals sign.\n\n"
      "| option | value | meaning (default) |\n|---|---|---|\n";
  for (const sbx::runner::BoxFlag& f : sbx::runner::box_flags()) {
    text += row(f, f.program_only ? "; not in a test" : "");
  }
  text +=
      "\n# Options of `sbx trace`\n\n"
      "Besides those above. The program is **not confined by the system call filter**: every call "
      "is counted\n"
      "and let through; namespaces, the tree, Landlock and the limits hold. What it prints is "
      "thrown "
      "away. A list\n"
      "names the calls of one set: `base`, `threads` and `net` (by `--allow`), `compile` (by "
      "`--step`).\n\n"
      "| option | value | meaning (default) |\n|---|---|---|\n";
  for (const sbx::runner::BoxFlag& f : sbx::runner::trace_flags()) {
    text += row(f, "");
  }
  return text;
}

std::string flags_page() {
  std::string text = sbx::runner::test_generated("markdown");
  const std::size_t title = text.find('\n') + 1;
  return text.insert(
      title, "\nGenerated from the table in `runner/test_flags.cc`; `docs/reference` writes it.\n");
}

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::strcmp(argv[1], "--check") == 0;
  if (argc != 2 && !check) {
    std::fputs("usage: reference [--check] FOLDER\n", stderr);
    return 2;
  }
  const std::string folder = argv[argc - 1];
  int stale = 0;
  for (const Page& page : {Page{"directives.md", sbx::expect::render_markdown()},
                           Page{"options.md", options_page()}, Page{"sbx-test.md", flags_page()}}) {
    const std::string path = folder + "/" + page.name;
    if (!check) {
      std::ofstream(path, std::ios::binary) << page.text;
    } else if (read(path) != page.text) {
      std::fprintf(stderr, "%s is not what the tables say: run `reference %s`\n", path.c_str(),
                   folder.c_str());
      ++stale;
    }
  }
  return stale == 0 ? 0 : 1;
}
