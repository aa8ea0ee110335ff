// A .expect file is changed in its tree; the top-level key that holds the change is written anew in
// block style, every other line stays.
#include <algorithm>

#include "expect/rewrite.h"
#include "expect/strict_yaml.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

using Kind = YamlNode::Kind;

// ---- writing ----------------------------------------------------------------------------------

std::string quoted(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (char c : text) {
    unsigned char u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (c == '\n' || c == '\t' || c == '\r') {
      out += {'\\', c == '\n' ? 'n' : c == '\t' ? 't' : 'r'};
    } else if (u < 0x20 || u == 0x7f) {
      out += {'\\', 'x', kHex[u >> 4], kHex[u & 15]};
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// Plain lines that each end in a newline and do not begin or end in what a block would swallow.
bool fits_a_block(std::string_view text) {
  if (text.size() < 2 || text.back() != '\n' || text[text.size() - 2] == '\n' || text[0] == '\n' ||
      text[0] == ' ') {
    return false;
  }
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  });
}

void write_value(std::string* out, const YamlNode& node, std::size_t indent);

void write_map(std::string* out, const YamlNode& map, std::size_t indent) {
  for (const YamlMember& m : map.members) {
    bool plain = m.key.find_first_not_of(
                     "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                     "0123456789_-.") == std::string::npos;
    *out += std::string(indent, ' ') + (plain ? m.key : quoted(m.key)) + ":";
    write_value(out, m.value, indent);
  }
}

// After "key:" or "-".
void write_value(std::string* out, const YamlNode& node, std::size_t indent) {
  switch (node.kind) {
    case Kind::null:
      *out += "\n";
      return;
    case Kind::scalar:
      if (node.plain) {
        *out += " " + node.text + "\n";
      } else if (fits_a_block(node.text)) {
        *out += " |\n";
        for (std::string_view line : split_lines(node.text)) {
          *out += line.empty() ? "\n" : std::string(indent + 2, ' ') + std::string(line) + "\n";
        }
      } else {
        *out += " " + quoted(node.text) + "\n";
      }
      return;
    case Kind::list:
      *out += node.items.empty() ? " []\n" : "\n";
      for (const YamlNode& item : node.items) {
        *out += std::string(indent + 2, ' ') + "-";
        if (item.kind == Kind::map && !item.members.empty()) {
          *out += "\n";
          write_map(out, item, indent + 4);
        } else {
          write_value(out, item, indent + 2);
        }
      }
      return;
    case Kind::map:
      *out += node.members.empty() ? " {}\n" : "\n";
      write_map(out, node, indent + 2);
      return;
  }
}

// ---- the tree ---------------------------------------------------------------------------------

YamlNode scalar(std::string text, bool plain) {
  YamlNode node;
  node.kind = Kind::scalar;
  node.text = std::move(text);
  node.plain = plain;
  return node;
}

YamlMember* member_of(YamlNode* map, std::string_view key) {
  for (YamlMember& m : map->members) {
    if (m.key == key) {
      return &m;
    }
  }
  return nullptr;
}

// The map under `key`, made where it is missing.
YamlNode* map_under(YamlNode* map, const std::string& key) {
  YamlMember* m = member_of(map, key);
  if (m == nullptr) {
    map->members.push_back({key, 0, 0, {}});
    m = &map->members.back();
    m->value.kind = Kind::map;
  }
  return &m->value;
}

// The map whose keys are the promises of `selector`; *top is the top-level key it is in.
YamlNode* promises_of(YamlNode* root, const std::string& selector, std::string* top) {
  if (selector.empty()) {
    *top = "expect";
    return map_under(root, "expect");
  }
  if (selector.substr(0, 4) == "rev:") {
    *top = "revisions";
    std::size_t comma = selector.find(',');
    YamlNode* revision = map_under(map_under(root, "revisions"), selector.substr(4, comma - 4));
    if (comma == std::string::npos) {
      return map_under(revision, "expect");
    }
    return map_under(map_under(revision, "when"), selector.substr(comma + 1));
  }
  *top = "when";
  return map_under(map_under(root, "when"), selector);
}

// Keys of the slot in an `expect` map.
bool in_slot(std::string_view key, Slot slot) {
  const Directive* d = find_key("expect", key);
  return d != nullptr && d->slot == slot;
}

YamlNode match_list(const std::vector<NewEntry>& entries) {
  YamlNode list;
  list.kind = Kind::list;
  for (const NewEntry& e : entries) {
    YamlNode item = scalar(e.value, false);
    std::string key = e.id == Id::out_any || e.id == Id::err_any       ? "any"
                      : e.id == Id::out_noeol || e.id == Id::err_noeol ? "noeol"
                      : e.id == Id::out || e.id == Id::err             ? "exact"
                                                                       : "";
    if (!key.empty()) {
      YamlNode map;
      map.kind = Kind::map;
      map.members.push_back({key, 0, 0, key == "any" ? scalar("true", true) : item});
      item = std::move(map);
    }
    list.items.push_back(std::move(item));
  }
  return list;
}

std::string key_of(Id id) {
  return std::string(directive(id).key.substr(std::string_view("expect.").size()));
}

void set_output(YamlNode* map, const std::vector<NewEntry>& entries, Id line) {
  auto kind = [&](const NewEntry& e) { return static_cast<int>(e.id) - static_cast<int>(line); };
  constexpr int kLine = 0, kNoeol = 1, kMatch = 2, kAny = 3, kFile = 4;
  if (kind(entries[0]) >= kFile) {
    map->members.push_back({key_of(entries[0].id), 0, 0, scalar(entries[0].value, true)});
    return;
  }
  bool patterns = std::any_of(entries.begin(), entries.end(), [&](const NewEntry& e) {
    return kind(e) == kMatch || kind(e) == kAny;
  });
  bool one_empty_line =
      entries.size() == 1 && kind(entries[0]) == kMatch && entries[0].value.empty();
  if (patterns && !one_empty_line) {
    Id match = static_cast<Id>(static_cast<int>(line) + kMatch);
    map->members.push_back({key_of(match), 0, 0, match_list(entries)});
    return;
  }
  std::string text;
  bool nothing = entries.size() == 1 && kind(entries[0]) == kLine && entries[0].value.empty();
  for (const NewEntry& e : entries) {
    text += e.value;
    text += kind(e) == kNoeol || nothing ? "" : "\n";
  }
  map->members.push_back({key_of(line), 0, 0, scalar(std::move(text), false)});
}

void set_entries(YamlNode* map, const Rewrite& change) {
  const std::vector<NewEntry>& entries = change.entries;
  if (entries.empty()) {
    return;
  }
  switch (change.slot) {
    case Slot::out:
      set_output(map, entries, Id::out);
      return;
    case Slot::err:
      set_output(map, entries, Id::err);
      return;
    case Slot::report: {
      std::string text;
      for (const NewEntry& e : entries) {
        text += e.value + "\n";
      }
      map->members.push_back({"report", 0, 0, scalar(std::move(text), false)});
      return;
    }
    case Slot::writes: {
      YamlNode list;
      list.kind = Kind::list;
      for (const NewEntry& e : entries) {
        list.items.push_back(scalar(e.value, false));
      }
      bool none = entries.size() == 1 && entries[0].value == "none";
      map->members.push_back({"writes", 0, 0, none ? scalar("none", true) : std::move(list)});
      return;
    }
    default:
      for (const NewEntry& e : entries) {
        bool plain = e.id == Id::exit || e.id == Id::signal;
        map->members.push_back({key_of(e.id), 0, 0, scalar(e.value, plain)});
      }
  }
}

// First and one past the last line of a top-level key; blank and comment lines behind it stay.
std::pair<int, int> lines_of_member(const YamlFile& file,
                                    const std::vector<std::string_view>& lines,
                                    const std::string& key) {
  int from = 0, to = static_cast<int>(lines.size()) + 1;
  for (std::size_t i = 0; i < file.root.members.size(); ++i) {
    if (file.root.members[i].key == key) {
      from = file.root.members[i].line;
      if (i + 1 < file.root.members.size()) {
        to = file.root.members[i + 1].line;
      }
    }
  }
  while (to - 1 > from) {
    std::string_view last = lines[static_cast<std::size_t>(to) - 2];
    if (!last.empty() && last[0] != '#') {
      break;
    }
    --to;
  }
  return {from, to};
}

}  // namespace

Result<std::string> rewrite_yaml(std::string_view path, std::string_view bytes,
                                 const Rewrite& change) {
  YamlFile file = read_yaml(path, bytes);
  if (!file.diagnostics.empty() || file.text[0] == '{') {
    return Result<std::string>(tl::unexpect,
                               Error{std::string(path), "only a file in block style is rewritten"});
  }
  YamlNode root = file.root;
  std::string top;
  YamlNode* map = promises_of(&root, change.selector, &top);
  auto gone = std::remove_if(map->members.begin(), map->members.end(),
                             [&](const YamlMember& m) { return in_slot(m.key, change.slot); });
  map->members.erase(gone, map->members.end());
  set_entries(map, change);
  std::string written;
  YamlNode only;
  only.kind = Kind::map;
  only.members.push_back(*member_of(&root, top));
  write_map(&written, only, 0);
  std::vector<std::string_view> lines = split_lines(file.text);
  if (member_of(&file.root, top) == nullptr) {
    return file.text + (file.text.ends_with("\n") ? "" : "\n") + written;
  }
  auto [from, to] = lines_of_member(file, lines, top);
  std::string out;
  for (int i = 1; i <= static_cast<int>(lines.size()); ++i) {
    if (i == from) {
      out += written;
    }
    if (i < from || i >= to) {
      out += std::string(lines[static_cast<std::size_t>(i) - 1]) + "\n";
    }
  }
  return out;
}

}  // namespace sbx::expect
