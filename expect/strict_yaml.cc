// Built on yaml-cpp's events, which is what its Load() is made of: they show anchors, aliases, tags
// and the start of a second document, and can be left at the first value too many. Measured on 0.7:
// its node tree keeps the first of two equal keys, reads 010 as 8, and drops further documents.
#include "expect/strict_yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

#include "expect/text.h"

namespace sbx::expect {
namespace {

struct Stop {};  // thrown through yaml-cpp after the error was noted

class Builder : public YAML::EventHandler {
 public:
  Builder(YamlFile* file, YamlReader* reader) : file_(file), reader_(reader) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      stop(mark, 1, "a second document; a file holds one");
    }
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    YamlNode node = at(mark);
    add(std::move(node));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    stop(mark, 1, "aliases are refused; write the value again");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    YamlNode node = at(mark);
    node.kind = YamlNode::Kind::scalar;
    node.text = value;
    node.plain = tag != "!";
    char first = source(mark);
    if (!node.plain) {
      node.block = first == '|' || first == '>';
      node.literal = first == '|';
      bool quoted = first == '"' || first == '\'';
      if (quoted && closing_quote(static_cast<std::size_t>(mark.pos), &node.high_escape) ==
                        std::string::npos) {
        stop(mark, 1, "the quote is not closed");
      }
    }
    add(std::move(node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::map);
  }
  void OnMapEnd() override { close(); }

  [[nodiscard]] int documents() const { return documents_; }

 private:
  struct Level {
    YamlNode node;
    bool has_key = false;
    YamlMember key;
  };

  static YamlNode at(const YAML::Mark& mark) {
    YamlNode node;
    node.line = mark.line + 1;
    node.column = mark.column + 1;
    return node;
  }

  [[nodiscard]] char source(const YAML::Mark& mark) const {
    auto pos = static_cast<std::size_t>(mark.pos);
    return pos < file_->text.size() ? file_->text[pos] : '\0';
  }

  [[noreturn]] void stop(const YAML::Mark& mark, std::size_t length, std::string message,
                         std::string suggestion = {}) {
    reader_->error(mark.line + 1, mark.column + 1, length, Code::e15_wrong_value,
                   std::move(message), std::move(suggestion));
    throw Stop{};
  }

  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      stop(mark, 1, "anchors are refused; write the value again where it is needed");
    }
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    // "?" is no tag, "!" a quoted or block scalar, or a lone "!" in the source.
    if ((tag != "?" && tag != "!" && !tag.empty()) || (tag == "!" && source(mark) == '!')) {
      stop(mark, 1, "tags are refused; every value is text, a list or a map by its form");
    }
  }

  // Offset of the quote that closes the one at `from`; npos: none does, and yaml-cpp may let that
  // pass. The first "\x80".."\xff" between them goes to *high.
  [[nodiscard]] std::size_t closing_quote(std::size_t from, std::string* high) const {
    const std::string& text = file_->text;
    char quote = text[from];
    for (std::size_t i = from + 1; i < text.size(); ++i) {
      if (text[i] == quote) {
        if (quote == '"' || i + 1 == text.size() || text[i + 1] != '\'') {
          return i;
        }
        ++i;  // '' is a quote
      } else if (quote == '"' && text[i] == '\\' && ++i + 2 < text.size() && text[i] == 'x' &&
                 std::string_view("89abcdefABCDEF").find(text[i + 1]) != std::string_view::npos &&
                 high->empty()) {
        *high = text.substr(i - 1, 4);
      }
    }
    return std::string::npos;
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YamlNode::Kind kind) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (!levels_.empty() && levels_.back().node.kind == YamlNode::Kind::map &&
        !levels_.back().has_key) {
      stop(mark, 1, "a key must be plain text");
    }
    if (levels_.size() >= static_cast<std::size_t>(kMaxYamlDepth)) {
      stop(mark, 1, "more than " + std::to_string(kMaxYamlDepth) + " levels");
    }
    count(mark);
    Level level;
    level.node = at(mark);
    level.node.kind = kind;
    levels_.push_back(std::move(level));
  }

  void close() {
    YamlNode node = std::move(levels_.back().node);
    levels_.pop_back();
    place(std::move(node));
  }

  void count(const YAML::Mark& mark) {
    if (++values_ > kMaxYamlValues) {
      stop(mark, 1, "more than " + std::to_string(kMaxYamlValues) + " values");
    }
  }

  void add(YamlNode node) {
    YAML::Mark mark;
    mark.line = node.line - 1;
    mark.column = node.column - 1;
    count(mark);
    if (!levels_.empty() && levels_.back().node.kind == YamlNode::Kind::map &&
        !levels_.back().has_key) {
      key(mark, std::move(node));
      return;
    }
    place(std::move(node));
  }

  void key(const YAML::Mark& mark, YamlNode node) {
    Level& level = levels_.back();
    if (node.kind != YamlNode::Kind::scalar || node.text.empty() || node.block) {
      stop(mark, 1, "a key must be plain text");
    }
    if (node.plain && node.text == "<<") {
      stop(mark, 2, "merge keys are refused; write the keys again");
    }
    for (const YamlMember& m : level.node.members) {
      if (m.key == node.text) {
        reader_->error(node.line, node.column, node.text.size(), Code::e06_given_twice,
                       "'" + visible(node.text, 60) + "' is given twice",
                       "the first is in line " + std::to_string(m.line));
        throw Stop{};
      }
    }
    level.key = {std::move(node.text), node.line, node.column, {}};
    level.has_key = true;
  }

  void place(YamlNode node) {
    if (levels_.empty()) {
      file_->root = std::move(node);
      return;
    }
    Level& level = levels_.back();
    if (level.node.kind == YamlNode::Kind::list) {
      level.node.items.push_back(std::move(node));
      return;
    }
    if (node.kind == YamlNode::Kind::null) {
      node.line = level.key.line;  // yaml-cpp places nothing where the next key begins
      node.column = level.key.column;
    }
    level.key.value = std::move(node);
    level.node.members.push_back(std::move(level.key));
    level.has_key = false;
  }

  YamlFile* file_;
  YamlReader* reader_;
  std::vector<Level> levels_;
  std::size_t values_ = 0;
  int documents_ = 0;
};

