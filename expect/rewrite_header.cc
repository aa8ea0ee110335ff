#include <algorithm>
#include <set>

#include "expect/expectation.h"
#include "expect/rewrite.h"

namespace sbx::expect {
namespace {

// Lines with their newlines.
std::vector<std::string> lines_of(std::string_view bytes) {
  std::vector<std::string> lines;
  while (!bytes.empty()) {
    std::size_t end = bytes.find('\n');
    end = end == std::string_view::npos ? bytes.size() : end + 1;
    lines.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end);
  }
  return lines;
}

// Number of lines before which new directives go where none stands yet.
std::size_t top_of(const std::vector<std::string>& lines) {
  return !lines.empty() && lines[0].substr(0, 2) == "#!" ? 1 : 0;
}

}  // namespace

std::string header_line(std::string_view leader, const NewEntry& e, std::string_view selector) {
  std::string line = std::string(leader) + " " + std::string(directive(e.id).header);
  if (!selector.empty()) {
    line += "[" + std::string(selector) + "]";
  }
  return line + ":" + (e.value.empty() ? "" : " ") + e.value;
}

Result<std::string> rewrite_header(std::string_view path, std::string_view bytes,
                                   const Rewrite& change) {
  std::string_view leader = leader_of(path);
  for (const NewEntry& e : change.entries) {
    if (directive(e.id).header.empty()) {
      return Result<std::string>(
          tl::unexpect, Error{std::string(directive(e.id).key), "it has no place in a header"});
    }
  }
  std::string bom = bytes.substr(0, 3) == "\xef\xbb\xbf" ? "\xef\xbb\xbf" : "";
  std::vector<std::string> lines = lines_of(bytes.substr(bom.size()));
  std::string newline = !lines.empty() && lines[0].ends_with("\r\n") ? "\r\n" : "\n";
  std::set<int> gone;
  for (const Entry* e : change.replaced) {
    gone.insert(e->at.line);
  }
  std::size_t at = top_of(lines);
  if (!gone.empty()) {
    at = static_cast<std::size_t>(*gone.begin()) - 1;
  } else {
    Parsed now = load_header(path, bytes);
    for (const Entry& e : *now.entries) {
      at = std::max(at, static_cast<std::size_t>(e.at.line));
    }
  }
  std::string out = bom;
  for (std::size_t i = 0; i <= lines.size(); ++i) {
    if (i == at) {
      if (!out.empty() && out != bom && out.back() != '\n') {
        out += newline;  // the last line had none
      }
      for (const NewEntry& e : change.entries) {
        out += header_line(leader, e, change.selector) + newline;
      }
    }
    if (i < lines.size() && gone.count(static_cast<int>(i) + 1) == 0) {
      out += lines[i];
    }
  }
  return out;
}

}  // namespace sbx::expect
