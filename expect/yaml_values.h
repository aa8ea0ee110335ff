// expect/yaml_values.h - one key of a .expect file and its value, as entries.
//
//   YamlValues values(&file, &entries);
//   values.value(*find_key("expect", "stdout"), member, selector);
//
// Used by the loader alone (yaml.cc); errors go to the file's diagnostics. One per file, one
// thread.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "expect/entry.h"
#include "expect/strict_yaml.h"

namespace sbx::expect {

class YamlValues {
 public:
  YamlValues(YamlFile* file, std::vector<Entry>* entries)
      : file_(*file), in_(file), entries_(*entries) {}

  // Any key but those that hold others.
  void value(const Directive& d, const YamlMember& m, const Selector& when);
  // One that is a scalar whatever the directive's kind: `compile: fail`.
  void scalar(const Directive& d, const YamlMember& m, const Selector& when);

  // An entry without a value, placed at the key.
  [[nodiscard]] Entry entry(Id id, const YamlMember& m, const Selector& when) const;
  // Checks it and appends it.
  bool keep(Entry e);
  std::optional<Selector> selector_of(std::string_view text, int line, int column);

 private:
  Entry entry_at(Id id, const YamlMember& m, const YamlNode& node, const Selector& when) const;
  Entry line_entry(Id id, const YamlMember& m, const Selector& when, std::size_t i) const;
  bool bytes_are_plain(const YamlNode& node);
  void whole_text(const Directive& d, const YamlMember& m, const Selector& when);
  void output(const Directive& d, const YamlMember& m, const Selector& when);
  void patterns(const Directive& d, const YamlMember& m, const Selector& when);
  void report(const Directive& d, const YamlMember& m, const Selector& when);
  void words(const Directive& d, const YamlMember& m, const Selector& when);
  void list(const Directive& d, const YamlMember& m, const Selector& when);
  void env(const YamlMember& m, const Selector& when);
  void reasons(const Directive& d, const YamlMember& m, const Selector& when);

  YamlFile& file_;
  YamlReader in_;
  std::vector<Entry>& entries_;
};

}  // namespace sbx::expect
