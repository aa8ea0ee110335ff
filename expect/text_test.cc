#include "expect/text.h"

#include <gtest/gtest.h>

#include <random>

namespace sbx::expect {
namespace {

TEST(EditDistance, CountsEditsAndSwaps) {
  EXPECT_EQ(edit_distance("exit", "exit", 2), 0u);
  EXPECT_EQ(edit_distance("exot", "exit", 2), 1u);
  EXPECT_EQ(edit_distance("xeit", "exit", 2), 1u);
  EXPECT_EQ(edit_distance("exits", "exit", 2), 1u);
  EXPECT_EQ(edit_distance("ext", "exit", 2), 1u);
  EXPECT_EQ(edit_distance("", "ab", 2), 2u);
  EXPECT_EQ(edit_distance("", "abc", 2), 3u);
  EXPECT_EQ(edit_distance("stdout", "signal", 2), 3u);
}

TEST(EditDistance, IsSymmetricAndBounded) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string a, b;
    for (unsigned n = random() % 8; n > 0; --n) {
      a += static_cast<char>('a' + random() % 3);
    }
    for (unsigned n = random() % 8; n > 0; --n) {
      b += static_cast<char>('a' + random() % 3);
    }
    EXPECT_EQ(edit_distance(a, b, 2), edit_distance(b, a, 2));
    EXPECT_LE(edit_distance(a, b, 2), 3u);
    EXPECT_EQ(edit_distance(a, b, 2) == 0, a == b);
  }
}

TEST(Closest, ShortWordsNeedToBeCloser) {
  EXPECT_EQ(closest("ko", {"ok", "fail"}), "ok");
  EXPECT_EQ(closest("abc", {"xyz", "axy"}), "");
  EXPECT_EQ(closest("expect-stdotu", {"expect-stdin", "expect-stdout"}), "expect-stdout");
  EXPECT_EQ(did_you_mean("zzzzzz", {"expect-exit"}), "");
}

TEST(SplitWords, QuotesLikeAShellAndExpandsNothing) {
  auto words = [](std::string_view text) { return split_words(text).value(); };
  using W = std::vector<std::string>;
  EXPECT_EQ(words(""), W{});
  EXPECT_EQ(words(" \t "), W{});
  EXPECT_EQ(words("a  b"), (W{"a", "b"}));
  EXPECT_EQ(words("'a b' \"c d\" e\\ f"), (W{"a b", "c d", "e f"}));
  EXPECT_EQ(words("''"), W{""});
  EXPECT_EQ(words("a''b\"\""), W{"ab"});
  EXPECT_EQ(words("\"a\\\"b\\\\c\\n\""), W{"a\"b\\c\\n"});
  EXPECT_EQ(words("'\\'"), W{"\\"});
  EXPECT_EQ(words("$HOME `ls` * ~ ;|&"), (W{"$HOME", "`ls`", "*", "~", ";|&"}));
}

TEST(SplitWords, RefusesWhatIsNotClosed) {
  EXPECT_FALSE(split_words("'a"));
  EXPECT_FALSE(split_words("\"a"));
  EXPECT_FALSE(split_words("\"a\\\""));
  EXPECT_FALSE(split_words("a\\"));
}

TEST(SplitWords, ReadsWhatJoinWordsWrites) {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::string> words;
    for (unsigned n = random() % 4; n > 0; --n) {
      std::string word;
      for (unsigned m = random() % 6; m > 0; --m) {
        word += "ab '\"\\$\t\xff"[random() % 9];
      }
      words.push_back(word);
    }
    EXPECT_EQ(split_words(join_words(words)).value(), words);
  }
}

TEST(WithoutCarriageReturns, OnlyWhereALineEnds) {
  EXPECT_EQ(without_carriage_returns("a\r\n\r\nb\rc\r"), "a\n\nb\rc\r");
  EXPECT_EQ(without_carriage_returns("\r\r\n"), "\r\n");
  EXPECT_EQ(without_carriage_returns(""), "");
}

TEST(Visible, ShowsEveryByte) {
  EXPECT_EQ(visible(std::string_view("a\0\x1b\x7f\xff\r\n\t\\", 9)),
            "a\\x00\\x1b\\x7f\\xff\\r\\n\\t\\\\");
  EXPECT_EQ(visible("\xc3\xa4 \xe2\x82\xac"), "\xc3\xa4 \xe2\x82\xac");
  EXPECT_EQ(visible("\xc2\x9b"), "\\xc2\\x9b");  // a control code of terminals
  EXPECT_EQ(visible("abcdef", 3), "abc... (6 bytes)");
}

TEST(Visible, IsInjective) {
  std::mt19937 random(5);
  std::vector<std::pair<std::string, std::string>> seen;
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (unsigned n = random() % 4; n > 0; --n) {
      text += "\\xn\n0\xff\xc3\xa4"[random() % 8];
    }
    for (const auto& [raw, shown] : seen) {
      EXPECT_EQ(raw == text, shown == visible(text));
    }
    seen.emplace_back(text, visible(text));
  }
}

TEST(Utf8, RefusesOverlongSurrogatesAndTooLarge) {
  EXPECT_EQ(invalid_utf8("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"), std::string::npos);
  for (std::string_view bad :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xff", "\xc3", "\xe2\x82"}) {
    EXPECT_EQ(invalid_utf8(bad), 0u) << visible(bad);
  }
  EXPECT_EQ(invalid_utf8("ok\xff"), 2u);
}

TEST(Paths, FolderStemAndJoin) {
  EXPECT_EQ(folder_of("a/b/c.x"), "a/b");
  EXPECT_EQ(folder_of("c.x"), "");
  EXPECT_EQ(stem_of("a.b/c.x.y"), "c.x");
  EXPECT_EQ(stem_of("a/.hidden"), ".hidden");
  EXPECT_EQ(join_path("", "x"), "x");
  EXPECT_EQ(join_path("a", "x"), "a/x");
}

}  // namespace
}  // namespace sbx::expect
