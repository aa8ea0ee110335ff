#include "expect/diff.h"

#include <gtest/gtest.h>

#include <ctime>
#include <random>

#include "expect/match.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

std::string body(std::string_view expected, std::string_view got) {
  std::string text = diff_bytes(expected, got, {});
  std::string_view head = "--- expected\n+++ got\n";
  EXPECT_EQ(text.substr(0, head.size()), head);
  return text.substr(std::min(head.size(), text.size()));
}

TEST(Diff, EqualBytesHaveNone) {
  EXPECT_EQ(diff_bytes("", "", {}), "");
  EXPECT_EQ(diff_bytes("a\n", "a\n", {}), "");
}

TEST(Diff, UnifiedWithContext) {
  EXPECT_EQ(body("a\nb\nc\n", "a\nx\nc\n"), "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
  EXPECT_EQ(body("", "a\n"), "@@ -0,0 +1,1 @@\n+a\n");
  EXPECT_EQ(body("a\n", ""), "@@ -1,1 +0,0 @@\n-a\n");
  EXPECT_EQ(body("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\nx\n"),
            "@@ -3,4 +3,4 @@\n 3\n 4\n 5\n-6\n+x\n");
  std::string a, b;
  for (int i = 1; i <= 30; ++i) {
    a += std::to_string(i) + "\n";
    b += (i == 5 || i == 25 ? "x" : std::to_string(i)) + "\n";
  }
  EXPECT_EQ(body(a, b),
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"
            "@@ -22,7 +22,7 @@\n 22\n 23\n 24\n-25\n+x\n 26\n 27\n 28\n");
}

TEST(Diff, EveryByteIsVisible) {
  EXPECT_EQ(body(std::string_view("a\0\n", 3), "a\xff\x1b\r\n"),
            "@@ -1,1 +1,1 @@\n-a\\x00\n+a\\xff\\x1b\\r\n");
  EXPECT_EQ(body("a\n", "a"), "@@ -1,1 +1,1 @@\n-a\n+a\n\\ no newline at the end\n");
  EXPECT_EQ(body("a", "a\n"), "@@ -1,1 +1,1 @@\n-a\n\\ no newline at the end\n+a\n");
}

TEST(Diff, DisjointAndHugeInputsAreCheapAndBounded) {
  std::mt19937 random(1);
  std::string a, b;
  while (a.size() < 4 << 20) {
    a += "a" + std::to_string(random()) + " and some more text to fill the line\n";
    b += "b" + std::to_string(random()) + " and some more text to fill the line\n";
  }
  std::clock_t start = std::clock();  // of the processor: a busy host does not count
  std::string text = diff_bytes(a, b, {});
  std::string line = diff_bytes(std::string(4 << 20, 'x'), std::string(4 << 20, 'y'), {});
  std::string nul = diff_bytes(std::string(1 << 20, '\0'), std::string(1 << 20, '\n'), {});
  EXPECT_LT(std::clock() - start, 10 * CLOCKS_PER_SEC);
  for (const std::string& one : {text, line, nul}) {
    EXPECT_LT(one.size(), (16u << 10) + 200);
    EXPECT_GT(one.size(), 20u);
  }
  EXPECT_NE(text.find("... both go on\n"), std::string::npos);
  EXPECT_NE(text.find("bytes left out"), std::string::npos);
  EXPECT_NE(line.find("-xxx"), std::string::npos);
  EXPECT_NE(line.find("+yyy"), std::string::npos);
}

TEST(Diff, ALateDifferenceInAHugeFileIsShown) {
  std::string a;
  for (int i = 0; i < 200000; ++i) {
    a += "line " + std::to_string(i) + "\n";
  }
  std::string b = a;
  b.replace(b.find("line 150000\n"), 11, "LINE 150000");
  std::string text = body(a, b);
  EXPECT_NE(text.find("@@ -149998,7 +149998,7 @@\n line 149997\n"), std::string::npos) << text;
  EXPECT_NE(text.find("-line 150000\n+LINE 150000\n"), std::string::npos);
}

// Applying a diff that was not cut gives the other side.
TEST(Diff, RandomDiffsApply) {
  std::mt19937 random(9);
  for (int i = 0; i < 500; ++i) {
    std::string a, b;
    for (unsigned n = random() % 10; n > 0; --n) {
      a += std::string(1, static_cast<char>('a' + random() % 3)) + "\n";
    }
    for (unsigned n = random() % 10; n > 0; --n) {
      b += std::string(1, static_cast<char>('a' + random() % 3)) + "\n";
    }
    DiffOptions all;
    all.context = 100;
    std::string text = diff_bytes(a, b, all);
    std::string left, right;
    for (std::string_view line : split_lines(text)) {
      if (line.substr(0, 2) == "@@" || line.substr(0, 3) == "---" || line.substr(0, 3) == "+++") {
        continue;
      }
      left += line[0] != '+' ? std::string(line.substr(1)) + "\n" : "";
      right += line[0] != '-' ? std::string(line.substr(1)) + "\n" : "";
    }
    if (a == b) {
      EXPECT_EQ(text, "");
    } else {
      EXPECT_EQ(left, a) << text;
      EXPECT_EQ(right, b) << text;
    }
  }
}

TEST(DifferenceNote, SaysWhatIsSpecial) {
  EXPECT_EQ(difference_note("a\n", "a\n"), "");
  EXPECT_EQ(difference_note("a\nb\n", "a\r\nb\r\n"), "only in its line endings");
  EXPECT_EQ(difference_note("a\n", "a"), "only in the newline at its end, which is missing");
  EXPECT_EQ(difference_note("a", "a\n"), "only in the newline at its end, which is one too many");
  EXPECT_NE(difference_note("a\nb\n", "a\na\nb\n"), "");
  EXPECT_NE(difference_note("x\nchild\nb\n", "x\nchild\nx\nb\n"), "");
  EXPECT_EQ(difference_note("a\nb\n", "a\nb\nb\n"), "");
  EXPECT_EQ(difference_note("", "a\n"), "");
}

TEST(HeadAndTail, KeepsBothEnds) {
  EXPECT_EQ(head_and_tail("short\n", 100), "short\n");
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += std::to_string(i) + "\n";
  }
  std::string cut = head_and_tail(text, 100);
  EXPECT_LT(cut.size(), 180u);
  EXPECT_EQ(cut.substr(0, 4), "0\n1\n");
  EXPECT_EQ(cut.substr(cut.size() - 8), "998\n999\n");
  EXPECT_LT(head_and_tail(std::string(10000, 'x'), 100).size(), 200u);
}

