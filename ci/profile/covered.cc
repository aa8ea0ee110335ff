// profile/covered - does the table let through what a list says was measured?
//
//   covered lists/x86_64-glibc-2.36.list...
//
// A line is `SET CALL[ARG]=VALUE PROGRAMS`, see ci/profile/measure. A call is covered when the
// filter of its cell allows it, or when the table has a row for it that the supervisor answers
// (`ask`, and `capped` under a memory cap). Lists of another architecture are passed over: exit 3
// when all are. Exit 1 and one line for each call that is not covered.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>

#include "policy/listed.h"

namespace {

using sbx::policy::Row;
using sbx::policy::Selection;

Selection selection_of(const std::string& cell, const std::string& set) {
  Selection selection;
  selection.compile = set == "compile";
  selection.threads = set == "threads";
  selection.net = set == "net";
  selection.fuzz = set == "fuzz" || set == "leaks";
  selection.leaks = set == "leaks";
  selection.glibc = cell.find("-musl-") == std::string::npos;
  selection.musl = !selection.glibc;
  return selection;
}

}  // namespace

int main(int argc, char** argv) {
  const bool unused = argc > 1 && std::string(argv[1]) == "--unused";
  std::set<std::string> called;
  int checked = 0;
  int refused = 0;
  for (int i = unused ? 2 : 1; i < argc; ++i) {
    const std::string path = argv[i];
    const std::string cell = path.substr(path.rfind('/') + 1);
    if (cell.rfind(sbx::sys::abi_name(sbx::sys::kNative), 0) != 0) {
      continue;
    }
    std::ifstream list(path);
    std::string line;
    while (std::getline(list, line)) {
      std::istringstream words(line);
      std::string set;
      std::string call;
      if (line.empty() || line[0] == '#' || !(words >> set >> call)) {
        continue;
      }
      ++checked;
      called.insert(call.substr(0, call.find('[')));
      if (!sbx::policy::covered(selection_of(cell, set), call)) {
        std::cout << cell << ": " << set << ' ' << call << '\n';
        ++refused;
      }
    }
  }
  if (checked == 0) {
    std::cerr << "covered: no list of this architecture\n";
    return 3;
  }
  for (const Row& row : sbx::policy::rows()) {
    if (unused && row.nr >= 0 && !called.contains(std::string(row.name))) {
      std::cout << "unused: " << row.name << ": " << row.why << '\n';
    }
  }
  return refused == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
