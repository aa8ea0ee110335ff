#include "fuzz/stack.h"

#include <algorithm>
#include <charconv>

#include "expect/text.h"

namespace sbx::fuzz {
namespace {

constexpr std::string_view kEntry = "LLVMFuzzerTestOneInput";

// Takes text up to the next blank off the front, and the blanks behind it.
std::string_view take_word(std::string_view* text) {
  const std::size_t end = std::min(text->find(' '), text->size());
  const std::string_view word = text->substr(0, end);
  text->remove_prefix(end);
  text->remove_prefix(std::min(text->find_first_not_of(' '), text->size()));
  return word;
}

bool number(std::string_view text, int base, std::uint64_t* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out, base);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

// "(/src/t+0x69db4)" into module and offset.
bool parse_module(std::string_view text, Frame* f) {
  const std::size_t plus = text.rfind("+0x");
  if (text.size() < 5 || text.front() != '(' || text.back() != ')' ||
      plus == std::string_view::npos ||
      !number(text.substr(plus + 3, text.size() - plus - 4), 16, &f->offset)) {
    return false;
  }
  f->module = text.substr(1, plus - 1);
  return true;
}

// What stands behind a function's name: a place, a module, or nothing. Names hold blanks, so it is
// found from the end.
void parse_function(std::string_view text, Frame* f) {
  const std::size_t module = text.rfind(" (");
  if (module != std::string_view::npos && parse_module(text.substr(module + 1), f)) {
    text = text.substr(0, module);
  } else {
    const std::size_t blank = text.rfind(' ');
    const std::string_view last =
        blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1);
    const std::size_t colon = last.find(':');
    const bool is_place = colon != std::string_view::npos && colon + 1 < last.size() &&
                          last[colon + 1] >= '0' && last[colon + 1] <= '9';
    if (is_place || (!last.empty() && last[0] == '/')) {
      f->place = last;
      text = text.substr(0, blank);
    }
  }
  f->function = text;
}

// " (function 0x69d80, counted)" off the end.
std::string_view take_begin(std::string_view line, Frame* f) {
  constexpr std::string_view kFunction = " (function 0x", kCounted = ", counted";
  const std::size_t at = line.rfind(kFunction);
  if (at == std::string_view::npos || line.back() != ')') {
    return line;
  }
  std::string_view text = line.substr(at + kFunction.size());
  text.remove_suffix(1);
  const bool counted = text.ends_with(kCounted);
  text.remove_suffix(counted ? kCounted.size() : 0);
  std::uint64_t begins = 0;
  if (!number(text, 16, &begins)) {
    return line;
  }
  f->begins = begins;
  f->counted = counted;
  return line.substr(0, at);
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view b) { return text.substr(0, b.size()) == b; });
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

bool is_library(std::string_view module) {
  const std::string_view file = module.substr(module.rfind('/') + 1);
  return starts_with_any(file, {"libc.", "libc-", "ld-linux", "libstdc++", "libc++", "libpthread",
                                "libgcc_s", "libm.", "libm-", "librt", "libdl"});
}

// Frames that say how a program fails, not where.
bool is_noise(std::string_view f) {
  return starts_with_any(f, {"__asan",      "__msan",         "__ubsan",         "__lsan",
                             "__sanitizer", "__interceptor_", "___interceptor_", "interceptor_",
                             "fuzzer::",    "__sancov",       "__libc_",         "__GI_",
                             "__cxa_",      "__gxx_",         "__gnu_cxx::",     "_Unwind_",
                             "std::",       "operator new",   "operator delete", "__assert",
                             "__pthread",   "pthread_",       "__restore_rt",    "__mem",
                             "__str",       "__stack_chk",    "__fortify",       "__chk_fail",
                             "__run_exit",  "<null>"}) ||
         is_one_of(f, {"",          "_Exit",          "_exit",       "_start",
                       "abort",     "aligned_alloc",  "bcmp",        "calloc",
                       "exit",      "free",           "gsignal",     "main",
                       "malloc",    "memccpy",        "memchr",      "memcmp",
                       "memcpy",    "memmem",         "memmove",     "memrchr",
                       "memset",    "posix_memalign", "raise",       "realloc",
                       "stpcpy",    "strcasecmp",     "strcasestr",  "strcat",
                       "strchr",    "strcmp",         "strcpy",      "strcspn",
                       "strdup",    "strlen",         "strncasecmp", "strncat",
                       "strncmp",   "strncpy",        "strndup",     "strnlen",
                       "strpbrk",   "strrchr",        "strsep",      "strspn",
                       "strstr",    "strtod",         "strtof",      "strtok",
                       "strtol",    "strtoll",        "strtoul",     "strtoull",
                       "vsnprintf", "wcslen"});
}

// A named function of the application's.
bool is_applications(const Frame& f) {
  const std::string name = plain_function(f.function);
  return name == kEntry || (!name.empty() && !is_library(f.module) && !is_noise(name));
}

// MSan calls a handler by one of its own, and names that as the application's functions are.
bool is_msans(const Frame& f, std::string_view name) {
  return is_one_of(name, {"SignalAction", "SignalHandler"}) &&
         f.place.find("msan_") != std::string::npos;
}