TEST(Pattern, LiteralTextAndIslands) {
  auto matches = [](std::string_view pattern, std::string_view line) {
    return Pattern::compile(pattern).value().matches(line);
  };
  EXPECT_TRUE(matches("a.b*c", "a.b*c"));
  EXPECT_FALSE(matches("a.b*c", "axbbc"));
  EXPECT_TRUE(matches("took {{[0-9]+}} ms", "took 12 ms"));
  EXPECT_FALSE(matches("took {{[0-9]+}} ms", "it took 12 ms"));
  EXPECT_FALSE(matches("took {{[0-9]+}} ms", "took 12 ms."));
  EXPECT_TRUE(matches("{{a|b}}c", "bc"));
  EXPECT_FALSE(matches("{{a|b}}c", "a"));
  EXPECT_TRUE(matches("{{a{2}}}", "aa"));
  EXPECT_TRUE(matches("}} {x}", "}} {x}"));
  EXPECT_TRUE(matches("{{.*}}", std::string_view("\0\xff\n\r", 4)));
  EXPECT_TRUE(matches("\xff{{\\xfe}}", "\xff\xfe"));
  for (const char* bad : {"{{", "{{(}}", "{{)}}({{)}}", "{{a}}{{", "{{\\1}}", "{{(?=a)}}"}) {
    EXPECT_FALSE(Pattern::compile(bad)) << bad;
  }
}

TEST(Match, SaysWhereItStopped) {
  std::vector<OutputItem> items = {{OutputItem::Kind::exact, "a", true, {}},
                                   {OutputItem::Kind::pattern, "{{[0-9]}}", true, {}}};
  MatchResult r = match_lines(items, "a\nx\n");
  EXPECT_FALSE(r.matched);
  EXPECT_EQ(r.item, 1u);
  EXPECT_EQ(r.got, "x");
  EXPECT_NE(r.diff.find(" a\n-{{[0-9]}}\n+x\n"), std::string::npos) << r.diff;
  EXPECT_EQ(match_lines(items, "a\n").got, "the end of the output");
  EXPECT_EQ(match_lines(items, "a\n1\nb\n").expected, "the end of the output");
  EXPECT_EQ(align_lines(items, "x\na\ny\n7\n"), (std::vector<int>{1, 3}));
  EXPECT_EQ(align_lines(items, "x\n"), (std::vector<int>{-1, -1}));
}

}  // namespace
}  // namespace sbx::expect
