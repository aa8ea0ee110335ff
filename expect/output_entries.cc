#include "expect/output_entries.h"

#include "expect/expectation.h"
#include "expect/match.h"
#include "expect/pattern.h"
#include "expect/text.h"

namespace sbx::expect {
namespace {

constexpr std::size_t kMaxInlineBytes = 4096;  // larger outputs go to a sidecar
constexpr std::size_t kMaxInlineLines = 40;

// A pattern that matches exactly this line.
std::string as_pattern(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    bool last = i + 1 == line.size();
    if (line.substr(i, 2) == "{{") {
      out += "{{[{][{]}}";
      ++i;
    } else if (last && line[i] == '\r') {
      out += "{{\\r}}";
    } else if (last && (line[i] == ' ' || line[i] == '\t')) {
      out += line[i] == ' ' ? "{{ }}" : "{{\\t}}";
    } else {
      out += line[i];
    }
  }
  return without_variables(out);
}

// The line can be written and reads back as itself.
bool readable(const std::string& path, const NewEntry& e, std::string_view line) {
  if (invalid_utf8(line) != std::string_view::npos || line.find('\0') != std::string_view::npos) {
    return false;
  }
  std::string file = leader_of(path).empty() ? "t.c" : path;
  Parsed read = load_header(file, header_line(leader_of(file), e, "") + "\n");
  if (!read.diagnostics.empty() || read.entries->size() != 1) {
    return false;
  }
  Result<std::string> text = expand((*read.entries)[0].value, Cell{});
  if (!text || e.id == Id::out_match || e.id == Id::err_match) {
    Result<Pattern> pattern = Pattern::compile(text ? *text : "");
    return text && pattern && pattern->matches(line);
  }
  return *text == line;
}

}  // namespace

std::string without_variables(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '%' && i + 1 < text.size() && (text[i + 1] == '%' || text[i + 1] == '{')) {
      out += '%';
    }
  }
  return out;
}

std::vector<NewEntry> output_entries(const std::string& path, Id line,
                                     const StreamExpectation& expect,
                                     const std::vector<const Entry*>& old, std::string_view bytes) {
  auto id = [&](int offset) { return static_cast<Id>(static_cast<int>(line) + offset); };
  constexpr int kNoeol = 1, kMatch = 2, kAny = 3;
  if (bytes.empty()) {
    return {{line, ""}};
  }
  if (bytes == "\n") {
    return {{id(kMatch), ""}};
  }
  std::vector<std::string_view> lines = split_lines(bytes);
  if (bytes.size() > kMaxInlineBytes || lines.size() > kMaxInlineLines) {
    return {};
  }
  bool by_lines =
      expect.form == StreamExpectation::Form::lines && old.size() == expect.items.size();
  std::vector<int> kept = by_lines ? align_lines(expect.items, bytes) : std::vector<int>();
  std::vector<NewEntry> out;
  std::size_t item = 0, dropped = 0;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    // Items that matched no line go, and as many new lines come; an any-item takes the rest up to
    // the next kept one.
    while (item < kept.size() && kept[item] < 0) {
      ++item;
      ++dropped;
    }
    if (item < kept.size() && expect.items[item].kind == OutputItem::Kind::any) {
      std::size_t next = item + 1;
      while (next < kept.size() && kept[next] < 0) {
        ++next;
      }
      std::size_t end = next < kept.size() ? static_cast<std::size_t>(kept[next]) : lines.size();
      if (dropped == 0 || l >= end) {
        out.push_back({id(kAny), ""});
        l = end;
        item = next;
        if (l >= lines.size()) {
          break;
        }
      }
    }
    dropped -= dropped > 0 ? 1 : 0;
    bool any = item < kept.size() && expect.items[item].kind == OutputItem::Kind::any;
    if (item < kept.size() && !any && kept[item] == static_cast<int>(l)) {
      out.push_back({old[item]->what->id, old[item]->value});
      ++item;
      continue;
    }
    bool last_open = l + 1 == lines.size() && bytes.back() != '\n';
    NewEntry exact{last_open ? id(kNoeol) : line, without_variables(lines[l])};
    if (!readable(path, exact, lines[l])) {
      exact = {id(kMatch), as_pattern(lines[l])};
      if (last_open || !readable(path, exact, lines[l])) {
        return {};
      }
    }
    out.push_back(std::move(exact));
  }
  bool open = !out.empty() && (out.back().id == id(kNoeol) || out.back().id == id(kAny));
  for (; item < kept.size() && !open; ++item) {
    if (expect.items[item].kind == OutputItem::Kind::any) {
      out.push_back({id(kAny), ""});
      break;
    }
  }
  return out;
}

}  // namespace sbx::expect
