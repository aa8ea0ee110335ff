#include "fuzz/merge_control.h"

#include <algorithm>
#include <charconv>

#include "expect/text.h"

namespace sbx::fuzz {
namespace {

constexpr std::size_t kMostFiles = 1u << 24;

// A line with its newline off the front; empty where none is left.
std::string_view take_line(std::string_view* text) {
  const std::size_t end = text->find('\n');
  const std::size_t size = end == std::string_view::npos ? text->size() : end + 1;
  const std::string_view line = text->substr(0, size);
  text->remove_prefix(size);
  return line;
}

bool number(std::string_view line, std::size_t* out) {
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), *out);
  return error == std::errc() && end == line.data() + line.size() - 1 && line.back() == '\n';
}

// "STARTED 3 17", "FT 3 1 2 5", "COV 3 7"
bool is_progress(std::string_view line) {
  const std::string_view words[] = {"STARTED ", "FT ", "COV "};
  const auto word = std::find_if(std::begin(words), std::end(words),
                                 [&](std::string_view w) { return line.substr(0, w.size()) == w; });
  return word != std::end(words) &&
         line.substr(word->size()).find_first_not_of("0123456789 ") == std::string_view::npos;
}

}  // namespace

MergeControl parse_control(std::string_view text) {
  MergeControl control;
  std::string_view rest = text;
  std::size_t files = 0, done = 0;
  const std::string_view first = take_line(&rest);
  const std::string_view second = take_line(&rest);
  if (first.empty() || second.empty() || !number(first, &files) || !number(second, &done) ||
      files > kMostFiles) {
    return {};
  }
  for (std::size_t i = 0; i < files; ++i) {
    const std::string_view line = take_line(&rest);
    if (line.empty() || line.back() != '\n') {
      return {};
    }
    control.files.emplace_back(line.substr(0, line.size() - 1));
  }
  control.header = text.substr(0, text.size() - rest.size());
  return control;
}

std::string believed(std::string_view before, std::string_view after) {
  const MergeControl control = parse_control(before);
  if (control.header.empty() || after.substr(0, control.header.size()) != control.header) {
    return std::string(before);
  }
  std::string out = control.header;
  for (std::string_view line : expect::split_lines(after.substr(control.header.size()))) {
    if (is_progress(line)) {
      out += std::string(line) + "\n";
    }
  }
  return out;
}

}  // namespace sbx::fuzz
