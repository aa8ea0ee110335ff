// expect/strict_yaml.h - YAML without its traps, for every YAML file of this project.
//
//   YamlFile file = read_yaml("case.expect", bytes);
//   YamlReader in(&file);
//   if (const YamlNode* node = in.find(file.root, "timeout")) { auto text = in.text(*node); }
//   in.only_keys(file.root, {"timeout", "args"});
//   std::fputs(render(file.diagnostics).c_str(), stderr);
//
// Refused, each with its place: duplicate keys, anchors, aliases, tags, merge keys, a second
// document, bytes that are not UTF-8, control bytes, a byte order mark inside, more than 1 MiB,
// more than 8 levels or 50000 values, keys that are no plain text. Scalars stay text: nothing turns
// 010 into 8 or `no` into false. Values; thread-safe as far as each file is used by one thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expect/diagnostic.h"

namespace sbx::expect {

inline constexpr std::size_t kMaxYamlBytes = 1 << 20;
inline constexpr int kMaxYamlDepth = 8;
inline constexpr std::size_t kMaxYamlValues = 50000;

struct YamlMember;

struct YamlNode {
  enum class Kind { null, scalar, list, map } kind = Kind::null;
  std::string text = {};         // scalar
  bool plain = false;            // scalar: without quotes, not a block
  bool block = false;            // scalar: | or >
  bool literal = false;          // scalar: |; its first line is the one after `line`
  std::string high_escape = {};  // scalar: a "\x80".."\xff" as written: it is a code point, no byte
  int line = 0;                  // 1-based
  int column = 0;                // 1-based, bytes
  std::vector<YamlNode> items;   // list
  std::vector<YamlMember> members;  // map, in the order written
};

struct YamlMember {
  std::string key;
  int line = 0;
  int column = 0;
  YamlNode value;
};

struct YamlFile {
  std::string path;
  std::string text;  // the bytes without byte order mark, CRLF as LF
  YamlNode root;     // a map, or null where there are diagnostics
  std::vector<Diagnostic> diagnostics;
};

[[nodiscard]] YamlFile read_yaml(std::string_view path, std::string_view bytes);

// Typed access. Every getter adds a diagnostic and answers nullopt when the value is something
// else.
class YamlReader {
 public:
  explicit YamlReader(YamlFile* file) : file_(file) {}

  // The member of a map; nullptr when there is none.
  [[nodiscard]] const YamlMember* member(const YamlNode& map, std::string_view key) const;
  [[nodiscard]] const YamlNode* find(const YamlNode& map, std::string_view key) const;

  std::optional<std::string> text(const YamlNode&);  // any scalar, as written
  std::optional<long long> integer(const YamlNode&, long long min, long long max);
  std::optional<bool> boolean(const YamlNode&);                    // true or false
  std::optional<std::vector<std::string>> words(const YamlNode&);  // a list of scalars
  bool is_map(const YamlNode&);
  bool is_list(const YamlNode&);

  // E01 with a suggestion for every member whose key is not one of `names`.
  void only_keys(const YamlNode& map, const std::vector<std::string_view>& names);

  void error(const YamlNode& at, Code, std::string message, std::string suggestion = {});
  void error(const YamlMember& at, Code, std::string message, std::string suggestion = {});
  void error(int line, int column, std::size_t length, Code, std::string message,
             std::string suggestion = {});
  [[nodiscard]] std::string source_line(int line) const;

 private:
  YamlFile* file_;
};

}  // namespace sbx::expect
