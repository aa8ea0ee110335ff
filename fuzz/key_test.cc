#include "fuzz/key.h"

#include <gtest/gtest.h>

#include <string>

namespace sbx::fuzz {
namespace {

constexpr const char* kApp =
    "    #1 0x1 in parse_value(char const*) /src/p.cc:9:3\n"
    "    #2 0x1 in (anonymous namespace)::Parser<int>::run(std::string const&) /src/p.cc:30:1\n"
    "    #3 0x1 in LLVMFuzzerTestOneInput /src/p.cc:40:3\n"
    "    #4 0x1 in fuzzer::Fuzzer::ExecuteCallback(unsigned char const*, unsigned long) f.cpp:3\n";

Report exited(int code) {
  Report r;
  r.records = {{"", event::Exited{code}}};
  return r;
}
Report ended(Event e) {
  Report r;
  r.records = {{"", event::Note{"/src is read-only"}}, {"", std::move(e)}};
  return r;
}
Failure of(int code, const std::string& log) {
  return failure_of(exited(code), log);
}

TEST(Key, NothingFailedWithoutAFailure) {
  EXPECT_FALSE(of(0, "Done 100 runs").failed);
  EXPECT_FALSE(failure_of({}, "").failed);
  EXPECT_FALSE(failure_of(ended(event::Stopped{}), "").failed);
  EXPECT_FALSE(failure_of(ended(event::Cannot{"mount", 1, ""}), "").failed);
}

TEST(Key, IsOneAcrossBuilds) {
  const std::string plain =
      "==6573==ERROR: UndefinedBehaviorSanitizer: SEGV on unknown address 0x000000000008 (pc 0x5 "
      "bp 0x7 sp 0x7 T6)\n==6573==The signal is caused by a WRITE memory access.\n"
      "    #0 0x1 in store(int*) /src/p.cc:5:3\n" +
      std::string(kApp) +
      "SUMMARY: UndefinedBehaviorSanitizer: SEGV (/src/t+0x6b404) (BuildId: 28) in store\n";
  const std::string asan =
      "==9==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000010 (pc 0x5 bp 0x7 T0)\n"
      "==9==The signal is caused by a WRITE memory access.\n"
      "    #0 0x4 in store(int*) /other/p.cc:7:3\n" +
      std::string(kApp) + "SUMMARY: AddressSanitizer: SEGV /src/p.cc:5:3 in store(int*)\n";
  const Failure a = of(1, plain), b = of(1, asan);
  EXPECT_EQ(a.kind, "SEGV:WRITE:null");
  EXPECT_EQ(a.title, "SEGV (WRITE) of a null pointer");
  EXPECT_EQ(a.frames, (std::vector<std::string>{"store", "parse_value", "anonymous::Parser::run"}));
  EXPECT_EQ(a.key, b.key);
  EXPECT_EQ(a.key.size(), 12u);
  EXPECT_EQ(a.artifact, "crash");
}

TEST(Key, TwoAbortsAreTwo) {
  const std::string first = "==1== ERROR: libFuzzer: deadly signal\n    #0 0x1 in a() /p.cc:1:1\n";
  const std::string second = "==1== ERROR: libFuzzer: deadly signal\n    #0 0x1 in b() /p.cc:1:1\n";
  EXPECT_EQ(of(77, first).kind, "deadly-signal");
  EXPECT_NE(of(77, first).key, of(77, second).key);
}

TEST(Key, KindsOfWhatIsPrinted) {
  const struct {
    const char* log;
    const char* kind;
    const char* artifact;
  } rows[] = {
      {"t: p.c:3: f: Assertion `depth < 64' failed.\n==1== ERROR: libFuzzer: deadly signal\n",
       "assert:depth < 64", "crash"},
      {"terminate called after throwing an instance of 'YAML::Bad'\n==1== ERROR: libFuzzer: deadly "
       "signal\n",
       "uncaught:YAML::Bad", "crash"},
      {"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6\nWRITE of size 1 at "
       "0x6\nSUMMARY: AddressSanitizer: heap-buffer-overflow (/src/t+0x1)\n",
       "heap-buffer-overflow:WRITE", "crash"},
      {"==1==ERROR: AddressSanitizer: attempting double-free on 0x6 in thread T0:\nSUMMARY: "
       "AddressSanitizer: double-free (/src/t+0x1)\n",
       "double-free", "crash"},
      {"==1==ERROR: AddressSanitizer: stack-overflow on address 0x7fff (pc 0x5 T0)\nSUMMARY: "
       "AddressSanitizer: stack-overflow (/src/t+0x1)\n",
       "stack-overflow", "crash"},
      {"==1==ERROR: AddressSanitizer: SEGV on unknown address 0x7f0000000000 (pc 0x5 T0)\nThe "
       "signal "
       "is caused by a READ memory access.\nSUMMARY: AddressSanitizer: SEGV (/src/t+0x1)\n",
       "SEGV:READ:wild", "crash"},
      {"==1==ERROR: AddressSanitizer: SEGV on unknown address (pc 0x5 T0)\nSUMMARY: "
       "AddressSanitizer: SEGV (/src/t+0x1)\n",
       "SEGV", "crash"},
      {"==1==ERROR: AddressSanitizer: requested allocation size 0xffff exceeds\nSUMMARY: "
       "AddressSanitizer: allocation-size-too-big (/src/t+0x1)\n",
       "killed:memory", "oom"},
      {"==1==WARNING: MemorySanitizer: use-of-uninitialized-value\nSUMMARY: MemorySanitizer: "
       "use-of-uninitialized-value (/src/t+0x1)\n",
       "use-of-uninitialized-value", "crash"},
      {"==1==ERROR: LeakSanitizer: detected memory leaks\nDirect leak of 77 byte(s)\nSUMMARY: "
       "AddressSanitizer: 77 byte(s) leaked in 1 allocation(s).\n",
       "leak", "leak"},
      {"p.cc:20:58: runtime error: signed integer overflow: 2147483647 + -1 cannot be represented "
       "in "
       "type 'int32_t'\nSUMMARY: UndefinedBehaviorSanitizer: undefined-behavior p.cc:20:58 in \n",
       "undefined:signed integer overflow: N + -N cannot be represented in type 'int32_t'",
       "crash"},
      {"p.cc:2:5: runtime error: load of address 0x7ffff7a0 with insufficient space\n",
       "undefined:load of address N with insufficient space", "crash"},
      {"==1== ERROR: libFuzzer: timeout after 2 seconds\n", "timeout", "timeout"},
      {"==1== ERROR: libFuzzer: out-of-memory (used: 2050Mb; limit: 2048Mb)\n", "killed:memory",
       "oom"},
      {"==1== ERROR: libFuzzer: fuzz target exited\n", "exit", "exit"},
      {"==1== ERROR: libFuzzer: fuzz target overwrites its const input\n",
       "fuzz target overwrites its const input", "crash"},
      {"nothing known\n", "exit:9", "crash"},
  };
  for (const auto& row : rows) {
    const Failure f = of(9, row.log);
    EXPECT_TRUE(f.failed);
    EXPECT_EQ(f.kind, row.kind) << row.log;
    EXPECT_EQ(f.artifact, row.artifact) << row.log;
    EXPECT_FALSE(f.title.empty());
  }
}

TEST(Key, ATitleIsCutBetweenCharacters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc... (4 bytes)");
  EXPECT_EQ(shortened("ab\xc3\xbc"
                      "d",
                      3),
            "ab... (5 bytes)");
}

TEST(Key, WhatTheBoxSaysComesFirst) {
  const std::string log =
      "==1== ERROR: libFuzzer: deadly signal\n    #0 0x1 in include(char const*) "
      "/src/p.cc:1:1\n";
  Failure f = failure_of(ended(event::RefusedOpen{"/etc/passwd"}), log);
  EXPECT_EQ(f.kind, "refused:open");
  EXPECT_EQ(f.title, "refused: open /etc/passwd");
  EXPECT_EQ(f.artifact, "refused-open");
  EXPECT_EQ(f.frames, std::vector<std::string>{"include"});
  EXPECT_EQ(f.key, failure_of(ended(event::RefusedOpen{"/root/x"}), log).key);
  // A report's line is printable already; what the log says is made so.
  EXPECT_EQ(failure_of(ended(event::RefusedOpen{"\xff\n"}), log).title, "refused: open \\xff\\n");
  EXPECT_EQ(failure_of(ended(event::Exited{77}), "Assertion `a\xff' failed\n").title,
            "assertion failed: a\\xff");
  f = failure_of(ended(event::RefusedSyscall{Abi::native, 41, "socket"}), log);
  EXPECT_EQ(f.kind, "refused:socket");
  f = failure_of(ended(event::RefusedProcess{0}), log);
  EXPECT_EQ(f.artifact, "refused-process");
  f = failure_of(ended(event::RefusedExit{3}), log);
  EXPECT_EQ(f.kind, "exit");
  EXPECT_EQ(f.title, "fuzz target left by _exit(3)");
  f = failure_of(ended(event::Signalled{9}), log);
  EXPECT_EQ(f.kind, "signal:SIGKILL");
}

TEST(Key, MemoryAndTimeHaveTheFramesThatDoNotDependOnChance) {
  const std::string log =
      "==1== ERROR: libFuzzer: timeout after 2 seconds\n    #0 0x1 in innermost(int) /p.cc:1:1\n"
      "    #1 0x1 in inner(int) /p.cc:1:1\n" +
      std::string(kApp);
  EXPECT_EQ(of(70, log).frames,
            (std::vector<std::string>{"anonymous::Parser::run", "LLVMFuzzerTestOneInput"}));
  EXPECT_EQ(of(70, log).key, failure_of(ended(event::WallClock{}), log).key);
  const Failure f = failure_of(ended(event::MemoryLimit{64_MiB}), log);
  EXPECT_TRUE(f.frames.empty());
  EXPECT_EQ(f.key, of(71, "==1== ERROR: libFuzzer: out-of-memory (used: 9Mb)\n").key);
}

TEST(Key, TwoLoopsWithoutNamesAreTwoWhereverTheyAreWhenTimeIsUp) {
  const auto key = [](const char* inner, const char* loop, const char* at) {
    return of(70, std::string("==1== ERROR: libFuzzer: timeout after 2 seconds\n") + inner +
                      "    #1 0x1  (/src/t+0x" + at + ") (BuildId: 28) (function 0x" + loop +
                      ", counted)\n"
                      "    #2 0x1  (/src/t+0x115) (BuildId: 28) (function 0x100, counted)\n"
                      "    #3 0x1  (/src/t+0x15) (BuildId: 28) (function 0x10)\n")
        .key;
  };
  const char* leaf = "    #0 0x1  (/src/t+0x900) (BuildId: 28) (function 0x900, counted)\n";
  const char* other = "    #0 0x1  (/src/t+0x950) (BuildId: 28) (function 0x940, counted)\n";
  EXPECT_EQ(key(leaf, "200", "215"), key(other, "200", "230"));
  EXPECT_NE(key(leaf, "200", "215"), key(leaf, "300", "315"));
}

TEST(Key, ARecursionIsItsFunctionsWhicheverMetTheEnd) {
  std::string deep, other;
  for (int i = 0; i < 240; ++i) {
    const std::string n = "    #" + std::to_string(i) + " 0x1 in ";
    deep += n + (i == 0 ? "leaf(int)" : i % 2 == 0 ? "value(int)" : "list(int)") + " /p.cc:1:1\n";
    other += n + (i % 2 == 1 ? "value(int)" : "list(int)") + " /p.cc:1:1\n";
  }
  const Failure a = of(1, "==1== ERROR: libFuzzer: deadly signal\n" + deep);
  const Failure b = of(1, "==1==ERROR: AddressSanitizer: stack-overflow on address 0x7\n" + other);
  EXPECT_EQ(a.kind, "stack-overflow");
  EXPECT_EQ(a.frames, (std::vector<std::string>{"list", "value"}));
  EXPECT_EQ(a.key, b.key);
  EXPECT_EQ(of(70, "ERROR: libFuzzer: timeout after 2 seconds\n" + deep).key,
            of(70, "ERROR: libFuzzer: timeout after 2 seconds\n" + other).key);
}

TEST(Key, ALeakIsWhereItWasAllocated) {
  const Failure f =
      of(77,
         "    #0 0x1 in elsewhere() /p.cc:1:1\n\nERROR: LeakSanitizer: detected memory "
         "leaks\n\nDirect leak of 77 byte(s) in 1 object(s) allocated from:\n"
         "    #0 0x5 in malloc /x.cpp:3\n    #1 0x5 in make_node(int) /p.cc:9:3\n");
  EXPECT_EQ(f.kind, "leak");
  EXPECT_EQ(f.frames, std::vector<std::string>{"make_node"});
}

TEST(Key, IsNotWhatTheInputSays) {
  const std::string crash = "==1== ERROR: libFuzzer: deadly signal\n" + std::string(kApp);
  const std::string echoes =
      "#71\tNEW    cov: 9 MS: 1 CMP- DE: \"runtime error: \"-\n" + crash +
      "MS: 2 CMP- DE: \"SUMMARY: MemorySanitizer: \"-; base unit: adc83b19\n0x52,0x3d,\n"
      "#0 0x1 in f() ERROR: AddressSanitizer: he:f(int\\x0aAssertion `a' failed\n"
      "artifact_prefix='a/'; Test unit written to a/crash-1\n"
      "\"Assertion `b' failed\" # Uses: 3\nBase64: QQ==\n";
  EXPECT_EQ(of(77, echoes).key, of(77, crash).key);
  EXPECT_EQ(of(77, echoes).kind, "deadly-signal");
  const std::string talks = "MS: 1 hello\n#3 is a number\nMS: 0 ; base unit: 0\n0x1,\na\n" + crash;
  EXPECT_EQ(of(77, talks).key, of(77, crash).key);
}

}  // namespace
}  // namespace sbx::fuzz
