// The vocabulary of the report, both ways: Renderer writes a line of an event, parse_event() reads
// it back. What one of them learns the other must: every line that is read renders itself.
#include "sbx/report.h"

#include <charconv>
#include <cstring>

#include "report_text.h"

namespace sbx {
namespace {

bool parse_number(std::string_view text, std::uint64_t max, std::uint64_t* out) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) {
    return false;  // "007" is not how a line is written
  }
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size() && *out <= max;
}

bool is_name(std::string_view s) {
  if (s.empty()) {
    return false;
  }
  for (char c : s) {
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) {
      return false;
    }
  }
  return true;
}

// Takes a prefix off `text`; false and untouched when it is not there.
bool take(std::string_view* text, std::string_view prefix) {
  if (text->substr(0, prefix.size()) != prefix) {
    return false;
  }
  text->remove_prefix(prefix.size());
  return true;
}

bool take_end(std::string_view* text, std::string_view suffix) {
  if (text->size() < suffix.size() || text->substr(text->size() - suffix.size()) != suffix) {
    return false;
  }
  text->remove_suffix(suffix.size());
  return true;
}

std::string_view abi_prefix(Abi abi) {
  return abi == Abi::i386 ? "i386 " : abi == Abi::x32 ? "x32 " : "";
}

std::string seconds_text(std::chrono::seconds s) {
  return std::to_string(s.count()) + " s";
}
std::string mib_text(Bytes b) {
  return std::to_string(count(b) >> 20) + " MiB";
}

// The first ": " of a line ends its op, so an op's own is written "\x3a ".
std::string escape_op(const std::string& op) {
  std::string text = escape(op);
  for (std::size_t at = text.find(": "); at != std::string::npos; at = text.find(": ", at)) {
    text.replace(at, 1, "\\x3a");
  }
  return text;
}

struct Renderer {
  std::string operator()(const event::Exited& e) const { return "exit " + std::to_string(e.code); }
  std::string operator()(const event::Signalled& e) const {
    return "killed: signal " + std::to_string(e.number) + " (" + signal_name(e.number) + ")";
  }
  std::string operator()(const event::CpuLimit& e) const {
    return "killed: cpu limit (" + seconds_text(e.limit) + ")";
  }
  std::string operator()(const event::WallClock& e) const {
    return "killed: wall clock (" + seconds_text(e.limit) + ")";
  }
  std::string operator()(const event::OutputLimit& e) const {
    return "killed: output limit (" + mib_text(e.limit) + ")";
  }
  std::string operator()(const event::MemoryLimit& e) const {
    return "killed: memory limit (" + mib_text(e.limit) + ")";
  }
  std::string operator()(const event::Stopped&) const { return "killed: stopped by the caller"; }
  std::string operator()(const event::RefusedSyscall& e) const {
    std::string line = "refused: " + std::string(abi_prefix(e.abi)) + "syscall ";
    line += std::to_string(e.number);
    return e.name.empty() ? line : line + " (" + e.name + ")";
  }
  std::string operator()(const event::RefusedUnreadable& e) const {
    return "refused: " + e.call + " with unreadable arguments";
  }
  std::string operator()(const event::RefusedOpen& e) const {
    return "refused: open " + escape(e.path);
  }
  std::string operator()(const event::RefusedMmap& e) const {
    return "refused: mmap " + std::to_string(e.asked) + " bytes over the cap (" +
           std::to_string(e.cap) + ")";
  }
  std::string operator()(const event::RefusedProcess& e) const {
    return "refused: process limit (" + std::to_string(e.limit) + ")";
  }
  std::string operator()(const event::RefusedThread& e) const {
    return "refused: thread limit (" + std::to_string(e.limit) + ")";
  }
  std::string operator()(const event::RefusedNamespace&) const {
    return "refused: clone with namespace flags";
  }
  std::string operator()(const event::RefusedExec&) const { return "refused: execve"; }
  std::string operator()(const event::RefusedExecMemory& e) const {
    return "refused: execve over the memory cap (" + std::to_string(e.cap) + ")";
  }
  std::string operator()(const event::RefusedExit& e) const {
    return "refused: exit " + std::to_string(e.code);
  }
  std::string operator()(const event::Cannot& e) const {
    std::string line = "cannot " + escape_op(e.op) + ": " + errno_name(e.error);
    return e.hint.empty() ? line : line + " (" + escape(e.hint, 512) + ")";
  }
  std::string operator()(const event::Note& e) const { return "note: " + escape(e.text); }
};

