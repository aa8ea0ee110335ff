#include "sys/names.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <algorithm>
#include <set>
#include <string>

#include "sbx/host.h"

namespace sbx::sys {
namespace {

static_assert(NR("read") == SYS_read);
static_assert(NR("exit_group") == SYS_exit_group);
static_assert(NR("file_setattr") == 469);
static_assert(nr_if("newfstatat") == SYS_newfstatat);
static_assert(kNative == Abi::aarch64 || nr_if("open") == 2);
static_assert(kNative == Abi::x86_64 || nr_if("open") == -1);

TEST(Names, NameOfANumber) {
  EXPECT_EQ(syscall_name(Abi::x86_64, 41), "socket");
  EXPECT_EQ(syscall_name(Abi::x86_64, 335), "uretprobe");
  EXPECT_EQ(syscall_name(Abi::x86_64, 336), "uprobe");
  EXPECT_EQ(syscall_name(Abi::aarch64, 198), "socket");
  EXPECT_EQ(syscall_name(Abi::aarch64, 80), "fstat");
  EXPECT_EQ(syscall_name(Abi::i386, 4), "write");
  EXPECT_EQ(syscall_name(Abi::i386, 20), "getpid");
  EXPECT_EQ(syscall_name(Abi::i386, 469), "file_setattr");
}

TEST(Names, NumbersWithoutAName) {
  for (Abi abi : {Abi::x86_64, Abi::aarch64, Abi::i386, Abi::x32}) {
    for (int nr : {-1, -2, 9999, 0x7fffffff, static_cast<int>(0x80000000)}) {
      EXPECT_EQ(syscall_name(abi, nr), "") << abi_name(abi) << ' ' << nr;
    }
  }
  EXPECT_EQ(syscall_name(Abi::x86_64, 400), "");
  EXPECT_EQ(syscall_name(Abi::x86_64, 512), "");
  EXPECT_EQ(syscall_name(Abi::x86_64, 0x40000001), "");
  EXPECT_EQ(syscall_name(Abi::aarch64, 244), "");
}

TEST(Names, X32SharesNumbersBelow512AndHasItsOwnAbove) {
  EXPECT_EQ(syscall_name(Abi::x32, 0x40000000 + 39), "getpid");
  EXPECT_EQ(syscall_name(Abi::x32, 39), "getpid");
  EXPECT_EQ(syscall_name(Abi::x32, 0x40000000 + 520), "execve");
  EXPECT_EQ(syscall_name(Abi::x32, 0x40000000 + 548), "");
  EXPECT_EQ(syscall_number(Abi::x32, "getpid"), 0x40000000 + 39);
  EXPECT_EQ(syscall_number(Abi::x32, "execve"), 0x40000000 + 520);
  EXPECT_EQ(syscall_number(Abi::x32, "no_such_call"), -1);
}

TEST(Names, NumberOfAName) {
  EXPECT_EQ(syscall_number(Abi::x86_64, "cachestat"), 451);
  EXPECT_EQ(syscall_number(Abi::aarch64, "open"), -1);
  EXPECT_EQ(syscall_number(Abi::i386, "socketcall"), 102);
  EXPECT_EQ(syscall_number("read"), SYS_read);
  EXPECT_EQ(syscall_number("mispelt"), -1);
  EXPECT_EQ(syscall_number(""), -1);
}

TEST(Names, ThePublicFunctionsSpeakOfThisArchitecture) {
  EXPECT_EQ(sbx::syscall_number("socket"), SYS_socket);
  EXPECT_EQ(sbx::syscall_name(SYS_socket), "socket");
  EXPECT_EQ(sbx::syscall_name(-1), "");
  EXPECT_EQ(sbx::arch(), abi_name(kNative));
}

struct Table {
  Abi abi;
  std::span<const Named> calls;
  std::size_t at_least;
};

class Tables : public testing::TestWithParam<Table> {};

TEST_P(Tables, AreInOrderWithoutAHoleInEitherDirection) {
  const auto& [abi, calls, at_least] = GetParam();
  EXPECT_GE(calls.size(), at_least);
  EXPECT_TRUE(std::is_sorted(calls.begin(), calls.end(),
                             [](const Named& a, const Named& b) { return a.nr < b.nr; }));
  std::set<int> numbers;
  std::set<std::string_view> names;
  for (const Named& call : calls) {
    EXPECT_TRUE(numbers.insert(call.nr).second) << call.nr;
    EXPECT_TRUE(names.insert(call.name).second) << call.name;
    EXPECT_EQ(syscall_name(abi, call.nr), call.name);
    const int x32 = abi == Abi::x32 ? static_cast<int>(kX32Bit) : 0;
    EXPECT_EQ(syscall_number(abi, call.name), call.nr + x32) << call.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Tables,
                         testing::Values(Table{Abi::x86_64, kX8664Calls, 380},
                                         Table{Abi::aarch64, kAarch64Calls, 320},
                                         Table{Abi::i386, kI386Calls, 450},
                                         Table{Abi::x32, kX32Calls, 36}),
                         [](const auto& i) { return std::string(abi_name(i.param.abi)); });

TEST(Names, FromNumber424OnEveryTableAgrees) {
  for (const Named& call : kAarch64Calls) {
    if (call.nr >= 424) {
      EXPECT_EQ(syscall_name(Abi::x86_64, call.nr), call.name);
      EXPECT_EQ(syscall_name(Abi::i386, call.nr), call.name);
    }
  }
}

}  // namespace
}  // namespace sbx::sys
