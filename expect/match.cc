#include "expect/match.h"

#include <algorithm>
#include <optional>

#include "expect/diff.h"
#include "expect/pattern.h"

namespace sbx::expect {
namespace {

using Kind = OutputItem::Kind;

class Matcher {
 public:
  Matcher(const std::vector<OutputItem>& items, std::string_view bytes)
      : items_(items), lines_(diff_lines_of(bytes)) {
    for (const OutputItem& item : items) {
      patterns_.emplace_back();
      if (item.kind == Kind::pattern) {
        Result<Pattern> pattern = Pattern::compile(item.text);
        if (pattern) {
          patterns_.back() = *pattern;
        }
      }
    }
  }

  [[nodiscard]] bool one(std::size_t item, std::size_t line) const {
    const OutputItem& wanted = items_[item];
    if (wanted.newline != lines_[line].newline) {
      return false;
    }
    if (wanted.kind == Kind::pattern) {
      return patterns_[item] && patterns_[item]->matches(lines_[line].text);
    }
    return wanted.text == lines_[line].text;
  }

  // Like a shell's '*': on a failure the last any-item takes one line more. *item and *line are the
  // furthest place that was reached.
  bool run(std::size_t* item, std::size_t* line) {
    std::size_t i = 0, l = 0, any = items_.size(), any_line = 0;
    *item = *line = 0;
    while (i < items_.size() || l < lines_.size()) {
      if (l > *line || (l == *line && i > *item)) {
        *line = l;
        *item = i;
      }
      if (i < items_.size() && items_[i].kind == Kind::any) {
        any = i++;
        any_line = l;
      } else if (i < items_.size() && l < lines_.size() && one(i, l)) {
        ++i;
        ++l;
      } else if (any < items_.size() && l < lines_.size() && any_line < lines_.size()) {
        i = any + 1;
        l = ++any_line;
      } else {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::vector<DiffLine> wanted() const {
    std::vector<DiffLine> out;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const OutputItem& item = items_[i];
      const Pattern* pattern = patterns_[i] ? &*patterns_[i] : nullptr;
      out.push_back({item.kind == Kind::any ? std::string_view("(any lines)") : item.text,
                     item.newline, pattern});
    }
    return out;
  }

  [[nodiscard]] const std::vector<DiffLine>& lines() const { return lines_; }

 private:
  const std::vector<OutputItem>& items_;
  std::vector<DiffLine> lines_;
  std::vector<std::optional<Pattern>> patterns_;
};

}  // namespace

MatchResult match_lines(const std::vector<OutputItem>& items, std::string_view bytes) {
  Matcher matcher(items, bytes);
  MatchResult result;
  std::size_t line = 0;
  result.matched = matcher.run(&result.item, &line);
  if (result.matched) {
    return result;
  }
  result.expected = result.item < items.size() ? items[result.item].text : "the end of the output";
  result.got = line < matcher.lines().size() ? std::string(matcher.lines()[line].text)
                                             : "the end of the output";
  result.diff = diff_lines(matcher.wanted(), matcher.lines(), {});
  return result;
}

std::string exact_bytes(const std::vector<OutputItem>& items) {
  std::string out;
  for (const OutputItem& item : items) {
    out += item.text;
    out += item.newline ? "\n" : "";
  }
  return out;
}

std::vector<int> align_lines(const std::vector<OutputItem>& items, std::string_view bytes) {
  Matcher matcher(items, bytes);
  std::vector<int> out(items.size(), -1);
  std::size_t line = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind == Kind::any) {
      out[i] = static_cast<int>(line);
      continue;
    }
    for (std::size_t l = line; l < matcher.lines().size(); ++l) {
      if (matcher.one(i, l)) {
        out[i] = static_cast<int>(l);
        line = l + 1;
        break;
      }
    }
  }
  return out;
}

}  // namespace sbx::expect
