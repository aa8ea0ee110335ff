// Typed access to a strict YAML file; numbers and flags are read from their text.
#include <algorithm>
#include <charconv>

#include "expect/strict_yaml.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

const char* kind_word(YamlNode::Kind kind) {
  switch (kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::scalar:
      return "text";
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      return "a map";
  }
  return "";
}

}  // namespace

const YamlMember* YamlReader::member(const YamlNode& map, std::string_view key) const {
  for (const YamlMember& m : map.members) {
    if (m.key == key) {
      return &m;
    }
  }
  return nullptr;
}

const YamlNode* YamlReader::find(const YamlNode& map, std::string_view key) const {
  const YamlMember* m = member(map, key);
  return m == nullptr ? nullptr : &m->value;
}

std::optional<std::string> YamlReader::text(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::scalar) {
    return node.text;
  }
  if (node.kind == YamlNode::Kind::null) {
    error(node, Code::e15_wrong_value, "no value here", "for empty text write \"\"");
  } else {
    error(node, Code::e15_wrong_value,
          std::string("text is needed here, not ") + kind_word(node.kind));
  }
  return std::nullopt;
}

std::optional<long long> YamlReader::integer(const YamlNode& node, long long min, long long max) {
  std::string range = std::to_string(min) + ".." + std::to_string(max);
  long long n = 0;
  const char* end = node.text.data() + node.text.size();
  std::size_t digits = !node.text.empty() && node.text[0] == '-' ? 1 : 0;
  bool octal = node.text.size() > digits + 1 && node.text[digits] == '0';
  auto [stopped, failed] = std::from_chars(node.text.data(), end, n);
  if (node.kind == YamlNode::Kind::scalar && node.plain && failed == std::errc() &&
      stopped == end && !octal && n >= min && n <= max) {
    return n;
  }
  error(node, Code::e15_wrong_value, "a number is needed here, " + range + " in decimal");
  return std::nullopt;
}

std::optional<bool> YamlReader::boolean(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::scalar && node.plain &&
      (node.text == "true" || node.text == "false")) {
    return node.text == "true";
  }
  error(node, Code::e15_wrong_value, "'true' or 'false' is needed here");
  return std::nullopt;
}

std::optional<std::vector<std::string>> YamlReader::words(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::list) {
    error(node, Code::e15_wrong_value,
          std::string("a list of words is needed here, not ") + kind_word(node.kind),
          "write [first, \"second\"]");
    return std::nullopt;
  }
  std::vector<std::string> out;
  for (const YamlNode& item : node.items) {
    std::optional<std::string> word = text(item);
    if (!word) {
      return std::nullopt;
    }
    out.push_back(std::move(*word));
  }
  return out;
}

bool YamlReader::is_map(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::map) {
    error(node, Code::e15_wrong_value,
          std::string("a map is needed here, not ") + kind_word(node.kind));
  }
  return node.kind == YamlNode::Kind::map;
}

bool YamlReader::is_list(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::list) {
    error(node, Code::e15_wrong_value,
          std::string("a list is needed here, not ") + kind_word(node.kind));
  }
  return node.kind == YamlNode::Kind::list;
}

void YamlReader::only_keys(const YamlNode& map, const std::vector<std::string_view>& names) {
  for (const YamlMember& m : map.members) {
    if (std::find(names.begin(), names.end(), m.key) == names.end()) {
      error(m, Code::e01_unknown, "unknown key '" + visible(m.key, 60) + "'",
            did_you_mean(m.key, names));
    }
  }
}

void YamlReader::error(const YamlNode& at, Code code, std::string message, std::string suggestion) {
  std::size_t newline = at.text.find('\n');
  std::size_t length = at.kind == YamlNode::Kind::scalar && at.plain
                           ? std::max<std::size_t>(std::min(newline, at.text.size()), 1)
                           : 1;
  error(at.line, at.column, length, code, std::move(message), std::move(suggestion));
}

void YamlReader::error(const YamlMember& at, Code code, std::string message,
                       std::string suggestion) {
  error(at.line, at.column, at.key.size(), code, std::move(message), std::move(suggestion));
}

void YamlReader::error(int line, int column, std::size_t length, Code code, std::string message,
                       std::string suggestion) {
  file_->diagnostics.push_back({{file_->path, line, column},
                                code,
                                std::move(message),
                                std::move(suggestion),
                                line > 0 ? source_line(line) : std::string(),
                                length});
}

std::string YamlReader::source_line(int line) const {
  std::size_t from = 0;
  for (int i = 1; i < line && from != std::string::npos; ++i) {
    std::size_t newline = file_->text.find('\n', from);
    from = newline == std::string::npos ? newline : newline + 1;
  }
  if (from == std::string::npos || from >= file_->text.size()) {
    return {};
  }
  return file_->text.substr(from, file_->text.find('\n', from) - from);
}

}  // namespace sbx::expect
