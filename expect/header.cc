// The header grammar: a directive is `leader SP name [selector] ":" [SP value]` in column 1 of the
// leading run of comment and blank lines. What looks like one and is none is an error, so that a
// misspelt promise never passes silently.
#include <algorithm>
#include <cctype>

#include "expect/entry.h"
#include "expect/expectation.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

struct Suffix {
  std::string_view leader;
  std::string_view suffixes;  // each between blanks
};
constexpr Suffix kSuffixes[] = {
    {"//",
     " c cc cpp cxx c++ C h hh hpp hxx inc m mm S go rs js mjs ts java kt swift cs scala zig d v"
     " sv dart php proto cu glsl "},
    {"#", " s py sh bash zsh pl rb tcl awk sed mk cmake yaml yml toml r R jl nim ex exs ps1 cfg "},
    {";", " asm nasm lisp el scm clj ll ini rkt "},
    {"--", " lua sql hs ada adb ads vhd vhdl elm "},
};

constexpr std::string_view kFamilies[] = {"expect-", "test-"};
constexpr std::size_t kMaxErrors = 50;  // a file of nonsense is told from its first fifty lines

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool reserved(std::string_view text) {
  for (std::string_view family : kFamilies) {
    if (starts_with(text, family) && text.size() > family.size() && text[family.size()] >= 'a' &&
        text[family.size()] <= 'z') {
      return true;
    }
  }
  return false;
}

std::size_t skip_blanks(std::string_view line, std::size_t i) {
  return std::min(line.find_first_not_of(" \t", i), line.size());
}

// The word at `i`: letters, digits, '-' and '_'.
std::string_view word_at(std::string_view line, std::size_t i) {
  std::size_t end = i;
  while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) != 0 ||
                               line[end] == '-' || line[end] == '_')) {
    ++end;
  }
  return line.substr(i, end - i);
}