// "(N UNIT)" after a fixed prefix.
std::optional<std::uint64_t> bracketed(std::string_view text, std::string_view prefix,
                                       std::string_view suffix) {
  std::uint64_t n = 0;
  if (!take(&text, prefix) || !take_end(&text, suffix) || !parse_number(text, ~0ull, &n)) {
    return std::nullopt;
  }
  return n;
}

constexpr std::uint64_t kMaxSeconds = 86400;
constexpr std::uint64_t kMaxMib = 1u << 20;

std::optional<Event> parse_killed(std::string_view text) {
  if (auto n = bracketed(text, "cpu limit (", " s)"); n && *n <= kMaxSeconds) {
    return event::CpuLimit{std::chrono::seconds(*n)};
  }
  if (auto n = bracketed(text, "wall clock (", " s)"); n && *n <= kMaxSeconds) {
    return event::WallClock{std::chrono::seconds(*n)};
  }
  if (auto n = bracketed(text, "output limit (", " MiB)"); n && *n <= kMaxMib) {
    return event::OutputLimit{mebibytes(*n)};
  }
  if (auto n = bracketed(text, "memory limit (", " MiB)"); n && *n <= kMaxMib) {
    return event::MemoryLimit{mebibytes(*n)};
  }
  if (text == "stopped by the caller") {
    return event::Stopped{};
  }
  std::size_t blank = text.find(" (");
  std::uint64_t n = 0;
  if (take(&text, "signal ") && blank != std::string_view::npos) {
    blank = text.find(" (");
    if (parse_number(text.substr(0, blank), kLastSignal, &n) && n > 0 &&
        text.substr(blank) == " (" + signal_name(static_cast<int>(n)) + ")") {
      return event::Signalled{static_cast<int>(n)};
    }
  }
  return std::nullopt;
}

std::optional<Event> parse_refused_syscall(std::string_view text) {
  event::RefusedSyscall e;
  if (take(&text, "i386 ")) {
    e.abi = Abi::i386;
  } else if (take(&text, "x32 ")) {
    e.abi = Abi::x32;
  }
  if (!take(&text, "syscall ")) {
    return std::nullopt;
  }
  bool negative = take(&text, "-");
  std::size_t blank = text.find(' ');
  std::uint64_t n = 0;
  if (!parse_number(text.substr(0, blank), 0x80000000u, &n) || (negative && n == 0)) {
    return std::nullopt;
  }
  if (n == 0x80000000u && !negative) {
    return std::nullopt;
  }
  e.number =
      static_cast<int>(negative ? -static_cast<std::int64_t>(n) : static_cast<std::int64_t>(n));
  if (blank != std::string_view::npos) {
    text.remove_prefix(blank);
    if (!take(&text, " (") || !take_end(&text, ")") || !is_name(text)) {
      return std::nullopt;
    }
    e.name = text;
  }
  return e;
}

std::optional<Event> parse_refused(std::string_view text) {
  if (auto n = bracketed(text, "process limit (", ")"); n && *n <= 0xffffffffu) {
    return event::RefusedProcess{static_cast<unsigned>(*n)};
  }
  if (auto n = bracketed(text, "thread limit (", ")"); n && *n <= 0xffffffffu) {
    return event::RefusedThread{static_cast<unsigned>(*n)};
  }
  if (auto n = bracketed(text, "execve over the memory cap (", ")")) {
    return event::RefusedExecMemory{*n};
  }
  if (text == "clone with namespace flags") {
    return event::RefusedNamespace{};
  }
  if (text == "execve") {
    return event::RefusedExec{};
  }
  std::string_view rest = text;
  if (take_end(&rest, " with unreadable arguments") && is_name(rest)) {
    return event::RefusedUnreadable{std::string(rest)};
  }
  rest = text;
  if (take(&rest, "open ")) {
    auto raw = unescape(rest);
    return raw && escape(*raw) == rest ? std::optional<Event>(event::RefusedOpen{*raw})
                                       : std::nullopt;
  }
  rest = text;
  if (std::uint64_t code = 0; take(&rest, "exit ") && parse_number(rest, 255, &code)) {
    return event::RefusedExit{static_cast<int>(code)};
  }
  rest = text;
  if (take(&rest, "mmap ") && take_end(&rest, ")")) {
    std::size_t middle = rest.find(" bytes over the cap (");
    event::RefusedMmap e;
    if (middle != std::string_view::npos && parse_number(rest.substr(0, middle), ~0ull, &e.asked) &&
        parse_number(rest.substr(middle + std::strlen(" bytes over the cap (")), ~0ull, &e.cap)) {
      return e;
    }
    return std::nullopt;
  }
  return parse_refused_syscall(text);
}

