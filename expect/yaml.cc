// NAME.expect and defaults.expect: the vocabulary of the header directives as YAML keys. Every key
// becomes the same entries a header would have given.
#include <algorithm>

#include "expect/entry.h"
#include "expect/expectation.h"
#include "expect/strict_yaml.h"
#include "expect/text.h"
#include "expect/yaml_values.h"

namespace sbx::expect {
namespace {

constexpr const char* kSuffixBegins = "a suffix begins with a dot";

bool is_suffix(std::string_view text) {
  return text.size() > 1 && text[0] == '.';
}

class YamlLoader {
 public:
  YamlLoader(std::string_view path, std::string_view bytes, bool defaults)
      : file_(read_yaml(path, bytes)),
        in_(&file_),
        values_(&file_, &entries_),
        defaults_(defaults) {
    parsed_.path = path;
  }

  Parsed load() {
    if (file_.diagnostics.empty()) {
      schema();
      section("", file_.root, Selector{});
    }
    parsed_.diagnostics = std::move(file_.diagnostics);
    parsed_.has_directive = !entries_.empty();
    parsed_.entries = std::make_shared<const std::vector<Entry>>(std::move(entries_));
    return std::move(parsed_);
  }

 private:
  // ---- structure ----

  void schema() {
    if (file_.root.members.empty() || file_.root.members[0].key != "sbx-expect") {
      int line = file_.root.members.empty() ? 1 : file_.root.members[0].line;
      in_.error(line, 1, 1, Code::e15_wrong_value, "the first key must be the schema's version",
                "write 'sbx-expect: 1'");
      return;
    }
    const YamlNode& version = file_.root.members[0].value;
    if (version.kind != YamlNode::Kind::scalar || version.text != "1") {
      in_.error(version, Code::e15_wrong_value, "this program reads schema version 1");
    }
  }

  void section(std::string_view name, const YamlNode& map, const Selector& when) {
    if (!in_.is_map(map)) {
      return;
    }
    in_.only_keys(map, key_names(name));
    one_form(map);
    for (const YamlMember& m : map.members) {
      if (const Directive* d = find_key(name, m.key)) {
        one(*d, m, when, /*top=*/&map == &file_.root);
      }
    }
  }

  // A map has no order in which exact text and patterns could follow one another.
  void one_form(const YamlNode& map) {
    for (const std::string stream : {"stdout", "stderr"}) {
      const YamlMember* text = in_.member(map, stream);
      const YamlMember* patterns = in_.member(map, stream + "-match");
      if (text != nullptr && patterns != nullptr) {
        const bool first = text->line < patterns->line ||
                           (text->line == patterns->line && text->column < patterns->column);
        in_.error(first ? *patterns : *text, Code::e11_contradiction,
                  "'" + stream + "' and '" + stream + "-match' exclude one another",
                  "write an exact line into the list as {exact: TEXT}");
      }
    }
  }

  void one(const Directive& d, const YamlMember& m, const Selector& when, bool top) {
    if (!top &&
        (d.id == Id::schema || d.id == Id::run || d.id == Id::exec || d.id == Id::revisions_map ||
         d.id == Id::exclude || d.id == Id::suffixes || (d.id >= Id::target && d.id <= Id::runs))) {
      in_.error(m, Code::e05_no_meaning_here, "'" + m.key + "' has no meaning in a revision");
      return;
    }
    bool of_defaults = d.id == Id::exclude || d.id == Id::suffixes;
    bool of_tests = d.id == Id::run || d.id == Id::exec || d.id == Id::revisions_map ||
                    (d.id >= Id::target && d.id <= Id::runs);
    if (defaults_ ? of_tests : of_defaults) {
      in_.error(m, Code::e05_no_meaning_here,
                "'" + m.key + "' has no meaning in " +
                    (defaults_ ? "defaults.expect" : "one test's file, only in defaults.expect"));
      return;
    }
    switch (d.value) {
      case Value::schema:
        return;
      case Value::map:
        nested(d, m, when);
        return;
      case Value::file:
        program(d, m);
        return;
      case Value::list:
        exclude(m);
        return;
      case Value::suffixes:
        suffixes(m);
        return;
      default:
        if (defaults_ && d.id == Id::toolchain && m.value.kind == YamlNode::Kind::map) {
          toolchains(m, when);
        } else {
          values_.value(d, m, when);
        }
    }
  }

  // {.c: gcc, .cc: g++}: a folder may hold more than one language.
  void toolchains(const YamlMember& m, const Selector& when) {
    for (const YamlMember& one : m.value.members) {
      if (!is_suffix(one.key)) {
        in_.error(one, Code::e15_wrong_value, kSuffixBegins);
        continue;
      }
      const std::size_t before = entries_.size();
      values_.scalar(directive(Id::toolchain), one, when);
      if (entries_.size() > before) {
        entries_.back().words = {one.key};
      }
    }
  }