std::string normal(std::string_view word) {
  std::string out;
  for (char c : word) {
    out += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

class HeaderReader {
 public:
  HeaderReader(std::string_view path, std::string_view bytes)
      : leader_(leader_of(path)), bytes_(bytes) {
    parsed_.path = path;
  }

  Parsed read() {
    if (leader_.empty()) {
      parsed_.entries = std::make_shared<std::vector<Entry>>();
      return std::move(parsed_);
    }
    read_block();
    after_block();
    for (Diagnostic& d : parsed_.diagnostics) {
      d.at.file = parsed_.path;
    }
    parsed_.has_directive = !entries_.empty() || !parsed_.diagnostics.empty();
    parsed_.entries = std::make_shared<const std::vector<Entry>>(std::move(entries_));
    return std::move(parsed_);
  }

 private:
  bool full() const { return parsed_.diagnostics.size() >= kMaxErrors; }

  void error(std::size_t column, std::size_t length, Code code, std::string message,
             std::string suggestion = {}) {
    if (!full()) {
      parsed_.diagnostics.push_back({{{}, line_number_, static_cast<int>(column) + 1},
                                     code,
                                     std::move(message),
                                     std::move(suggestion),
                                     std::string(line_),
                                     length});
    }
  }

  bool next_line() {
    if (at_ >= bytes_.size()) {
      return false;
    }
    std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
    line_ = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    ++line_number_;
    if (!line_.empty() && line_.back() == '\r') {
      line_.remove_suffix(1);
    }
    return true;
  }

  void read_block() {
    if (starts_with(bytes_, "\xef\xbb\xbf")) {
      bytes_.remove_prefix(3);
    }
    bool in_comment = false;
    for (std::size_t before = at_; !full() && next_line(); before = at_) {
      if (line_number_ == 1 && starts_with(line_, "#!")) {
        continue;
      }
      std::size_t text = skip_blanks(line_, 0);
      if (in_comment || (leader_ == "//" && starts_with(line_.substr(text), "/*"))) {
        near_miss();
        std::size_t close = line_.find("*/", in_comment ? 0 : text + 2);
        in_comment = close == std::string_view::npos;
        if (!in_comment && skip_blanks(line_, close + 2) < line_.size()) {
          return;  // code follows on the same line
        }
      } else if (text == line_.size()) {
        continue;
      } else if (!starts_with(line_.substr(text), leader_)) {
        near_miss();
        if (parsed_.diagnostics.empty() || parsed_.diagnostics.back().at.line != line_number_) {
          at_ = before;  // looked at again by after_block
          --line_number_;
        }
        return;
      } else if (text == 0 && line_.size() > leader_.size() && line_[leader_.size()] == ' ' &&
                 reserved(line_.substr(leader_.size() + 1))) {
        directive();
      } else {
        near_miss();
      }
    }
  }

  // REQUIRES: line_ is leader, blank, a reserved family.
  void directive() {
    std::size_t from = leader_.size() + 1;
    std::size_t end = std::min(line_.find_first_of("[: \t", from), line_.size());
    std::string_view name = line_.substr(from, end - from);
    const Directive* what = find_header(name);
    if (what == nullptr) {
      bool cased = find_header(normal(name)) != nullptr;
      error(from, name.size(), cased ? Code::e03_looks_like : Code::e01_unknown,
            (cased ? "looks like a directive: '" : "unknown directive '") + visible(name, 60) + "'",
            cased ? "write '" + normal(name) + "'" : did_you_mean(name, header_names()));
      return;
    }
    Entry entry;
    entry.what = what;
    entry.at = {parsed_.path, line_number_, static_cast<int>(from) + 1};
    entry.length = name.size();
    entry.source_line = line_;
    if (end < line_.size() && line_[end] == '[') {
      std::size_t close = line_.find(']', end);
      if (close == std::string_view::npos) {
        error(end, 1, Code::e07_unknown_name, "the selector is not closed by ']'");
        return;
      }
      if (!selector(line_.substr(end + 1, close - end - 1), end + 1, &entry)) {
        return;
      }
      end = close + 1;
    }
    if (end == line_.size() || line_[end] != ':') {
      error(std::min(end, line_.size()), 1, Code::e02_missing_colon,
            "no colon after '" + std::string(name) + "'",
            "write '" + std::string(line_.substr(from, end - from)) + ":'");
      return;
    }
    if (end + 1 < line_.size() && line_[end + 1] != ' ') {
      error(end, 1, Code::e03_looks_like, "looks like a directive: one blank must follow the colon",
            "write '" + std::string(name) + ": " + visible(line_.substr(end + 1), 60) + "'");
      return;
    }
    std::size_t value = std::min(end + 2, line_.size());
    entry.value = line_.substr(value);
    entry.value_column = static_cast<int>(value) + 1;
    take(std::move(entry), value);
  }

  bool selector(std::string_view text, std::size_t column, Entry* entry) {
    if (!entry->what->selectors) {
      error(column, std::max<std::size_t>(text.size(), 1), Code::e05_no_meaning_here,
            "'" + std::string(entry->what->header) + "' takes no selector");
      return false;
    }
    Result<Selector> parsed = parse_selector(text);
    if (!parsed) {
      std::string_view message = parsed.error().message;
      std::size_t newline = message.find('\n');
      std::size_t offset = text.find(parsed.error().field);
      error(column + (offset == std::string_view::npos ? 0 : offset),
            std::max<std::size_t>(parsed.error().field.size(), 1), Code::e07_unknown_name,
            std::string(message.substr(0, newline)),
            newline == std::string_view::npos ? "" : std::string(message.substr(newline + 1)));
      return false;
    }
    entry->when = std::move(*parsed);
    return true;
  }

  void take(Entry entry, std::size_t value) {
    if (!entry.value.empty() && (entry.value.back() == ' ' || entry.value.back() == '\t')) {
      std::size_t last = entry.value.find_last_not_of(" \t");
      std::size_t keep = last == std::string::npos ? 0 : last + 1;
      bool text = entry.what->value == Value::text;
      error(value + keep, entry.value.size() - keep, Code::e10_trailing_blank,
            "a trailing blank in the value cannot be seen",
            text ? "use '-match' and write it as '{{ }}'" : "remove it");
      return;
    }
    std::size_t second = second_directive(entry.value);
    if (second != std::string::npos) {
      error(value + second, entry.value.size() - second, Code::e04_two_on_a_line,
            "a second directive on one line", "give it a line of its own");
      return;
    }
    for (std::size_t i = 0; !entry.what->repeats && i < entries_.size(); ++i) {
      const Entry& e = entries_[i];
      if (e.what == entry.what && e.when.text == entry.when.text) {
        parsed_.diagnostics.push_back(at_name(
            entry, Code::e06_given_twice, "'" + std::string(e.what->header) + "' is given twice",
            "the first is in line " + std::to_string(e.at.line)));
        return;
      }
    }
    if (!full() && check_value(&entry, &parsed_.diagnostics)) {
      constexpr std::size_t kUsual = 4;  // so many directives are never moved about
      if (entries_.empty()) {
        entries_.reserve(kUsual);
      }
      entries_.push_back(std::move(entry));
    }
  }

  // Offset in `value` of a second "LEADER name:".
  std::size_t second_directive(std::string_view value) const {
    for (std::string_view family : kFamilies) {
      for (std::size_t i = value.find(family); i != std::string_view::npos;
           i = value.find(family, i + 1)) {
        std::string_view word = word_at(value, i);
        std::size_t end = i + word.size();
        if (find_header(word) == nullptr || end >= value.size() ||
            (value[end] != ':' && value[end] != '[')) {
          continue;
        }
        std::string lead = std::string(leader_) + " ";
        if (i >= lead.size() && value.substr(i - lead.size(), lead.size()) == lead) {
          return i - lead.size();
        }
      }
    }
    return std::string::npos;
  }

  // An error when line_ is almost a directive.
  void near_miss() {
    std::size_t from = skip_blanks(line_, 0);
    while (from < line_.size() &&
           std::string_view("/*#;-!<% \t").find(line_[from]) != std::string_view::npos) {
      ++from;
    }
    std::string_view word = word_at(line_, from);
    constexpr std::size_t kShortest = 5, kLongest = 40;
    if (word.size() < kShortest || word.size() > kLongest) {
      return;
    }
    char next = from + word.size() < line_.size() ? line_[from + word.size()] : '\0';
    bool marked = next == ':' || next == '[';
    bool parted = word.find_first_of("-_") != std::string_view::npos;
    if (!marked && !parted) {
      return;
    }
    std::string name = normal(word);
    bool exact = find_header(name) != nullptr;
    std::string_view near = exact ? std::string_view(name) : closest(name, header_names());
    if (exact || !near.empty() || (marked && reserved(name))) {
      std::string write = near.empty() ? std::string("write '") + std::string(leader_) + " NAME:'"
                                       : "write '" + std::string(leader_) + " " +
                                             std::string(near) + ":' in column 1";
      error(from, word.size(), Code::e03_looks_like,
            "looks like a directive: '" + visible(word, 60) + "'", std::move(write));
    }
  }

  // A reserved-family line after the block is never ignored.
  void after_block() {
    while (at_ < bytes_.size() && !full()) {
      std::size_t hit = family_after(at_);
      if (hit == std::string_view::npos) {
        return;
      }
      while (at_ <= hit && next_line()) {
      }
      std::size_t from = line_.find_first_not_of("/*#;-! \t");
      std::string_view text = line_.substr(std::min(from, line_.size()));
      std::string_view before = line_.substr(0, std::min(from, line_.size()));
      bool exact = before == std::string(leader_) + " " && reserved(text);
      std::string_view word = word_at(text, 0);
      bool close = find_header(word) != nullptr && word.size() < text.size() &&
                   (text[word.size()] == ':' || text[word.size()] == '[') &&
                   before.find(leader_) != std::string_view::npos;
      if (exact || close) {
        error(before.size(), std::max<std::size_t>(word.size(), 1), Code::e08_after_code,
              "'" + visible(word, 60) + "' stands after the first line of code",
              "move it to the top of the file");
      }
    }
  }

  // Where the next reserved family begins, by the '-' at its end: far rarer in code than its
  // letters, and all of every test is looked through here.
  std::size_t family_after(std::size_t from) const {
    for (std::size_t dash = bytes_.find('-', from); dash != std::string_view::npos;
         dash = bytes_.find('-', dash + 1)) {
      for (std::string_view family : kFamilies) {
        if (dash + 1 >= from + family.size() &&
            bytes_.substr(dash + 1 - family.size(), family.size()) == family) {
          return dash + 1 - family.size();
        }
      }
    }
    return std::string_view::npos;
  }

  std::string_view leader_;
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::string_view line_;
  int line_number_ = 0;
  std::vector<Entry> entries_;
  Parsed parsed_;
};

}  // namespace

std::string_view leader_of(std::string_view path) {
  std::size_t slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size() ||
      name.find(' ', dot) != std::string_view::npos) {
    return {};
  }
  std::string padded = " " + std::string(name.substr(dot + 1)) + " ";
  for (const Suffix& s : kSuffixes) {
    if (s.suffixes.find(padded) != std::string_view::npos) {
      return s.leader;
    }
  }
  return {};
}

Parsed load_header(std::string_view path, std::string_view bytes) {
  return HeaderReader(path, bytes).read();
}

}  // namespace sbx::expect
