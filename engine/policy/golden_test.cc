// The filters of the usual steps, instruction by instruction, against golden/ARCH-SELECTION.txt.
// SBX_REWRITE_GOLDEN=1 in the environment writes them anew; read the difference before committing
// it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "policy/emit.h"
#include "policy/selections_test.h"

namespace sbx::policy {
namespace {

const Selection kUsual[] = {
    {},                                                                 // a static program
    {.musl = false},                                                    // a dynamic one
    {.glibc = false},                                                   // the same, of musl
    {.threads = true, .musl = false},                                   // --allow=threads
    {.net = true, .musl = false},                                       // --allow=net
    {.musl = false, .brief = true},                                     // a program of a pool's
    {.compile = true, .musl = false},                                   // a compile step
    {.musl = false, .memory_cap = false},                               // no memory cap
    {.musl = false, .memory_cap = false, .fuzz = true},                 // a libFuzzer target
    {.musl = false, .memory_cap = false, .fuzz = true, .leaks = true},  // and --leaks
};

class Golden : public testing::TestWithParam<Selection> {};

TEST_P(Golden, TheFilterIsTheOneThatWasRead) {
  const std::string path = std::string(POLICY_GOLDEN) + "/" +
                           std::string(sys::abi_name(sys::kNative)) + "-" + describe(GetParam()) +
                           ".txt";
  const std::string now = disassemble(emit(GetParam()));
  if (std::getenv("SBX_REWRITE_GOLDEN") != nullptr) {
    std::ofstream(path) << now;
  }
  std::ifstream file(path);
  ASSERT_TRUE(file) << path;
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(golden.str(), now);
}

std::string test_name(const testing::TestParamInfo<Selection>& info) {
  std::string name = describe(info.param);
  for (char& c : name) {
    c = c == '-' ? '_' : c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Usual, Golden, testing::ValuesIn(kUsual), test_name);

TEST(Disassemble, NamesCallsFieldsAndTargets) {
  const std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 4),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x1234, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 16),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 7, 1, 1),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 28),
      BPF_STMT(BPF_JMP | BPF_JA, 1),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 9999, 0, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  EXPECT_EQ(disassemble(filter),
            "   0  load arch\n"
            "   1  if arch == 0x1234 goto 3\n"
            "   2  ask\n"
            "   3  load nr\n"
            "   4  if nr == 435 clone3 else 9\n"
            "   5  load arg0.low\n"
            "   6  if arg0.low & 0x7 goto 8 else 8\n"
            "   7  load arg1.high\n"
            "   8  goto 10\n"
            "   9  if nr == 9999\n"
            "  10  allow\n"
            "  11  code 0x54 0x1\n"
            "  12  0x80000000\n");
}

}  // namespace
}  // namespace sbx::policy