// Where what failed begins. A handler that prints its own stack comes first, up to the C library's
// return from it: libFuzzer's functions have names to be told by, but not in a stripped target.
std::size_t behind_the_handler(const std::vector<Frame>& stack) {
  if (stack.empty() || stack[0].function != "__sanitizer_print_stack_trace") {
    return 0;
  }
  for (std::size_t i = 1; i < stack.size(); ++i) {
    const std::string name = plain_function(stack[i].function);
    if (is_library(stack[i].module)) {
      return i;
    }
    if (!is_noise(name) && !is_msans(stack[i], name)) {
      break;
    }
  }
  return 0;
}

// Where libFuzzer called the target, behind that frame: the outermost function that is counted. Of
// a target whose functions have names its end is told by the name.
std::size_t behind_the_entry(const std::vector<Frame>& stack) {
  for (std::size_t i = stack.size(); i > 0; --i) {
    if (is_applications(stack[i - 1])) {
      break;
    }
    if (stack[i - 1].counted) {
      return i;
    }
  }
  return stack.size();
}

}  // namespace

Frame parse_frame(std::string_view line) {
  Frame f;
  f.number = kNoFrame;
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  std::uint64_t n = 0, ignored = 0;
  if (line.empty() || line[0] != '#') {
    return f;
  }
  const std::string_view name = take_word(&line);
  const std::string_view address = take_word(&line);
  if (!number(name.substr(1), 10, &n) || n >= kNoFrame || address.substr(0, 2) != "0x" ||
      !number(address.substr(2), 16, &ignored)) {
    return f;
  }
  f.number = static_cast<unsigned>(n);
  line = take_begin(line, &f);
  const std::size_t id = line.rfind(" (BuildId: ");
  if (id != std::string_view::npos && line.back() == ')') {
    f.build_id = line.substr(id + 11, line.size() - id - 12);
    line = line.substr(0, id);
  }
  while (!line.empty() && line.back() == ' ') {
    line.remove_suffix(1);
  }
  if (line.substr(0, 3) == "in ") {
    line.remove_prefix(3);
    parse_function(line, &f);
  } else {
    parse_module(line, &f);
  }
  return f;
}

std::vector<Frame> first_stack(std::string_view log, std::string_view after) {
  const std::size_t from = after.empty() ? 0 : log.find(after);
  std::vector<Frame> stack;
  for (std::string_view line :
       expect::split_lines(log.substr(from == std::string_view::npos ? 0 : from))) {
    const Frame f = parse_frame(line);
    const bool begins = f.number == 0 && stack.empty();
    if (!stack.empty() && (f.number == kNoFrame || f.number == 0)) {
      break;
    }
    if (begins || (!stack.empty() && f.number != kNoFrame)) {
      stack.push_back(f);
    }
  }
  return stack;
}

std::string plain_function(std::string_view function) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  std::string out;
  int templates = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    if (function.substr(i, kAnonymous.size()) == kAnonymous) {
      out += templates == 0 ? "anonymous" : "";
      i += kAnonymous.size() - 1;
      continue;
    }
    const bool is_operator = out.size() >= 8 && out.compare(out.size() - 8, 8, "operator") == 0;
    const char c = function[i];
    if (c == '<' && !is_operator) {
      ++templates;
    } else if (c == '>' && templates > 0 && function[i - 1] != '-') {
      --templates;
    } else if (c == '(' && templates == 0 && !is_operator) {
      break;
    } else if (templates == 0) {
      out += c;
    }
  }
  while (!out.empty() && out.back() == ' ') {
    out.pop_back();
  }
  // A template's name comes with its result: "int f".
  const std::size_t blank = out.find(' ');
  const bool operators = out.find("operator") != std::string::npos;
  return blank == std::string::npos || operators ? out : out.substr(out.rfind(' ') + 1);
}

std::vector<std::string> application_frames(const std::vector<Frame>& stack, Unnamed unnamed) {
  std::vector<std::string> frames;
  const std::size_t end = behind_the_entry(stack);
  for (std::size_t i = behind_the_handler(stack); i < end; ++i) {
    const Frame& f = stack[i];
    if (f.function.empty() && !f.module.empty() && !is_library(f.module)) {
      const bool by_function = unnamed == Unnamed::by_function && f.begins != 0;
      char offset[24];
      std::snprintf(offset, sizeof offset, "+0x%llx",
                    static_cast<unsigned long long>(by_function ? f.begins : f.offset));
      const std::string file = f.module.substr(f.module.rfind('/') + 1);
      frames.push_back((f.build_id.empty() ? file : f.build_id.substr(0, 12)) + offset);
    } else if (is_applications(f)) {
      frames.push_back(plain_function(f.function));
      if (frames.back() == kEntry) {
        break;
      }
    }
  }
  return frames;
}

std::vector<std::string> collapsed(const std::vector<std::string>& frames) {
  std::vector<std::string> out;
  for (const std::string& f : frames) {
    if (std::find(out.begin(), out.end(), f) == out.end()) {
      out.push_back(f);
    }
  }
  return out;
}

}  // namespace sbx::fuzz
