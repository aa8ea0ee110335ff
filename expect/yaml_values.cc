// One key's value to entries: text to lines, lists to repeats.
#include "expect/yaml_values.h"

#include <algorithm>

#include "expect/text.h"

namespace sbx::expect {

Entry YamlValues::entry(Id id, const YamlMember& m, const Selector& when) const {
  Entry e;
  e.what = &directive(id);
  e.when = when;
  e.at = {file_.path, m.line, m.column};
  e.length = m.key.size();
  e.source_line = in_.source_line(m.line);
  return e;
}

// The same key, at one of its values.
Entry YamlValues::entry_at(Id id, const YamlMember& m, const YamlNode& node,
                           const Selector& when) const {
  Entry e = entry(id, m, when);
  if (node.line == m.line) {
    e.value_column = node.column;
  } else {
    e.at = {file_.path, node.line, node.column};
    e.length = std::max<std::size_t>(std::min(node.text.find('\n'), node.text.size()), 1);
    e.source_line = in_.source_line(node.line);
    e.value_column = node.column;
  }
  return e;
}

bool YamlValues::keep(Entry e) {
  if (!check_value(&e, &file_.diagnostics)) {
    return false;
  }
  entries_.push_back(std::move(e));
  return true;
}

std::optional<Selector> YamlValues::selector_of(std::string_view text, int line, int column) {
  Result<Selector> parsed = parse_selector(text);
  if (parsed) {
    return *parsed;
  }
  std::string_view message = parsed.error().message;
  std::size_t newline = message.find('\n');
  in_.error(line, column, std::max<std::size_t>(text.size(), 1), Code::e07_unknown_name,
            std::string(message.substr(0, newline)),
            newline == std::string_view::npos ? "" : std::string(message.substr(newline + 1)));
  return std::nullopt;
}

void YamlValues::value(const Directive& d, const YamlMember& m, const Selector& when) {
  switch (d.value) {
    case Value::text:
      d.id == Id::stdin_text ? whole_text(d, m, when) : output(d, m, when);
      return;
    case Value::pattern:
      patterns(d, m, when);
      return;
    case Value::report_line:
      report(d, m, when);
      return;
    case Value::words:
    case Value::tags:
      words(d, m, when);
      return;
    case Value::feature:
    case Value::path:
      list(d, m, when);
      return;
    case Value::env:
      env(m, when);
      return;
    case Value::reason:
      reasons(d, m, when);
      return;
    case Value::flag: {
      std::optional<bool> yes = in_.boolean(m.value);
      Entry e = entry(d.id, m, when);
      if (yes && keep(std::move(e))) {
        entries_.back().number = *yes ? 1 : 0;
      }
      return;
    }
    default:
      scalar(d, m, when);
  }
}

// False: "\xff" is a code point to YAML, two bytes to the program.
bool YamlValues::bytes_are_plain(const YamlNode& node) {
  if (node.high_escape.empty()) {
    return true;
  }
  in_.error(node, Code::e15_wrong_value,
            "\"" + node.high_escape + "\" is a code point here and becomes two bytes",
            "keep such bytes in a file and name it with 'stdout-file' or 'stdin-file'");
  return false;
}

void YamlValues::scalar(const Directive& d, const YamlMember& m, const Selector& when) {
  std::optional<std::string> text = in_.text(m.value);
  if (!text) {
    return;
  }
  bool numeric = d.value == Value::exit_or_any || d.value == Value::count;
  if (numeric && !m.value.plain && *text != "any") {
    in_.error(m.value, Code::e15_wrong_value, "a number without quotes is needed here");
    return;
  }
  Entry e = entry_at(d.id, m, m.value, when);
  e.value = std::move(*text);
  keep(std::move(e));
}

void YamlValues::whole_text(const Directive& d, const YamlMember& m, const Selector& when) {
  std::optional<std::string> text = in_.text(m.value);
  if (text && bytes_are_plain(m.value)) {
    Entry e = entry(d.id, m, when);
    e.value = std::move(*text);
    keep(std::move(e));
  }
}

// Where the i-th line of a block or quoted text stands.
Entry YamlValues::line_entry(Id id, const YamlMember& m, const Selector& when,
                             std::size_t i) const {
  Entry e = entry_at(id, m, m.value, when);
  if (m.value.literal) {
    int line = m.value.line + 1 + static_cast<int>(i);
    std::string source = in_.source_line(line);
    std::size_t indent = std::min(source.find_first_not_of(' '), source.size());
    e.at = {file_.path, line, static_cast<int>(indent) + 1};
    e.length = std::max<std::size_t>(source.size() - indent, 1);
    e.value_column = e.at.column;
    e.source_line = std::move(source);
  }
  return e;
}

void YamlValues::output(const Directive& d, const YamlMember& m, const Selector& when) {
  std::optional<std::string> text = in_.text(m.value);
  if (!text || !bytes_are_plain(m.value)) {
    return;
  }
  Id noeol = d.id == Id::out ? Id::out_noeol : Id::err_noeol;
  Id pattern = d.id == Id::out ? Id::out_match : Id::err_match;
  std::vector<std::string_view> lines = split_lines(*text);
  if (lines.empty()) {
    keep(line_entry(d.id, m, when, 0));  // no output at all
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    bool last = i + 1 == lines.size() && text->back() != '\n';
    // One empty line is written as a pattern: a single empty text means no output.
    Id id = last ? noeol : lines.size() == 1 && lines[i].empty() ? pattern : d.id;
    Entry e = line_entry(id, m, when, i);
    e.value = lines[i];
    keep(std::move(e));
  }
}

void YamlValues::patterns(const Directive& d, const YamlMember& m, const Selector& when) {
  if (!in_.is_list(m.value)) {
    return;
  }
  for (const YamlNode& item : m.value.items) {
    Id id = d.id;
    const YamlNode* node = &item;
    if (item.kind == YamlNode::Kind::map && d.id != Id::compile_stderr) {
      in_.only_keys(item, {"exact", "noeol", "any"});
      if (item.members.size() != 1) {
        in_.error(item, Code::e15_wrong_value,
                  "a pattern, {exact: TEXT}, {noeol: TEXT} or {any: true}");
        continue;
      }
      node = &item.members[0].value;
      if (item.members[0].key == "any") {
        id = d.id == Id::out_match ? Id::out_any : Id::err_any;
        if (in_.boolean(*node).value_or(false)) {
          keep(entry_at(id, m, item, when));
        }
        continue;
      }
      bool noeol = item.members[0].key == "noeol";
      id = d.id == Id::out_match ? (noeol ? Id::out_noeol : Id::out)
                                 : (noeol ? Id::err_noeol : Id::err);
    }
    std::optional<std::string> text = in_.text(*node);
    if (!text || !bytes_are_plain(*node)) {
      continue;
    }
    if (text->find('\n') != std::string::npos) {
      in_.error(*node, Code::e15_wrong_value, "a pattern is one line");
      continue;
    }
    Entry e = entry_at(id, m, *node, when);
    e.value = std::move(*text);
    keep(std::move(e));
  }
}

void YamlValues::report(const Directive& d, const YamlMember& m, const Selector& when) {
  if (m.value.kind == YamlNode::Kind::list || m.value.kind == YamlNode::Kind::map) {
    in_.error(m.value, Code::e15_wrong_value, "the report is one text, a line per event",
              "write '" + m.key + ": |' and the lines below it: '- refused: x' would be a map");
    return;
  }
  std::optional<std::string> text = in_.text(m.value);
  if (!text) {
    return;
  }
  std::vector<std::string_view> lines = split_lines(*text);
  if (lines.empty()) {
    in_.error(m.value, Code::e15_wrong_value, "a report has at least one line");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Entry e = line_entry(d.id, m, when, i);
    e.value = lines[i];
    keep(std::move(e));
  }
}

void YamlValues::words(const Directive& d, const YamlMember& m, const Selector& when) {
  std::optional<std::vector<std::string>> list = in_.words(m.value);
  if (!list) {
    return;
  }
  Entry e = entry_at(d.id, m, m.value, when);
  e.words = std::move(*list);
  e.value = join_words(e.words);
  if (d.value == Value::words || !e.words.empty()) {
    keep(std::move(e));
  }
}

void YamlValues::list(const Directive& d, const YamlMember& m, const Selector& when) {
  if (d.value == Value::path && m.value.kind == YamlNode::Kind::scalar) {
    scalar(d, m, when);  // `writes: none`
    return;
  }
  std::optional<std::vector<std::string>> items = in_.words(m.value);
  for (std::size_t i = 0; items && i < items->size(); ++i) {
    Entry e = entry_at(d.id, m, m.value.items[i], when);
    e.value = std::move((*items)[i]);
    keep(std::move(e));
  }
}

void YamlValues::env(const YamlMember& m, const Selector& when) {
  if (!in_.is_map(m.value)) {
    return;
  }
  for (const YamlMember& variable : m.value.members) {
    std::optional<std::string> text = in_.text(variable.value);
    if (!text || !bytes_are_plain(variable.value)) {
      continue;
    }
    if (variable.key.find('=') != std::string::npos) {
      in_.error(variable, Code::e15_wrong_value, "a variable's name holds no '='");
      continue;
    }
    Entry e = entry_at(Id::env, variable, variable.value, when);
    e.value = variable.key + "=" + *text;
    keep(std::move(e));
  }
}

void YamlValues::reasons(const Directive& d, const YamlMember& m, const Selector& when) {
  if (m.value.kind == YamlNode::Kind::scalar) {
    scalar(d, m, when);
    return;
  }
  if (!in_.is_list(m.value)) {
    return;
  }
  for (const YamlNode& item : m.value.items) {
    if (!in_.is_map(item)) {
      continue;
    }
    in_.only_keys(item, {"when", "reason"});
    const YamlNode* reason = in_.find(item, "reason");
    const YamlNode* condition = in_.find(item, "when");
    std::optional<std::string> text;
    if (reason == nullptr) {
      in_.error(item, Code::e15_wrong_value, "a reason is needed",
                "write {when: SELECTOR, reason: \"why\"}");
    } else {
      text = in_.text(*reason);
    }
    std::optional<std::string> condition_text =
        condition == nullptr ? std::string() : in_.text(*condition);
    if (!text || !condition_text) {
      continue;
    }
    Selector selector = when;
    if (condition != nullptr) {
      std::optional<Selector> own =
          selector_of(*condition_text, condition->line, condition->column);
      if (!own) {
        continue;
      }
      selector = both(when, *own);
    }
    Entry e = entry_at(d.id, m, *reason, selector);
    e.value = std::move(*text);
    keep(std::move(e));
  }
}

}  // namespace sbx::expect