// Line and column (1-based) of an offset.
std::pair<int, int> place_of(std::string_view text, std::size_t offset) {
  std::string_view before = text.substr(0, offset);
  std::size_t newline = before.rfind('\n');
  int line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  std::size_t column = newline == std::string_view::npos ? offset : offset - newline - 1;
  return {line, static_cast<int>(column) + 1};
}

// What yaml-cpp would let pass, or read as the end of the file (0x04).
bool check_bytes(YamlFile* file, YamlReader* reader) {
  const std::string& text = file->text;
  auto fail = [&](std::size_t offset, std::string message) {
    auto [line, column] = place_of(text, offset);
    reader->error(line, column, 1, Code::e15_wrong_value, std::move(message));
    return false;
  };
  std::size_t bad = invalid_utf8(text);
  if (bad != std::string::npos) {
    return fail(bad, "not UTF-8; keep other bytes in a file and name it with stdout-file");
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f) {
      return fail(i, "a control byte");
    }
  }
  std::size_t bom = text.find("\xef\xbb\xbf");
  if (bom != std::string::npos) {
    return fail(bom, "a byte order mark inside the file");
  }
  return true;
}

std::string normalised(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xef\xbb\xbf") {
    bytes.remove_prefix(3);
  }
  return without_carriage_returns(bytes);
}

void parse(YamlFile* file, YamlReader* reader) {
  Builder builder(file, reader);
  std::istringstream in(file->text);
  try {
    YAML::Parser parser(in);
    if (parser.HandleNextDocument(builder)) {
      parser.HandleNextDocument(builder);
    }
  } catch (const Stop&) {
    return;
  } catch (const YAML::Exception& e) {
    std::string message = e.msg;
    bool map_value = message.find("map value") != std::string::npos;
    reader->error(std::max(e.mark.line, 0) + 1, std::max(e.mark.column, 0) + 1, 1,
                  Code::e15_wrong_value, "not YAML: " + visible(message, 120),
                  map_value ? "text that holds ': ' needs quotes, or a '|' block" : "");
    return;
  }
  if (file->root.kind != YamlNode::Kind::map) {
    reader->error(1, 1, 1, Code::e15_wrong_value,
                  builder.documents() == 0 || file->root.kind == YamlNode::Kind::null
                      ? "the file is empty"
                      : "the file must be a map of keys");
  }
}

}  // namespace

YamlFile read_yaml(std::string_view path, std::string_view bytes) {
  YamlFile file;
  file.path = path;
  YamlReader reader(&file);
  if (bytes.size() > kMaxYamlBytes) {
    reader.error(0, 0, 1, Code::e15_wrong_value, "larger than 1 MiB");
    return file;
  }
  file.text = normalised(bytes);
  if (check_bytes(&file, &reader)) {
    parse(&file, &reader);
  }
  if (!file.diagnostics.empty()) {
    file.root = {};
  }
  return file;
}

}  // namespace sbx::expect
