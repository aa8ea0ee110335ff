#include "sbx/report.h"

#include <gtest/gtest.h>

#include <random>

namespace sbx {
namespace {

// Every line the documentation shows, as it shows it.
const char* const kLines[] = {
    "compile: exit 0",
    "exit 42",
    "compile: refused: process limit (16)",
    "killed: cpu limit (2 s)",
    "killed: wall clock (5 s)",
    "killed: output limit (64 MiB)",
    "killed: memory limit (512 MiB)",
    "killed: signal 11 (SIGSEGV)",
    "killed: signal 40 (SIGRTMIN+8)",
    "killed: stopped by the caller",
    "refused: open /etc/shadow",
    "refused: open a\\nb\\x1b\\\\ c",
    "refused: open ",
    "refused: syscall 41 (socket)",
    "refused: syscall 9999",
    "refused: syscall -1",
    "refused: i386 syscall 4 (write)",
    "refused: x32 syscall 1 (write)",
    "refused: process limit (0)",
    "refused: thread limit (64)",
    "refused: mmap 8589934592 bytes over the cap (268435456)",
    "refused: execve",
    "refused: execve over the memory cap (268435456)",
    "refused: clone with namespace flags",
    "refused: exit 0",
    "refused: exit 255",
    "refused: clone3 with unreadable arguments",
    "cannot mount the tree: EPERM (run as root)",
    "cannot clone: ENOSPC",
    "note: /src is read-only (mounts below the tree)",
};

TEST(Report, EveryLineParsesAndRendersItself) {
  for (const char* line : kLines) {
    auto r = parse_line(line);
    ASSERT_TRUE(r) << line;
    EXPECT_EQ(to_line(*r), line);
  }
}

TEST(Report, LinesNoBoxPrintsAreRefused) {
  for (const char* line : {"",
                           "exit",
                           "exit 256",
                           "exit 007",
                           "exit -1",
                           "exit 4 ",
                           " exit 4",
                           "killed: cpu limit (2s)",
                           "killed: signal 11 (SIGBUS)",
                           "killed: signal 0 (0)",
                           "killed: signal 65 (65)",
                           "refused: syscall",
                           "refused: syscall x",
                           "refused: syscall 41 (Socket)",
                           "refused: syscall -0",
                           "refused: open a\x1b",
                           "refused: open \\q",
                           "refused: open \\x4",
                           "refused: open \\x41",
                           "refused: mmap 1 bytes over the cap",
                           "refused: execve twice",
                           "refused: exit 256",
                           "refused: exit",
                           "cannot : EPERM",
                           "cannot x: EWHAT",
                           "cannot x: EPERM ()",
                           "killed: exit 0",
                           "Compile: exit 0",
                           "sandbox: refused",
                           "process limit (0)",
                           "compile: compile: exit 0"}) {
    EXPECT_FALSE(parse_line(line)) << line;
  }
}

TEST(Report, ACutPathKeepsItsCutForm) {
  std::string path(9000, 'a');
  Record r{"", event::RefusedOpen{path}};
  std::string line = to_line(r);
  EXPECT_EQ(line, "refused: open " + std::string(256, 'a') + "...");
  auto back = parse_line(line);
  ASSERT_TRUE(back);
  EXPECT_EQ(to_line(*back), line);
}

TEST(Report, RandomPathsRoundTrip) {
  std::mt19937 random(7);
  for (int i = 0; i < 4000; ++i) {
    std::string path;
    int length = static_cast<int>(random() % 400);
    for (int k = 0; k < length; ++k) {
      path += random() % 3 == 0 ? '.' : static_cast<char>(random() % 256);
    }
    std::string line = to_line({random() % 2 == 0 ? "compile" : "", event::RefusedOpen{path}});
    auto back = parse_line(line);
    ASSERT_TRUE(back) << line;
    ASSERT_EQ(to_line(*back), line);
  }
}

TEST(Report, RandomTextNeverParsesToSomethingElse) {
  std::mt19937 random(11);
  const std::string pieces[] = {
      "refused: ", "killed: ", "exit ",   "open ",  "syscall ", "(",         ")",    " s)", "12",
      "-1",        "EPERM",    "cannot ", "note: ", "\\x",      "compile: ", "\xff", "\n"};
  for (int i = 0; i < 20000; ++i) {
    std::string line;
    for (int k = static_cast<int>(random() % 6); k >= 0; --k) {
      line += pieces[random() % std::size(pieces)];
    }
    if (auto r = parse_line(line)) {
      ASSERT_EQ(to_line(*r), line);
    }
  }
}

TEST(Report, ExitCodes) {
  auto code = [](Event e) { return Report{{{"", e}}, {}, {}, {}, {}}.exit_code(); };
  EXPECT_EQ(code(event::Exited{42}), 42);
  EXPECT_EQ(code(event::Signalled{11}), 139);
  EXPECT_EQ(code(event::CpuLimit{}), 124);
  EXPECT_EQ(code(event::OutputLimit{}), 124);
  EXPECT_EQ(code(event::Stopped{}), 124);
  EXPECT_EQ(code(event::RefusedExec{}), 125);
  EXPECT_EQ(code(event::RefusedOpen{"/"}), 125);
  EXPECT_EQ(code(event::Cannot{"x", 1, ""}), 126);
  Report noted{{{"", event::Exited{3}}, {"", event::Note{"x"}}}, {}, {}, {}, {}};
  EXPECT_EQ(noted.exit_code(), 3);
  EXPECT_EQ(Report{}.exit_code(), 126);
}

TEST(Report, SignalNames) {
  for (int n = 1; n <= 64; ++n) {
    EXPECT_EQ(signal_number(signal_name(n)), n);
  }
  EXPECT_EQ(signal_number("SEGV"), 11);
  EXPECT_EQ(signal_number("NOPE"), 0);
}

}  // namespace
}  // namespace sbx
