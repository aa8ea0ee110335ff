#include "fuzz/boxed/boxed.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <bit>
#include <filesystem>

#include "fuzz/files.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

Report ended(Event e, const std::string& label = "", const std::string& out = "") {
  Report r;
  r.records = {{"compile", event::Exited{0}}, {label, std::move(e)}};
  r.out = out;
  return r;
}

TEST(Boxed, ReadsWhatToTrap) {
  auto s = parse_subject(
      {"--trap", "exit,killed", "--suffix", ".json", "--opts", "--mem 64", "--", "/bin/cat", "@@"});
  ASSERT_TRUE(s) << s.error().message;
  EXPECT_TRUE(s->traps.exit && s->traps.killed && !s->traps.signal && !s->traps.refused);
  EXPECT_EQ(s->words, (std::vector<std::string>{"/bin/cat", "@@"}));
  s = parse_subject({"--differ", "tcc,gcc"});
  ASSERT_TRUE(s);
  EXPECT_EQ(s->suffix, ".c");
  for (const std::vector<std::string>& bad :
       std::vector<std::vector<std::string>>{{},
                                             {"--"},
                                             {"--trap"},
                                             {"--trap", "all", "--", "x"},
                                             {"--differ", "gcc"},
                                             {"--differ", "a,b", "--", "x"},
                                             {"--opts", "--memm 3", "--", "x"},
                                             {"--what", "x", "--", "x"}}) {
    EXPECT_FALSE(parse_subject(bad));
  }
}

TEST(Boxed, TrapsOnWhatIsAsked) {
  const Traps usual;
  EXPECT_EQ(trap_of(ended(event::Signalled{11}), usual), "killed: signal 11 (SIGSEGV)");
  EXPECT_EQ(trap_of(ended(event::RefusedOpen{"/x"}), usual), "refused: open /x");
  EXPECT_EQ(trap_of(ended(event::WallClock{std::chrono::seconds(5)}), usual),
            "killed: wall clock (5 s)");
  EXPECT_EQ(trap_of(ended(event::Exited{3}), usual), "");
  EXPECT_EQ(trap_of(ended(event::Exited{3}), {false, false, false, true}), "exit 3");
  EXPECT_EQ(trap_of(ended(event::Signalled{11}), {false, true, true, true}), "");
  EXPECT_NE(trap_of(ended(event::Cannot{"x", 1, ""}), usual), "");
  EXPECT_NE(trap_of({}, usual), "");
  EXPECT_NE(features_of(ended(event::Exited{0}, "", "x")), features_of(ended(event::Exited{0})));
}

TEST(Boxed, TwoCompilersDisagreeOnlyWhereBothRan) {
  const Report good = ended(event::Exited{0}, "", "a\n");
  EXPECT_EQ(difference("a", good, "b", good), "");
  EXPECT_EQ(difference("a", good, "b", ended(event::Exited{0}, "", "b\n")),
            "a and b print different things");
  EXPECT_EQ(difference("a", good, "b", ended(event::Exited{1}, "", "a\n")), "a: exit 0, b: exit 1");
  EXPECT_EQ(difference("a", good, "b", ended(event::Exited{1}, "compile")), "");
  EXPECT_EQ(difference("a", good, "b", ended(event::CpuLimit{std::chrono::seconds(2)})), "");
}

TEST(Boxed, AnInputIsAFileOrStdin) {
  char name[] = "/tmp/sbx-boxed-test-XXXXXX";
  const std::string folder = ::mkdtemp(name);
  ASSERT_TRUE(write_file(folder + "/input", "x"));
  const std::vector<std::string> traps = {"--trap", "exit,refused"};
  const auto seen = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"--trap", "exit,refused", "--"});
    auto subject = parse_subject(words);
    EXPECT_TRUE(subject);
    return look(*subject, folder + "/input").trap;
  };
  EXPECT_EQ(seen({"/bin/cat", "@@"}), "");
  EXPECT_EQ(seen({"/bin/cat"}), "");
  EXPECT_EQ(seen({"/bin/cat", "/etc/hostname"}), "refused: open /etc/hostname");
  EXPECT_EQ(seen({"/bin/false", "@@"}), "exit 1");
  // One cell, an input after the other: each is read as it is by then.
  for (const std::size_t size : {3, 900, 0, 70}) {
    ASSERT_TRUE(write_file(folder + "/input", std::string(size, 'x')));
    for (const char* word : {"@@", "-"}) {
      const std::string features =
          look(*parse_subject({"--", "/bin/cat", word}), folder + "/input").features;
      EXPECT_EQ(features, "exit 0\n" + std::to_string(std::bit_width(size)) + " 0")
          << word << " " << size;
    }
  }
  fs::remove_all(folder);
}

}  // namespace
}  // namespace sbx::fuzz