  void nested(const Directive& d, const YamlMember& m, const Selector& when) {
    if (d.id == Id::compile_map && m.value.kind == YamlNode::Kind::scalar) {
      values_.scalar(directive(Id::compile), m, when);  // `compile: fail`
    } else if (d.id == Id::expect_map) {
      section("expect", m.value, when);
    } else if (d.id == Id::compile_map) {
      section("compile", m.value, when);
    } else if (!in_.is_map(m.value)) {
      return;
    } else if (d.id == Id::when) {
      for (const YamlMember& one : m.value.members) {
        if (std::optional<Selector> selector = values_.selector_of(one.key, one.line, one.column)) {
          when_section(one.value, both(when, *selector));
        }
      }
    } else {
      revisions(m);
    }
  }

  // The keys of `expect`, and `compile`.
  void when_section(const YamlNode& map, const Selector& when) {
    if (!in_.is_map(map)) {
      return;
    }
    std::vector<std::string_view> names = key_names("expect");
    names.push_back("compile");
    in_.only_keys(map, names);
    one_form(map);
    for (const YamlMember& m : map.members) {
      if (m.key == "compile") {
        nested(directive(Id::compile_map), m, when);
      } else if (const Directive* d = find_key("expect", m.key)) {
        values_.value(*d, m, when);
      }
    }
  }

  void revisions(const YamlMember& m) {
    Entry declared = values_.entry(Id::revisions, m, Selector{});
    if (in_.member(m.value, "default") == nullptr) {
      declared.words.push_back("default");
    }
    for (const YamlMember& revision : m.value.members) {
      declared.words.push_back(revision.key);
      declared.value = join_words(declared.words);
      std::optional<Selector> when =
          values_.selector_of("rev:" + revision.key, revision.line, revision.column);
      if (when) {
        section("", revision.value, *when);
      }
    }
    values_.keep(std::move(declared));
  }

  void program(const Directive& d, const YamlMember& m) {
    std::optional<std::string> name = in_.text(m.value);
    if (!name) {
      return;
    }
    if (name->empty() || name->find('\0') != std::string::npos) {
      in_.error(m.value, Code::e15_wrong_value, "the path of a program is needed here");
      return;
    }
    std::string& other = d.id == Id::run ? parsed_.exec : parsed_.run;
    if (!other.empty()) {
      in_.error(m, Code::e11_contradiction, "'run' and 'exec' exclude one another");
      return;
    }
    (d.id == Id::run ? parsed_.run : parsed_.exec) = *name;
  }

  void exclude(const YamlMember& m) {
    if (!in_.is_list(m.value)) {
      return;
    }
    for (const YamlNode& item : m.value.items) {
      if (!in_.is_map(item)) {
        continue;
      }
      in_.only_keys(item, {"path", "reason"});
      const YamlNode* path = in_.find(item, "path");
      const YamlNode* reason = in_.find(item, "reason");
      if (path == nullptr || reason == nullptr) {
        in_.error(item, Code::e15_wrong_value, "an exclusion needs a path and a reason",
                  "write {path: NAME, reason: \"why\"}");
        continue;
      }
      std::optional<std::string> path_text = in_.text(*path), reason_text = in_.text(*reason);
      if (!path_text || !reason_text) {
        continue;
      }
      if (path_text->empty() || path_text->find('\0') != std::string::npos) {
        in_.error(*path, Code::e15_wrong_value, "a file, a folder or a glob is needed here");
        continue;
      }
      if (reason_text->find_first_not_of(" \t\r\n") == std::string::npos) {
        in_.error(*reason, Code::e15_wrong_value, "a reason is needed, it is empty");
        continue;
      }
      const auto twin =
          std::find_if(parsed_.exclude.begin(), parsed_.exclude.end(),
                       [&](const Parsed::Exclude& other) { return other.path == *path_text; });
      if (twin != parsed_.exclude.end()) {
        in_.error(*path, Code::e06_given_twice,
                  "'" + visible(*path_text, 60) + "' is excluded twice",
                  "the other is in line " + std::to_string(twin->at.line));
        continue;
      }
      parsed_.exclude.push_back({*path_text,
                                 *reason_text,
                                 {file_.path, path->line, path->column},
                                 in_.source_line(path->line)});
    }
  }

  void suffixes(const YamlMember& m) {
    std::optional<std::vector<std::string>> words = in_.words(m.value);
    for (std::size_t i = 0; words && i < words->size(); ++i) {
      if (!is_suffix((*words)[i])) {
        in_.error(m.value.items[i], Code::e15_wrong_value, kSuffixBegins);
        continue;
      }
      parsed_.suffixes.push_back((*words)[i]);
    }
  }

  YamlFile file_;
  YamlReader in_;
  std::vector<Entry> entries_;
  YamlValues values_;
  bool defaults_;
  Parsed parsed_;
};

}  // namespace

Parsed load_yaml(std::string_view path, std::string_view bytes) {
  return YamlLoader(path, bytes, false).load();
}

Parsed load_defaults(std::string_view path, std::string_view bytes) {
  return YamlLoader(path, bytes, true).load();
}

}  // namespace sbx::expect
