#include "fuzz/stack.h"

#include <gtest/gtest.h>

namespace sbx::fuzz {
namespace {

using Names = std::vector<std::string>;

TEST(Frame, IsReadWithAndWithoutSymbols) {
  Frame f = parse_frame("    #7 0x5555555bf547  (/tmp/a b/t+0x6b547) (BuildId: 287a26bc)");
  EXPECT_EQ(f.number, 7u);
  EXPECT_EQ(f.module, "/tmp/a b/t");
  EXPECT_EQ(f.offset, 0x6b547u);
  EXPECT_EQ(f.build_id, "287a26bc");
  EXPECT_EQ(f.function, "");
  f = parse_frame("    #1 0x5 in parse(char const*, int) /home/a/p.cc:12:3");
  EXPECT_EQ(f.function, "parse(char const*, int)");
  EXPECT_EQ(f.place, "/home/a/p.cc:12:3");
  f = parse_frame("    #0 0x5 in f(int) p.cc:12");
  EXPECT_EQ(f.place, "p.cc:12");
  f = parse_frame("#12 0x5 in ns::g<int>(unsigned long) const (/lib/libx.so.1+0x10) (BuildId: ab)");
  EXPECT_EQ(f.function, "ns::g<int>(unsigned long) const");
  EXPECT_EQ(f.module, "/lib/libx.so.1");
  EXPECT_EQ(f.build_id, "ab");
  f = parse_frame("    #3 0x5 in __libc_start_main csu/../csu/libc-start.c:381:3");
  EXPECT_EQ(f.function, "__libc_start_main");
  f = parse_frame("    #3 0x5 in _start");
  EXPECT_EQ(f.function, "_start");
  for (const char* none : {"", "#", "#x 0x5 in f", "    #1 in f", "    #1 5 in f", "# 0x5 in f",
                           "#6\tINITED cov: 8", "#209 NEW cov: 9", "    #99999999999 0x5 in f"}) {
    EXPECT_EQ(parse_frame(none).number, kNoFrame) << none;
  }
  f = parse_frame("#1 0x5  (/t+0xzz)");
  EXPECT_EQ(f.module, "");
  f = parse_frame("#1 0x5  (/t+0x1ab) (BuildId: 28) (function 0x1a0, counted)");
  EXPECT_EQ(f.offset, 0x1abu);
  EXPECT_EQ(f.build_id, "28");
  EXPECT_EQ(f.begins, 0x1a0u);
  EXPECT_TRUE(f.counted);
  f = parse_frame("#1 0x5  (/t+0x1ab) (function 0x1a0)");
  EXPECT_EQ(f.begins, 0x1a0u);
  EXPECT_FALSE(f.counted);
  for (const char* none : {"#1 0x5  (/t+0x1ab) (function 0x)", "#1 0x5  (/t+0x1ab) (function 0x1",
                           "#1 0x5  (/t+0x1ab) (function 0x1, counted, counted)"}) {
    EXPECT_EQ(parse_frame(none).begins, 0u) << none;
  }
}

TEST(Stack, TheFirstOneEndsAtWhatIsNoFrame) {
  const std::string log =
      "noise\n    #0 0x1 in a() /p.cc:1:1\n    #1 0x1 in b() /p.cc:1:1\n\n    #2 0x1 in c()\n"
      "freed by thread T0 here:\n    #0 0x1 in d() /p.cc:1:1\n";
  const std::vector<Frame> stack = first_stack(log);
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_EQ(stack[1].function, "b()");
  EXPECT_EQ(first_stack(log, "freed by")[0].function, "d()");
  EXPECT_EQ(first_stack(log, "not there")[0].function, "a()");
  EXPECT_EQ(first_stack("    #0 0x1 in a()\n    #0 0x1 in b()\n").size(), 1u);
  EXPECT_TRUE(first_stack("    #1 0x1 in a()\n").empty());
}

TEST(Function, LosesArgumentsTemplatesAndResult) {
  const std::pair<const char*, const char*> rows[] = {
      {"f", "f"},
      {"f(int)", "f"},
      {"ns::C<int, X<2>>::g<char>(A<B>) const", "ns::C::g"},
      {"int f<int>(int)", "f"},
      {"(anonymous namespace)::h(int)", "anonymous::h"},
      {"bool operator==<int>(A const&)", "bool operator=="},
      {"C::operator()(int)", "C::operator()"},
      {"C::operator<(C const&)", "C::operator<"},
      {"a::b()::{lambda(int)#1}::operator()(int) const", "a::b"},
      {"", ""},
  };
  for (const auto& [from, to] : rows) {
    EXPECT_EQ(plain_function(from), to);
  }
}

TEST(Frames, AreTheApplicationsAlone) {
  const std::string log =
      "    #0 0x1 in __interceptor_memcpy x.cpp:1:1\n"
      "    #1 0x1  (/lib/x86_64-linux-gnu/libc.so.6+0x3c04f) (BuildId: 93ac)\n"
      "    #2 0x1 in std::vector<int>::at(unsigned long) v.h:1:1\n"
      "    #3 0x1 in memory_of(int) /p.cc:1:1\n"
      "    #4 0x1 in strange(int) /p.cc:1:1\n"
      "    #5 0x1 in raise (/lib/x86_64-linux-gnu/libc.so.6+0x1)\n"
      "    #6 0x1  (/src/t+0x6b547) (BuildId: 287a26bc69c8ad6f1bcf0d03564e82458cdc3fc7)\n"
      "    #7 0x1  (/src/libq.so+0x17)\n"
      "    #8 0x1 in LLVMFuzzerTestOneInput /p.cc:1:1\n"
      "    #9 0x1 in main /p.cc:1:1\n";
  EXPECT_EQ(application_frames(first_stack(log)),
            (Names{"memory_of", "strange", "287a26bc69c8+0x6b547", "libq.so+0x17",
                   "LLVMFuzzerTestOneInput"}));
  EXPECT_EQ(collapsed({"a", "b", "a", "c", "b"}), (Names{"a", "b", "c"}));
}

TEST(Frames, EndWhereLibFuzzerCalledATargetWithoutNames) {
  const std::string calls =
      "    #0 0x1  (/src/t+0x315) (BuildId: 28) (function 0x300, counted)\n"
      "    #1 0x1  (/src/t+0x215) (BuildId: 28) (function 0x200)\n"
      "    #2 0x1  (/src/t+0x115) (BuildId: 28) (function 0x100, counted)\n";
  const std::string outer =
      "    #3 0x1  (/src/t+0x15) (BuildId: 28) (function 0x10)\n"
      "    #4 0x1  (/lib/x86_64-linux-gnu/libc.so.6+0x3c04f)\n"
      "    #5 0x1 in _start ??:0:0\n";
  EXPECT_EQ(application_frames(first_stack(calls + outer)),
            (Names{"28+0x315", "28+0x215", "28+0x115"}));
  EXPECT_EQ(application_frames(first_stack(calls + outer), Unnamed::by_function),
            (Names{"28+0x300", "28+0x200", "28+0x100"}));
  // Where the target has names and a library of its has none, the name is where it ends.
  const std::string named = "    #3 0x1 in LLVMFuzzerTestOneInput p.cc:1:1\n";
  EXPECT_EQ(application_frames(first_stack(calls + named)),
            (Names{"28+0x315", "28+0x215", "28+0x115", "LLVMFuzzerTestOneInput"}));
  // Nothing is known to count: nothing is left out.
  EXPECT_EQ(application_frames(first_stack("    #0 0x1  (/src/t+0x15) (function 0x10)\n"
                                           "    #1 0x1  (/src/t+0x5)\n")),
            (Names{"t+0x15", "t+0x5"}));
}

TEST(Frames, BeginBehindTheHandlerThatPrintsThem) {
  const auto frames = [](const std::string& log) { return application_frames(first_stack(log)); };
  const std::string prints = "    #0 0x1 in __sanitizer_print_stack_trace ??:0:0\n";
  const std::string signal = "    #3 0x1  (/lib/x86_64-linux-gnu/libc.so.6+0x3c04f)\n";
  const std::string fails =
      "    #4 0x1 in fails() p.cc:1:1\n    #5 0x1 in LLVMFuzzerTestOneInput p.cc:2:2\n";
  const Names failed = {"fails", "LLVMFuzzerTestOneInput"};
  // Stripped: they have no names.
  EXPECT_EQ(frames(prints + "    #1 0x1  (/src/t+0x40868)\n    #2 0x1  (/src/t+0x26133)\n" +
                   signal + fails),
            failed);
  // Of MSan's libFuzzer.
  EXPECT_EQ(frames(prints +
                   "    #1 0x1 in fuzzer::Fuzzer::CrashCallback() ??:0:0\n"
                   "    #2 0x1 in SignalAction(int, void*, void*) msan_interceptors.cpp.o:0:0\n" +
                   signal + fails),
            failed);
  // An application's function before the C library's is no handler: nothing is left out.
  EXPECT_EQ(
      frames(prints + "    #1 0x1 in SignalAction(int) p.cc:1:1\n    #2 0x1  (/src/t+0x26133)\n" +
             signal + fails),
      (Names{"SignalAction", "t+0x26133", "fails", "LLVMFuzzerTestOneInput"}));
  EXPECT_EQ(frames("    #0 0x1  (/src/t+0x40868)\n    #1 0x1  (/lib/libc.so.6+0x3c04f)\n    #2 0x1 "
                   "in f()\n"),
            (Names{"t+0x40868", "f"}));
  EXPECT_EQ(frames(prints + "    #1 0x1  (/src/t+0x40868)\n    #2 0x1 in f()\n"),
            (Names{"t+0x40868", "f"}));
}

}  // namespace
}  // namespace sbx::fuzz
