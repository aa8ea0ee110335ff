#include "report_text.h"

#include <csignal>
#include <cstring>

#include "sbx/report.h"

namespace sbx {
namespace {

struct Code {
  int number;
  std::string_view name;
};

// clang-format off
constexpr Code kSignals[] = {
    {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},     {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
    {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"},   {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
    {SIGKILL, "SIGKILL"}, {SIGUSR1, "SIGUSR1"},   {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"},
    {SIGPIPE, "SIGPIPE"}, {SIGALRM, "SIGALRM"},   {SIGTERM, "SIGTERM"}, {SIGSTKFLT, "SIGSTKFLT"},
    {SIGCHLD, "SIGCHLD"}, {SIGCONT, "SIGCONT"},   {SIGSTOP, "SIGSTOP"}, {SIGTSTP, "SIGTSTP"},
    {SIGTTIN, "SIGTTIN"}, {SIGTTOU, "SIGTTOU"},   {SIGURG, "SIGURG"},   {SIGXCPU, "SIGXCPU"},
    {SIGXFSZ, "SIGXFSZ"}, {SIGVTALRM, "SIGVTALRM"}, {SIGPROF, "SIGPROF"}, {SIGWINCH, "SIGWINCH"},
    {SIGIO, "SIGIO"},     {SIGPWR, "SIGPWR"},     {SIGSYS, "SIGSYS"},
};
// clang-format on

// The kernel's; the C libraries keep the first few for themselves.
constexpr int kFirstRealTime = 32;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::string escape_one(char c) {
  static constexpr char kHex[] = "0123456789abcdef";
  unsigned char u = static_cast<unsigned char>(c);
  if (c == '\n' || c == '\t' || c == '\\') {
    return {'\\', c == '\n' ? 'n' : c == '\t' ? 't' : '\\'};
  }
  if (u < 0x20 || u >= 0x7f) {
    return {'\\', 'x', kHex[u >> 4], kHex[u & 15]};
  }
  return {c};
}

// As many whole escapes as fit into `limit` bytes; `*whole` says whether that was all of `raw`.
std::string escape_prefix(std::string_view raw, std::size_t limit, bool* whole) {
  std::string out;
  for (char c : raw) {
    std::string one = escape_one(c);
    if (out.size() + one.size() > limit) {
      *whole = false;
      return out;
    }
    out += one;
  }
  *whole = true;
  return out;
}

}  // namespace

std::string escape(std::string_view raw, std::size_t limit) {
  constexpr std::string_view kCut = "...";
  bool whole = false;
  std::string out = escape_prefix(raw, limit, &whole);
  if (whole) {
    return out;
  }
  if (raw.size() > kCut.size() && raw.substr(raw.size() - kCut.size()) == kCut) {
    // A text that was cut before renders as it stands, so that a parsed line renders itself.
    std::string before = escape_prefix(raw.substr(0, raw.size() - kCut.size()), limit, &whole);
    if (whole) {
      return before + std::string(kCut);
    }
  }
  return out + std::string(kCut);
}

std::optional<std::string> unescape(std::string_view text) {
  std::string raw;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c >= 0x7f) {
      return std::nullopt;
    }
    if (c != '\\') {
      raw += text[i];
      continue;
    }
    if (++i == text.size()) {
      return std::nullopt;
    }
    if (text[i] == 'n' || text[i] == 't' || text[i] == '\\') {
      raw += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : '\\';
    } else if (text[i] == 'x' && i + 2 < text.size()) {
      int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) {
        return std::nullopt;
      }
      raw += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      return std::nullopt;
    }
  }
  return raw;
}

std::string signal_name(int number) {
  for (const Code& c : kSignals) {
    if (c.number == number) {
      return std::string(c.name);
    }
  }
  if (number >= kFirstRealTime && number <= kLastSignal) {
    return "SIGRTMIN+" + std::to_string(number - kFirstRealTime);
  }
  return std::to_string(number);
}

int signal_number(std::string_view name) {
  for (const Code& c : kSignals) {
    if (c.name == name || c.name.substr(3) == name) {
      return c.number;
    }
  }
  for (int n = kFirstRealTime; n <= kLastSignal; ++n) {
    std::string full = signal_name(n);
    if (full == name || std::string_view(full).substr(3) == name) {
      return n;
    }
  }
  return 0;
}

std::string errno_name(int error) {
  const char* name = strerrorname_np(error);
  return name != nullptr ? name : std::to_string(error);
}

}  // namespace sbx
