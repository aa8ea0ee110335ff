#include "expect/entry.h"

#include <algorithm>
#include <charconv>

#include "expect/pattern.h"
#include "expect/text.h"
#include "sbx/host.h"
#include "sbx/report.h"

namespace sbx::expect {

Diagnostic at_name(const Entry& e, Code code, std::string message, std::string suggestion) {
  return {e.at, code, std::move(message), std::move(suggestion), e.source_line, e.length};
}

Diagnostic at_value(const Entry& e, Code code, std::string message, std::string suggestion) {
  Diagnostic d = at_name(e, code, std::move(message), std::move(suggestion));
  if (e.value_column > 0) {
    d.at.column = e.value_column;
    d.length = std::max<std::size_t>(e.value.size(), 1);
  }
  return d;
}

std::string written_name(const Entry& e) {
  bool yaml = !e.what->key.empty() && (e.what->header.empty() || e.at.file.ends_with(".expect"));
  std::string name(!yaml ? e.what->header : e.what->id == Id::compile ? "compile" : e.what->key);
  return e.when.text.empty() ? name : name + "[" + e.when.text + "]";
}

namespace {

bool number(std::string_view text, long long max, long long* out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return !text.empty() && text[0] >= '0' && text[0] <= '9' && error == std::errc() &&
         end == text.data() + text.size() && *out <= max && (text.size() == 1 || text[0] != '0');
}

bool all_of(std::string_view text, std::string_view set) {
  return !text.empty() && text.find_first_not_of(set) == std::string_view::npos;
}
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kNameBytes =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+";

// What is wrong; empty: nothing is.
struct Wrong {
  std::string message = {};
  std::string suggestion = {};
  Code code = Code::e15_wrong_value;
};

Wrong check_exit(Entry* e, bool any) {
  if (any && e->value == "any") {
    e->number = -1;
    return {};
  }
  if (!number(e->value, 255, &e->number)) {
    std::string hint = any ? did_you_mean(e->value, {"any"}) : "";
    return {"not an exit code: '" + visible(e->value, 40) + "'; 0..255 in decimal" +
                (any ? ", or 'any'" : ""),
            hint};
  }
  return {};
}

Wrong check_signal(Entry* e) {
  e->number = signal_number(e->value);
  if (e->number > 0) {
    return {};
  }
  static const std::vector<std::string>* names = [] {
    auto* list = new std::vector<std::string>;
    for (int n = 1; n < 32; ++n) {
      list->push_back(signal_name(n));
      list->push_back(signal_name(n).substr(3));
    }
    return list;
  }();
  return {"no signal is called '" + visible(e->value, 40) + "'",
          did_you_mean(e->value, {names->begin(), names->end()})};
}

Wrong check_duration(Entry* e) {
  std::string_view text = e->value;
  std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view unit = text.substr(digits);
  if ((unit != "s" && unit != "ms") || !number(text.substr(0, digits), 86400000, &e->number) ||
      e->number == 0) {
    return {"not a time: '" + visible(e->value, 40) + "'", "write it as '5s' or '250ms'"};
  }
  e->number *= unit == "s" ? 1000 : 1;
  if (e->number > 86400000) {
    return {"a time of at most 86400s"};
  }
  return {};
}

Wrong check_sidecar(const std::string& name) {
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos ||
      name.find('\0') != std::string::npos) {
    return {"not the name of a file beside the test: '" + visible(name, 60) + "'"};
  }
  return {};
}

Wrong check_hash(const std::string& value) {
  long long bytes = 0;
  bool good = value.size() > 72 && value.substr(0, 7) == "sha256:" &&
              all_of(std::string_view(value).substr(7, 64), kHexDigits) && value[71] == ' ' &&
              number(std::string_view(value).substr(72), 1ll << 50, &bytes);
  if (!good) {
    return {"not a hash and a length",
            "write 'sha256:' and 64 lower-case hex digits, one blank, "
            "and the number of bytes"};
  }
  return {};
}

Wrong check_env(Entry* e) {
  std::size_t equals = e->value.find('=');
  if (equals == 0 || equals == std::string::npos || e->value.find('\0') != std::string::npos) {
    return {"not an environment variable: '" + visible(e->value, 60) + "'", "write it as 'K=V'"};
  }
  return {};
}

Wrong check_words(Entry* e, bool split) {
  if (split) {
    Result<std::vector<std::string>> words = split_words(e->value);
    if (!words) {
      return {words.error().message};
    }
    e->words = *words;
  }
  for (const std::string& word : e->words) {
    if (word.find('\0') != std::string::npos) {
      return {"a word holds a NUL byte"};
    }
  }
  return {};
}

Wrong check_names(Entry* e) {
  Wrong wrong = check_words(e, e->words.empty());
  if (!wrong.message.empty()) {
    return wrong;
  }
  if (e->words.empty()) {
    return {"needs a name"};
  }
  for (std::size_t i = 0; i < e->words.size(); ++i) {
    if (!is_name(e->words[i])) {
      return {"not a name: '" + visible(e->words[i], 40) + "'"};
    }
    if (e->what->value == Value::revisions &&
        std::count(e->words.begin(), e->words.end(), e->words[i]) > 1) {
      return {"'" + e->words[i] + "' is there twice"};
    }
  }
  constexpr std::size_t kMaxRevisions = 32;
  if (e->what->value == Value::revisions && e->words.size() > kMaxRevisions) {
    return {"more than 32 revisions"};
  }
  return {};
}

Wrong check_feature(Entry* e) {
  Result<Atom> atom = parse_feature(e->value);
  if (atom) {
    return {};
  }
  std::string_view message = atom.error().message;
  std::size_t newline = message.find('\n');
  return {std::string(message.substr(0, newline)),
          newline == std::string_view::npos ? "" : std::string(message.substr(newline + 1)),
          Code::e07_unknown_name};
}

Wrong check_path(const std::string& path) {
  if (path.empty() || path.front() == '/' || path.find('\0') != std::string::npos) {
    return {"a path relative to /src, or 'none'"};
  }
  return {};
}

Wrong check_kind(Entry* e) {
  Value kind = e->what->value;
  switch (kind) {
    case Value::exit:
    case Value::exit_or_any:
      return check_exit(e, kind == Value::exit_or_any);
    case Value::signal:
      return check_signal(e);
    case Value::pattern: {
      Result<Pattern> p = Pattern::compile(e->value);
      return p ? Wrong{} : Wrong{p.error().message};
    }
    case Value::nothing:
    case Value::flag:
      e->number = 1;
      return e->value.empty() ? Wrong{} : Wrong{"takes no value"};
    case Value::sidecar:
      return check_sidecar(e->value);
    case Value::hash:
      return check_hash(e->value);
    case Value::path:
      return check_path(e->value);
    case Value::ok_or_fail:
      return e->value == "ok" || e->value == "fail"
                 ? Wrong{}
                 : Wrong{"'ok' or 'fail'", did_you_mean(e->value, {"ok", "fail"})};
    case Value::words:
      return check_words(e, e->words.empty());
    case Value::env:
      return check_env(e);
    case Value::duration:
      return check_duration(e);
    case Value::tags:
    case Value::revisions:
      return check_names(e);
    case Value::feature:
      return check_feature(e);
    case Value::name:
      return is_name(e->value) ? Wrong{} : Wrong{"not a name: '" + visible(e->value, 40) + "'"};
    case Value::state:
      return e->value == "open" || e->value == "fixed"
                 ? Wrong{}
                 : Wrong{"'open' or 'fixed'", did_you_mean(e->value, {"open", "fixed"})};
    case Value::key:
      return e->value.size() == 12 && all_of(e->value, kHexDigits)
                 ? Wrong{}
                 : Wrong{"12 lower-case hex digits"};
    case Value::count:
      return number(e->value, 1000, &e->number) && e->number > 0 ? Wrong{}
                                                                 : Wrong{"a number from 1 to 1000"};
    case Value::text:
    case Value::report_line:
    case Value::refusal:
    case Value::kill:
    case Value::reason:
    case Value::schema:
    case Value::file:
    case Value::map:
    case Value::list:
    case Value::suffixes:
      return {};
  }
  return {};
}

bool may_be_empty(const Entry& e) {
  switch (e.what->value) {
    case Value::text:
      return e.what->id != Id::out_noeol && e.what->id != Id::err_noeol;
    case Value::pattern:
    case Value::nothing:
    case Value::flag:
    case Value::words:
      return true;
    default:
      return !e.words.empty();
  }
}

}  // namespace

