#include "runner/elsewhere/elsewhere.h"

#include <gtest/gtest.h>

namespace sbx::elsewhere {
namespace {

TEST(Elsewhere, AWordIsOneWordOfTheShell) {
  EXPECT_EQ(quoted("hello.c"), "hello.c");
  EXPECT_EQ(quoted("--time=1"), "--time=1");
  EXPECT_EQ(quoted(""), "''");
  EXPECT_EQ(quoted("a b"), "'a b'");
  EXPECT_EQ(quoted("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(Elsewhere, TheCommandRunsInTheSameFolder) {
  EXPECT_EQ(in_a_vm(Host::mac, "/Users/me/a b", "sbx", {"run", "--time", "1", "hello.c"}),
            "limactl shell --workdir '/Users/me/a b' default sbx run --time 1 hello.c");
  EXPECT_EQ(in_a_vm(Host::windows, "C:\\x", "sbx", {"check"}), "wsl --cd \"C:\\x\" sbx \"check\"");
  EXPECT_EQ(in_a_vm(Host::other, "/home/me", "sbx-test", {"-k", "a|b", "."}),
            "ssh LINUX-VM 'cd /home/me && sbx-test -k '\\''a|b'\\'' .'");
}

}  // namespace
}  // namespace sbx::elsewhere
