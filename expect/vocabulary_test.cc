#include "expect/vocabulary.h"

#include <gtest/gtest.h>

#include <set>

#include "expect/entry.h"
#include "expect/expectation.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

TEST(Vocabulary, TheTableIsInOrderAndComplete) {
  std::set<std::string_view> headers, keys;
  for (std::size_t i = 0; i < directives().size(); ++i) {
    const Directive& d = directives()[i];
    EXPECT_EQ(static_cast<std::size_t>(d.id), i);
    EXPECT_FALSE(d.meaning.empty()) << d.header << d.key;
    EXPECT_TRUE(!d.header.empty() || !d.key.empty());
    EXPECT_TRUE(d.header.empty() || headers.insert(d.header).second) << d.header;
    EXPECT_TRUE(d.key.empty() || keys.insert(d.key).second) << d.key;
    if (!d.header.empty()) {
      bool promise = d.header.substr(0, 7) == "expect-";
      EXPECT_EQ(promise, is_promise(d)) << d.header;
      EXPECT_TRUE(promise || d.header.substr(0, 5) == "test-") << d.header;
      EXPECT_EQ(find_header(d.header), &d);
    }
  }
  EXPECT_EQ(directives().back().id, Id::suffixes);
  EXPECT_EQ(find_header("expect-"), nullptr);
}

TEST(Vocabulary, EveryExampleIsAccepted) {
  for (const Directive& d : directives()) {
    if (d.header.empty()) {
      continue;
    }
    std::string line = "// " + std::string(d.header) + ":";
    line += d.example.empty() ? "\n" : " " + std::string(d.example) + "\n";
    EXPECT_EQ(render(load_header("t.c", line).diagnostics), "") << line;
  }
}

TEST(Vocabulary, NoTwoNamesAreTakenForOneAnother) {
  for (std::string_view name : header_names()) {
    EXPECT_EQ(closest(name, header_names()), name);
  }
}

TEST(Explain, DirectivesKeysAndErrors) {
  bool known = false;
  std::string text = explain("expect-exit", &known);
  EXPECT_TRUE(known);
  EXPECT_NE(text.find("// expect-exit: 0..255 | any"), std::string::npos) << text;
  EXPECT_NE(explain("stdin", &known).find(".expect key: stdin"), std::string::npos);
  EXPECT_NE(explain("expect.stdout-hash", &known).find("SHA-256"), std::string::npos);
  EXPECT_EQ(explain("E09", &known), "E09: ambiguous selectors\n");
  EXPECT_TRUE(known);
  EXPECT_NE(explain("expect-exot", &known).find("did you mean 'expect-exit'?"), std::string::npos);
  EXPECT_FALSE(known);
  EXPECT_NE(explain("\x1b[1m", &known).find("\\x1b"), std::string::npos);
  for (const Directive& d : directives()) {
    EXPECT_NE(explain(d.header.empty() ? d.key : d.header, &known).find(d.meaning),
              std::string::npos);
    EXPECT_TRUE(known);
  }
}

TEST(Markdown, HasEveryRowInTablesOfEvenWidth) {
  std::string page = render_markdown();
  for (const Directive& d : directives()) {
    EXPECT_NE(page.find("`" + std::string(d.header.empty() ? d.key : d.header) + "`"),
              std::string::npos);
  }
  std::size_t width = 0;
  for (std::string_view line : split_lines(page)) {
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
    }
    if (line.empty() || line[0] != '|') {
      width = 0;
    } else {
      EXPECT_TRUE(width == 0 || width == bars) << line;
      width = bars;
    }
  }
}

}  // namespace
}  // namespace sbx::expect