std::optional<Event> parse_cannot(std::string_view text) {
  event::Cannot e;
  std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos || colon == 0) {
    return std::nullopt;
  }
  auto op = unescape(text.substr(0, colon));
  std::string_view rest = text.substr(colon + 2);
  std::size_t blank = rest.find(' ');
  std::string_view name = rest.substr(0, blank);
  for (int i = 1; i < 4096 && e.error == 0; ++i) {
    if (errno_name(i) == name) {
      e.error = i;
    }
  }
  if (!op || e.error == 0 || escape_op(*op) != text.substr(0, colon)) {
    return std::nullopt;
  }
  e.op = *op;
  if (blank != std::string_view::npos) {
    rest.remove_prefix(blank);
    if (!take(&rest, " (") || !take_end(&rest, ")") || rest.empty()) {
      return std::nullopt;
    }
    auto hint = unescape(rest);
    if (!hint || escape(*hint, 512) != rest) {
      return std::nullopt;
    }
    e.hint = *hint;
  }
  return e;
}

std::optional<Event> parse_event(std::string_view text) {
  if (take(&text, "exit ")) {
    std::uint64_t n = 0;
    if (parse_number(text, 255, &n)) {
      return event::Exited{static_cast<int>(n)};
    }
    return std::nullopt;
  }
  if (take(&text, "killed: ")) {
    return parse_killed(text);
  }
  if (take(&text, "refused: ")) {
    return parse_refused(text);
  }
  if (take(&text, "cannot ")) {
    return parse_cannot(text);
  }
  if (take(&text, "note: ")) {
    auto raw = unescape(text);
    return raw && escape(*raw) == text ? std::optional<Event>(event::Note{*raw}) : std::nullopt;
  }
  return std::nullopt;
}

bool is_label(std::string_view s) {
  if (s.empty() || s[0] < 'a' || s[0] > 'z' || s == "killed" || s == "refused" || s == "cannot" ||
      s == "note") {
    return false;
  }
  return s.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

}  // namespace

bool operator==(const Record& a, const Record& b) {
  return to_line(a) == to_line(b);
}

std::string to_line(const Record& r) {
  std::string line = std::visit(Renderer{}, r.what);
  return r.label.empty() ? line : r.label + ": " + line;
}

std::optional<Record> parse_line(std::string_view line) {
  if (auto e = parse_event(line)) {
    return Record{"", *e};
  }
  std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || !is_label(line.substr(0, colon))) {
    return std::nullopt;
  }
  auto e = parse_event(line.substr(colon + 2));
  return e ? std::optional<Record>(Record{std::string(line.substr(0, colon)), *e}) : std::nullopt;
}

namespace {

struct Coder {
  int operator()(const event::Exited& e) const { return e.code; }
  int operator()(const event::Signalled& e) const { return 128 + e.number; }
  int operator()(const event::CpuLimit&) const { return 124; }
  int operator()(const event::WallClock&) const { return 124; }
  int operator()(const event::OutputLimit&) const { return 124; }
  int operator()(const event::MemoryLimit&) const { return 124; }
  int operator()(const event::Stopped&) const { return 124; }
  int operator()(const event::Cannot&) const { return 126; }
  int operator()(const event::Note&) const { return 0; }
  template <class Refused>
  int operator()(const Refused&) const {
    return 125;
  }
};

}  // namespace

int Report::exit_code() const {
  for (auto r = records.rbegin(); r != records.rend(); ++r) {
    if (!std::holds_alternative<event::Note>(r->what)) {
      return std::visit(Coder{}, r->what);
    }
  }
  return 126;  // nothing happened: no box was built
}

}  // namespace sbx
