// What a step that ended by itself is called.
#include "supervisor/ledger.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace sbx::supervisor {
namespace {

using std::chrono::milliseconds;

constexpr int exited(int code) {
  return code << 8;
}

TEST(Ledger, NamesEveryEnd) {
  Limits one, build;
  one.output = 7_MiB;
  build.cpu = std::chrono::seconds(20);
  build.processes = 16;
  struct {
    int status;
    milliseconds cpu;
    const Limits& limits;
    const char* line;
  } const rows[] = {
      {exited(0), milliseconds(0), one, "exit 0"},
      {exited(255), milliseconds(0), one, "exit 255"},
      {exited(139), milliseconds(0), one, "exit 139"},
      {SIGSEGV, milliseconds(0), one, "killed: signal 11 (SIGSEGV)"},
      {SIGABRT | 0x80, milliseconds(0), one, "killed: signal 6 (SIGABRT)"},  // with a core
      {SIGKILL, milliseconds(100), one, "killed: signal 9 (SIGKILL)"},
      {SIGXFSZ, milliseconds(0), one, "killed: output limit (7 MiB)"},
      // The recorded time is a shade under the cap.
      {SIGKILL, milliseconds(1899), one, "killed: signal 9 (SIGKILL)"},
      {SIGKILL, milliseconds(1900), one, "killed: cpu limit (2 s)"},
      {SIGKILL, milliseconds(1997), one, "killed: cpu limit (2 s)"},
      // A program that ends by itself at the last moment was not stopped.
      {exited(0), milliseconds(1999), one, "exit 0"},
      {exited(3), milliseconds(1999), one, "exit 3"},
      {SIGSEGV, milliseconds(1999), one, "killed: signal 11 (SIGSEGV)"},
      // A driver survives the SIGKILL of its compiler.
      {exited(1), milliseconds(19950), build, "killed: cpu limit (20 s)"},
      {exited(0), milliseconds(19950), build, "exit 0"},
      {exited(1), milliseconds(300), build, "exit 1"},
      {SIGKILL, milliseconds(20000), build, "killed: cpu limit (20 s)"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(to_line({"", outcome_of(row.status, row.cpu, row.limits)}), row.line);
  }
}

}  // namespace
}  // namespace sbx::supervisor