bool is_name(std::string_view word) {
  return all_of(word, kNameBytes);
}

bool check_value(Entry* e, std::vector<Diagnostic>* diagnostics) {
  if (e->value.empty() && !may_be_empty(*e)) {
    diagnostics->push_back(at_name(*e, Code::e15_wrong_value, "needs a value",
                                   "the form is '" + std::string(e->what->form) + "'"));
    return false;
  }
  Wrong wrong = check_kind(e);
  if (wrong.message.empty()) {
    Result<std::string> expanded = expand(e->value, Cell{.arch = "any"});
    if (expanded) {
      return true;
    }
    wrong = {expanded.error().message, "", Code::e07_unknown_name};
    std::size_t at = e->value.find(expanded.error().field);
    Diagnostic d = at_value(
        *e, wrong.code, wrong.message,
        did_you_mean(expanded.error().field, {"%{arch}", "%{libc}", "%{src}", "%{nr:NAME}"}));
    if (e->value_column > 0 && at != std::string::npos) {
      d.at.column += static_cast<int>(at);
      d.length = expanded.error().field.size();
    }
    diagnostics->push_back(std::move(d));
    return false;
  }
  diagnostics->push_back(at_value(*e, wrong.code, wrong.message, wrong.suggestion));
  return false;
}

Result<std::string> expand(std::string_view text, const Cell& cell) {
  std::string out;
  out.reserve(text.size());
  auto fail = [](std::string_view variable, std::string message) {
    return Result<std::string>(tl::unexpect, Error{std::string(variable), std::move(message)});
  };
  while (!text.empty()) {
    std::size_t percent = text.find('%');
    out += text.substr(0, percent);
    if (percent == std::string_view::npos) {
      break;
    }
    text.remove_prefix(percent);
    if (text.size() > 1 && text[1] == '%') {
      out += '%';
      text.remove_prefix(2);
      continue;
    }
    if (text.size() < 2 || text[1] != '{') {
      out += '%';  // "100%" means what it says
      text.remove_prefix(1);
      continue;
    }
    std::size_t close = text.find('}');
    std::string_view variable = text.substr(0, close == std::string_view::npos ? 2 : close + 1);
    if (close == std::string_view::npos) {
      return fail(variable, "a %{ is not closed by }; write %%{ for the two bytes");
    }
    std::string_view name = variable.substr(2, variable.size() - 3);
    if (name == "arch") {
      out += cell.arch;
    } else if (name == "libc") {
      out += cell.libc;
    } else if (name == "src") {
      out += cell.src;
    } else if (name.substr(0, 3) == "nr:" && name.size() > 3) {
      // Only the numbers of the architecture this was built for are known; a line is checked with 0
      // on the others.
      int nr = cell.arch == arch() ? syscall_number(name.substr(3)) : 0;
      if (nr < 0) {
        return fail(variable, "no system call is called '" + visible(name.substr(3), 40) + "' on " +
                                  std::string(arch()));
      }
      out += std::to_string(nr);
    } else {
      return fail(variable, "unknown variable '" + visible(variable, 60) + "'");
    }
    text.remove_prefix(variable.size());
  }
  return out;
}

}  // namespace sbx::expect
