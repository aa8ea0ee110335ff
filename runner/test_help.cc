#include <algorithm>

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

}  // namespace

Manual test_manual() {
  Manual m;
  m.program = "sbx-test";
  m.summary = "run boxed tests and judge them";
  m.synopsis = {"[OPTIONS] PATH...", "merge [OPTIONS] A.json B.json..."};
  m.description =
      "Runs every test below the paths in a box of its own and judges it by what it promises: "
      "expect- lines at its head, or a NAME.expect beside it. With merge: joins the event streams "
      "of shards into one set of reports and one exit code.";
  m.commands = {{"merge", "join the event streams of shards"}};
  for (const TestFlag& flag : test_flags()) {
    m.flags.push_back({std::string(flag.group), "--" + std::string(flag.name), flag.letter,
                       std::string(flag.value), !flag.unset.empty(), std::string(flag.help),
                       std::string(flag.choices), flag.many});
  }
  m.exit_codes = kCodes;
  m.see_also = "sbx(1)";
  return m;
}

std::string test_help() {
  const std::vector<ManualFlag> flags = test_manual().flags;
  const auto left_of = [](const ManualFlag& flag) {
    return (flag.letter != 0 ? "" : "    ") + spelled(flag);
  };
  std::size_t column = 0;
  for (const ManualFlag& flag : flags) {
    column = std::max(column, left_of(flag).size());
  }
  std::string out(kUsage);
  std::string_view group;
  for (const ManualFlag& flag : flags) {
    if (flag.group != group) {
      group = flag.group;
      out += "\n" + flag.group + ":\n";
    }
    std::string left = left_of(flag);
    left.resize(column, ' ');
    out += "  " + left + "  " + flag.help + "\n";
  }
  return out + "\n" + std::string(kCodes);
}

std::string test_generated(std::string_view form) {
  return render_manual(test_manual(), form);
}

}  // namespace sbx::runner
