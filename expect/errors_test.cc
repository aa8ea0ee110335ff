// Every file of cases/selftest/errors must be refused with exactly the code its name begins with,
// and with the text approved in NAME.golden. SBX_APPROVE=1 in the environment writes the texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "expect/expectation.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Fixtures of this name are read as a folder's defaults.
constexpr std::string_view kDefaults = ".defaults.expect";

// What the runner would report for the folder, by the file's name.
std::map<std::string, std::vector<Diagnostic>> refused() {
  std::set<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(SBX_ERROR_CASES)) {
    std::string name = file.path().filename();
    if (name[0] != '.' && !name.ends_with(".golden")) {
      names.insert(name);
    }
  }
  std::filesystem::path folder = SBX_ERROR_CASES;
  std::map<std::string, std::vector<Diagnostic>> out;
  std::vector<TestFile> tests;
  for (const std::string& name : names) {
    if (name.ends_with(kDefaults)) {
      out[name] = load_defaults(name, read_file(folder / name)).diagnostics;
      continue;
    }
    bool yaml = name.ends_with(".expect");
    std::string sibling = std::string(stem_of(name)) + (yaml ? ".c" : ".expect");
    if ((yaml && names.count(sibling) != 0) || (!yaml && leader_of(name).empty())) {
      continue;
    }
    Parsed header, expect;
    Parts parts;
    if (!yaml) {
      header = load_header(name, read_file(folder / name));
      parts.header = &header;
    }
    if (yaml || names.count(sibling) != 0) {
      std::string file = yaml ? name : sibling;
      expect = load_yaml(file, read_file(folder / file));
      parts.yaml = &expect;
    }
    tests.push_back(make_test(name, name, parts));
    out[name] = tests.back().diagnostics;
  }
  std::vector<std::string> files;
  std::copy_if(names.begin(), names.end(), std::back_inserter(files),
               [](const std::string& name) { return !name.ends_with(kDefaults); });
  for (Diagnostic& d : unreferenced("", files, tests)) {
    out[d.at.file].push_back(std::move(d));
  }
  return out;
}

TEST(Errors, EveryFixtureIsRefusedWithItsCodeAndText) {
  auto all = refused();
  ASSERT_GT(all.size(), 40u);
  for (const auto& [name, diagnostics] : all) {
    SCOPED_TRACE(name);
    EXPECT_FALSE(diagnostics.empty()) << "not refused";
    for (const Diagnostic& d : diagnostics) {
      std::string code = code_name(d.code);
      code[0] = 'e';
      EXPECT_EQ(code, name.substr(0, 3)) << render(d);
    }
    std::filesystem::path golden = std::filesystem::path(SBX_ERROR_CASES) / (name + ".golden");
    std::string text = render(diagnostics);
    if (std::getenv("SBX_APPROVE") != nullptr) {
      std::ofstream(golden, std::ios::binary) << text;
    }
    EXPECT_EQ(text, read_file(golden));
  }
}

TEST(Errors, EveryCodeHasAFixture) {
  auto all = refused();
  for (int i = 1; i <= kCodes; ++i) {
    Code code = static_cast<Code>(i);
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& one) {
      return !one.second.empty() && one.second.front().code == code;
    })) << code_name(code);
    EXPECT_FALSE(code_title(code).empty());
  }
}

TEST(Errors, EveryTextHasAPlaceAndMostASuggestion) {
  std::size_t suggestions = 0, count = 0;
  for (const auto& [name, diagnostics] : refused()) {
    for (const Diagnostic& d : diagnostics) {
      EXPECT_EQ(d.at.file.substr(0, 3), name.substr(0, 3));
      EXPECT_TRUE(d.at.line > 0 || d.code == Code::e12_unreferenced) << name;
      EXPECT_FALSE(d.message.empty() || d.message.back() == '.') << name;
      ++count;
      suggestions += d.suggestion.empty() ? 0 : 1;
    }
  }
  EXPECT_GE(suggestions * 3, count * 2);
}

TEST(Errors, TheCaretStandsUnderTheWordAndOddBytesDoNotMoveIt) {
  Diagnostic d{{"a.c", 7, 4}, Code::e01_unknown, "m", "s", "\x1b\xff\t\x01word", 4};
  d.at.column = 5;
  EXPECT_EQ(render(d), "a.c:7:5: error[E01]: m\n    7 | ?? ?word\n      |     ^~~~ s\n");
}

TEST(Errors, ALongLineIsShownAroundItsCaret) {
  std::string line(5000, 'x');
  line.replace(3000, 3, "abc");
  std::string text = render({{"a.c", 1, 3001}, Code::e15_wrong_value, "m", "", line, 3});
  EXPECT_LT(text.size(), 600u);
  std::vector<std::string_view> lines = split_lines(text);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1].find("abc"), lines[2].find('^'));
}

TEST(Errors, AreSortedByFileAndLine) {
  std::string text = render(std::vector<Diagnostic>{{{"b", 1, 1}, Code::e01_unknown, "x"},
                                                    {{"a", 9, 1}, Code::e01_unknown, "y"},
                                                    {{"a", 2, 1}, Code::e01_unknown, "z"}});
  EXPECT_LT(text.find("a:2:1"), text.find("a:9:1"));
  EXPECT_LT(text.find("a:9:1"), text.find("b:1:1"));
}

}  // namespace
}  // namespace sbx::expect
