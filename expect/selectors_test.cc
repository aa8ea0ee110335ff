#include "expect/selectors.h"

#include <gtest/gtest.h>

#include <random>

namespace sbx::expect {
namespace {

Cell cell(std::string arch, std::string libc, bool root) {
  Cell c;
  c.arch = std::move(arch);
  c.libc = std::move(libc);
  c.root = root;
  c.kernel_major = 6;
  c.kernel_minor = 12;
  c.features = {{"landlock", 5}, {"userns", 1}, {"overlay", 0}};
  return c;
}

bool matches(std::string_view text, const Cell& c, std::string_view revision = "") {
  return parse_selector(text).value().matches({c, revision});
}

TEST(Selectors, AtomsAndOperators) {
  Cell c = cell("x86_64", "musl", false);
  for (const char* yes :
       {"x86_64", "musl", "user", "!root", "x86_64,musl", "aarch64|musl", "aarch64,root|musl,user",
        "!aarch64,!glibc", "kernel>=6.7", "kernel>=6.12", "!kernel>=6.13", "kernel>=5",
        "landlock>=4", "landlock", "userns", "!overlay", "!idmap", "!landlock>=6"}) {
    EXPECT_TRUE(matches(yes, c)) << yes;
  }
  for (const char* no : {"aarch64", "glibc", "root", "!musl", "x86_64,root", "aarch64|glibc",
                         "kernel>=7", "kernel>=6.13", "landlock>=6", "overlay", "rev:a", "pidfd"}) {
    EXPECT_FALSE(matches(no, c)) << no;
  }
  EXPECT_TRUE(matches("rev:a", c, "a"));
  EXPECT_TRUE(matches("!rev:a,musl", c, "b"));
}

TEST(Selectors, UnknownAndMalformedAtomsAreErrors) {
  for (const char* bad :
       {"",           "mussl",     "musl,",           ",musl",    "musl||root", "!",
        "!!musl",     "musl root", "kernel",          "kernel>=", "kernel>=6.", "kernel>=06.1",
        "kernel>=x",  "rev:",      "rev:a b",         "musl>=2",  "userns>=1",  "landlock>=4.1",
        "kernel>6.7", "linux",     "landlock>=99999", "X86_64"}) {
    EXPECT_FALSE(parse_selector(bad)) << bad;
  }
  EXPECT_NE(parse_selector("glib").error().message.find("did you mean 'glibc'?"),
            std::string::npos);
  std::string many = "musl";
  for (int i = 0; i < 40; ++i) {
    many += ",musl";
  }
  EXPECT_FALSE(parse_selector(many));
}

Choice choice(std::vector<std::string> texts, const Cell& c) {
  std::vector<Selector> selectors;
  for (const std::string& text : texts) {
    selectors.push_back(text.empty() ? Selector{} : parse_selector(text).value());
  }
  std::vector<const Selector*> pointers;
  for (const Selector& s : selectors) {
    pointers.push_back(&s);
  }
  return choose(pointers, {c, ""});
}

TEST(Choose, TheOneThatStrictlyContainsTheOthersWins) {
  Cell c = cell("x86_64", "musl", true);
  using How = Choice::How;
  EXPECT_EQ(choice({}, c).how, How::none);
  EXPECT_EQ(choice({"glibc"}, c).how, How::none);
  EXPECT_EQ(choice({"", "musl"}, c).index, 1u);
  EXPECT_EQ(choice({"musl,root", "", "musl"}, c).index, 0u);
  EXPECT_EQ(choice({"musl", "root"}, c).how, How::ambiguous);
  EXPECT_EQ(choice({"musl", "root", "root,musl"}, c).index, 2u);
  EXPECT_EQ(choice({"musl", "glibc,root|x86_64,musl"}, c).index, 1u);
  EXPECT_EQ(choice({"musl", "musl|root"}, c).how, How::ambiguous);
  EXPECT_EQ(choice({"musl,root", "root,musl"}, c).how, How::ambiguous);  // the same set, twice
  EXPECT_EQ(choice({"kernel>=6.7", "kernel>=6.12"}, c).index, 1u);
  EXPECT_EQ(choice({"kernel>=6.12", "kernel>=6.7,musl"}, c).how, How::ambiguous);
  EXPECT_EQ(choice({"!kernel>=7", "!kernel>=6.14"}, c).index, 1u);
}

TEST(Choose, EqualTextsBelongTogether) {
  Cell c = cell("x86_64", "musl", true);
  EXPECT_EQ(choice({"musl", "musl", ""}, c).how, Choice::How::one);
}

TEST(Choose, NeverPicksOneThatDoesNotMatch) {
  std::mt19937 random(11);
  const char* atoms[] = {"x86_64", "aarch64", "musl",        "!glibc",
                         "root",   "!root",   "kernel>=6.7", "landlock>=4"};
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::string> texts;
    for (unsigned n = random() % 4; n > 0; --n) {
      std::string text = atoms[random() % 8];
      for (unsigned m = random() % 3; m > 0; --m) {
        text += random() % 2 == 0 ? "," : "|";
        text += atoms[random() % 8];
      }
      texts.push_back(text);
    }
    Cell c = cell(random() % 2 == 0 ? "x86_64" : "aarch64", random() % 2 == 0 ? "musl" : "glibc",
                  random() % 2 == 0);
    Choice found = choice(texts, c);
    if (found.how == Choice::How::none) {
      for (const std::string& text : texts) {
        EXPECT_FALSE(matches(text, c)) << text;
      }
    } else {
      EXPECT_TRUE(matches(texts[found.index], c));
      EXPECT_TRUE(matches(texts[found.other], c));
    }
  }
}

TEST(Matrix, HoldsWhatTheSelectorsCanTellApart) {
  auto cells = [](std::vector<std::string> texts) {
    std::vector<Selector> selectors;
    for (const std::string& text : texts) {
      selectors.push_back(parse_selector(text).value());
    }
    std::vector<const Selector*> pointers;
    for (const Selector& s : selectors) {
      pointers.push_back(&s);
    }
    return matrix(pointers, Cell{}).size();
  };
  EXPECT_EQ(cells({}), 1u);
  EXPECT_EQ(cells({"musl"}), 2u);
  EXPECT_EQ(cells({"musl", "x86_64", "root"}), 8u);
  EXPECT_EQ(cells({"kernel>=6.7", "kernel>=6.12"}), 3u);
  EXPECT_EQ(cells({"musl,landlock>=4,overlay"}), 8u);
  std::vector<std::string> many;
  for (int i = 1; i < 100; ++i) {
    many.push_back("kernel>=6." + std::to_string(i));
    many.push_back("landlock>=" + std::to_string(i));
  }
  EXPECT_EQ(cells(many), 0u);  // too many to look at
}

TEST(Both, HoldsWhereBothDo) {
  Selector s = both(parse_selector("rev:a").value(), parse_selector("musl|root").value());
  Cell c = cell("x86_64", "musl", false);
  EXPECT_TRUE(s.matches({c, "a"}));
  EXPECT_FALSE(s.matches({c, "b"}));
  EXPECT_FALSE(s.matches({cell("x86_64", "glibc", false), "a"}));
  EXPECT_EQ(both(Selector{}, parse_selector("musl").value()).text, "musl");
}

}  // namespace
}  // namespace sbx::expect
