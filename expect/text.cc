#include "expect/text.h"

#include <algorithm>

namespace sbx::expect {

unsigned edit_distance(std::string_view a, std::string_view b, unsigned limit) {
  if (a.size() > b.size()) {
    std::swap(a, b);
  }
  if (b.size() - a.size() > limit) {
    return limit + 1;
  }
  std::vector<unsigned> before, row(a.size() + 1), next(a.size() + 1);
  for (std::size_t i = 0; i <= a.size(); ++i) {
    row[i] = static_cast<unsigned>(i);
  }
  for (std::size_t j = 1; j <= b.size(); ++j) {
    next[0] = static_cast<unsigned>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
      unsigned replace = row[i - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      next[i] = std::min({replace, row[i] + 1, next[i - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        next[i] = std::min(next[i], before[i - 2] + 1);
      }
    }
    before = row;
    std::swap(row, next);
  }
  return std::min(row[a.size()], limit + 1);
}

std::string_view closest(std::string_view word, const std::vector<std::string_view>& names) {
  unsigned limit = word.size() <= 4 ? 1 : 2;
  std::string_view best;
  unsigned best_distance = limit + 1;
  for (std::string_view name : names) {
    unsigned distance = edit_distance(word, name, limit);
    if (distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& names) {
  std::string_view name = closest(word, names);
  return name.empty() ? "" : "did you mean '" + std::string(name) + "'?";
}

Result<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;  // a word was begun; '' is one
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == ' ' || c == '\t') {
      if (inside) {
        words.push_back(std::move(word));
        word.clear();
        inside = false;
      }
      continue;
    }
    inside = true;
    if (c == '\'') {
      std::size_t end = text.find('\'', i + 1);
      if (end == std::string_view::npos) {
        return Result<std::vector<std::string>>(tl::unexpect, Error{"", "a ' is not closed"});
      }
      word += text.substr(i + 1, end - i - 1);
      i = end;
    } else if (c == '"') {
      ++i;
      while (i < text.size() && text[i] != '"') {
        if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) {
          ++i;
        }
        word += text[i++];
      }
      if (i >= text.size()) {
        return Result<std::vector<std::string>>(tl::unexpect, Error{"", "a \" is not closed"});
      }
    } else if (c == '\\') {
      if (++i == text.size()) {
        return Result<std::vector<std::string>>(tl::unexpect,
                                                Error{"", "a \\ at the end escapes nothing"});
      }
      word += text[i];
    } else {
      word += c;
    }
  }
  if (inside) {
    words.push_back(std::move(word));
  }
  return words;
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    out += line + "\n";
  }
  return out;
}

std::string join_words(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += out.empty() ? "" : " ";
    if (!word.empty() && word.find_first_of(" \t'\"\\") == std::string::npos) {
      out += word;
      continue;
    }
    out += '\'';
    for (char c : word) {
      out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    out += '\'';
  }
  return out;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string without_carriage_returns(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') {
      out += text[i];
    }
  }
  return out;
}

std::string visible(std::string_view bytes) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    char c = bytes[i];
    unsigned char u = static_cast<unsigned char>(c);
    std::size_t length = u >= 0x80 ? utf8_length(bytes.substr(i)) : 1;
    // U+0080..U+009F are control codes to a terminal.
    bool c1 = u == 0xc2 && length == 2 && static_cast<unsigned char>(bytes[i + 1]) < 0xa0;
    if (u >= 0x20 && u != 0x7f && c != '\\' && length > 0 && !c1) {
      out += bytes.substr(i, length);
      i += length;
      continue;
    }
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        out += {'\\', 'x', kHex[u >> 4], kHex[u & 15]};
    }
    ++i;
  }
  return out;
}

std::string visible(std::string_view bytes, std::size_t limit) {
  if (bytes.size() <= limit) {
    return visible(bytes);
  }
  return visible(bytes.substr(0, limit)) + "... (" + std::to_string(bytes.size()) + " bytes)";
}

std::size_t utf8_length(std::string_view bytes) {
  auto at = [&](std::size_t i) -> unsigned {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
  };
  auto tail = [&](std::size_t i) { return (at(i) & 0xc0) == 0x80; };
  unsigned a = at(0), b = at(1);
  if (bytes.empty()) {
    return 0;
  }
  if (a < 0x80) {
    return 1;
  }
  if (a >= 0xc2 && a <= 0xdf) {
    return tail(1) ? 2 : 0;
  }
  if (a >= 0xe0 && a <= 0xef) {
    bool low = (a == 0xe0 && b < 0xa0) || (a == 0xed && b > 0x9f);
    return tail(1) && tail(2) && !low ? 3 : 0;
  }
  if (a >= 0xf0 && a <= 0xf4) {
    bool low = (a == 0xf0 && b < 0x90) || (a == 0xf4 && b > 0x8f);
    return tail(1) && tail(2) && tail(3) && !low ? 4 : 0;
  }
  return 0;
}

std::size_t invalid_utf8(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    std::size_t length = utf8_length(bytes.substr(i, 4));
    if (length == 0) {
      return i;
    }
    i += length;
  }
  return std::string_view::npos;
}

std::string_view folder_of(std::string_view path) {
  std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string join_path(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
}

std::string_view stem_of(std::string_view path) {
  std::size_t slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

}  // namespace sbx::expect
