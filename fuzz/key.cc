#include "fuzz/key.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "expect/sha256.h"
#include "expect/text.h"
#include "fuzz/echo.h"
#include "fuzz/stack.h"

namespace sbx::fuzz {
namespace {

constexpr std::size_t kKeyDigits = 12;
constexpr std::size_t kFrames = 3;
// Of an input that takes too long: the target, and what it called. Deeper frames are chance.
constexpr std::size_t kOutermostFrames = 2;
constexpr std::size_t kLongestKind = 120;
// A stack that was cut (libFuzzer prints 256 frames at most) and holds few functions is a recursion
// that met the end of the stack.
constexpr std::size_t kDeep = 200;
constexpr std::size_t kFewFunctions = 12;
// An address below 0x1000 is a null pointer's, with the offset of a member.
constexpr std::size_t kPageDigits = 3;

// What is between two texts on one line; nothing where they are not there.
std::optional<std::string> between(std::string_view log, std::string_view before,
                                   std::string_view behind) {
  const std::size_t at = log.find(before);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t from = at + before.size();
  const std::size_t line = std::min(log.find('\n', from), log.size());
  const std::size_t end = behind.empty() ? line : log.find(behind, from);
  if (end == std::string_view::npos || end > line) {
    return std::nullopt;
  }
  return std::string(log.substr(from, end - from));
}

bool has(std::string_view log, std::string_view text) {
  return log.find(text) != std::string_view::npos;
}

// Numbers, addresses and quoted names change from input to input.
std::string without_numbers(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const bool begins = std::isdigit(static_cast<unsigned char>(text[i])) != 0 &&
                        (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0);
    if (!begins) {
      out += text[i++];
      continue;
    }
    while (i < text.size() && std::isxdigit(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
      if (i < text.size() && (text[i] == 'x' || text[i] == '.')) {
        ++i;
      }
    }
    out += 'N';
  }
  return out;
}

// What the box itself says. "open" of "refused: open /etc/passwd"; the paths differ.
struct BoxKind {
  std::string operator()(const event::MemoryLimit&) const { return "killed:memory"; }
  std::string operator()(const event::CpuLimit&) const { return "timeout"; }
  std::string operator()(const event::WallClock&) const { return "timeout"; }
  std::string operator()(const event::OutputLimit&) const { return "killed:output"; }
  std::string operator()(const event::Signalled& e) const {
    return "signal:" + signal_name(e.number);
  }
  std::string operator()(const event::RefusedSyscall& e) const {
    return "refused:" + (e.name.empty() ? std::to_string(e.number) : e.name);
  }
  std::string operator()(const event::RefusedUnreadable& e) const { return "refused:" + e.call; }
  std::string operator()(const event::RefusedOpen&) const { return "refused:open"; }
  std::string operator()(const event::RefusedMmap&) const { return "killed:memory"; }
  std::string operator()(const event::RefusedProcess&) const { return "refused:process"; }
  std::string operator()(const event::RefusedThread&) const { return "refused:thread"; }
  std::string operator()(const event::RefusedNamespace&) const { return "refused:namespace"; }
  std::string operator()(const event::RefusedExec&) const { return "refused:execve"; }
  std::string operator()(const event::RefusedExecMemory&) const { return "killed:memory"; }
  std::string operator()(const event::RefusedExit&) const { return "exit"; }
  std::string operator()(const event::Exited&) const { return ""; }
  std::string operator()(const event::Stopped&) const { return ""; }
  std::string operator()(const event::Cannot&) const { return ""; }
  std::string operator()(const event::Note&) const { return ""; }
};

// The record that says how it ended; null: nothing was run.
const Record* outcome(const Report& report) {
  for (auto r = report.records.rbegin(); r != report.records.rend(); ++r) {
    if (!std::holds_alternative<event::Note>(r->what)) {
      return &*r;
    }
  }
  return nullptr;
}

struct Said {
  std::string kind;  // empty: nothing of this sort was printed
  std::string title;
};

Said assertion(std::string_view log) {
  for (const char quote : {'`', '\''}) {
    const std::string before = std::string("Assertion ") + quote;
    if (auto text = between(log, before, "' failed")) {
      return {"assert:" + *text, "assertion failed: " + *text};
    }
  }
  if (auto type = between(log, "terminate called after throwing an instance of '", "'")) {
    return {"uncaught:" + *type, "uncaught exception: " + *type};
  }
  return {};
}

// The bug as the summary names it; the first line has sentences for some.
std::string bug_of(std::string_view log, const std::string& name) {
  if (auto summary = between(log, "SUMMARY: " + name + ": ", "")) {
    return summary->substr(0, summary->find_first_of(" ("));
  }
  const std::string first = between(log, ": " + name + ": ", "").value_or("");
  return first.substr(0, first.find_first_of(" ("));
}

Said sanitizer(std::string_view log) {
  for (const std::string name : {"AddressSanitizer", "MemorySanitizer", "HWAddressSanitizer",
                                 "UndefinedBehaviorSanitizer"}) {
    auto text = between(log, "ERROR: " + name + ": ", "");
    text = text ? text : between(log, "WARNING: " + name + ": ", "");
    if (!text) {
      continue;
    }
    const std::string bug = bug_of(log, name);
    const std::string access = has(log, "READ of size") || has(log, "caused by a READ") ? "READ"
                               : has(log, "WRITE of size") || has(log, "caused by a WRITE")
                                   ? "WRITE"
                                   : "";
    const std::string with_access = bug + (access.empty() ? "" : " (" + access + ")");
    if (bug == "out-of-memory" || bug == "allocation-size-too-big" || bug == "calloc-overflow") {
      return {"killed:memory", *text};
    }
    if (const auto address = between(log, "unknown address 0x", " ")) {
      const bool null = address->find_first_not_of('0') + kPageDigits >= address->size();
      const std::string how = access.empty() ? "" : ":" + access;
      return {bug + how + (null ? ":null" : ":wild"),
              with_access + (null ? " of a null pointer" : " of a wild address")};
    }
    const bool plain = bug == "stack-overflow" || access.empty();
    return {plain ? bug : bug + ":" + access, with_access};
  }
  return {};
}

Said undefined(std::string_view log) {
  if (auto text = between(log, "runtime error: ", "")) {
    const std::string kind = without_numbers(*text).substr(0, kLongestKind);
    return {"undefined:" + kind, "undefined behaviour: " + *text};
  }
  return {};
}

Said libfuzzer(std::string_view log) {
  auto text = between(log, "ERROR: libFuzzer: ", "");
  if (!text) {
    return {};
  }
  if (text->compare(0, 7, "timeout") == 0) {
    return {"timeout", "an input that takes too long"};
  }
  if (text->compare(0, 13, "out-of-memory") == 0) {
    return {"killed:memory", *text};
  }
  if (text->compare(0, 18, "fuzz target exited") == 0) {
    return {"exit", "fuzz target left by exit"};
  }
  const std::string kind = *text == "deadly signal" ? "deadly-signal" : without_numbers(*text);
  return {kind, *text};
}

std::string title_of(const Record& record) {
  if (const auto* left = std::get_if<event::RefusedExit>(&record.what)) {
    return "fuzz target left by _exit(" + std::to_string(left->code) + ")";
  }
  return to_line(record);
}

Said what_failed(const Record& record, std::string_view log) {
  const std::string box = std::visit(BoxKind{}, record.what);
  if (!box.empty()) {
    return {box, title_of(record)};
  }
  const auto* exited = std::get_if<event::Exited>(&record.what);
  if (exited == nullptr || exited->code == 0) {
    return {};
  }
  const bool leaked = has(log, "LeakSanitizer: detected");
  for (const Said& said : {assertion(log), leaked ? Said{"leak", "memory leak"} : sanitizer(log),
                           undefined(log), libfuzzer(log)}) {
    if (!said.kind.empty()) {
      return {said.kind, expect::visible(said.title)};
    }
  }
  return {"exit:" + std::to_string(exited->code), to_line(record)};
}

// The functions of the recursion, sorted: which of them met the end of the stack is chance.
std::vector<std::string> recurring(const std::vector<std::string>& frames) {
  constexpr std::ptrdiff_t kAgain = 4;
  std::vector<std::string> all = collapsed(frames);
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const std::string& f) {
                             return std::count(frames.begin(), frames.end(), f) < kAgain;
                           }),
            all.end());
  std::sort(all.begin(), all.end());
  return all;
}

// A stack that was cut: without a sanitizer a stack overflow is a deadly signal.
bool is_recursion(std::string_view log) {
  const std::vector<Frame> stack = first_stack(log);
  const std::vector<std::string> frames = application_frames(stack);
  return stack.size() >= kDeep && collapsed(frames).size() <= kFewFunctions;
}

std::vector<std::string> frames_that_count(const std::string& kind, std::string_view log) {
  if (kind == "killed:memory") {
    return {};  // whoever asks last is chance
  }
  std::vector<std::string> all =
      application_frames(first_stack(log, kind == "leak" ? "leak of " : ""));
  if (kind == "stack-overflow" || (kind == "timeout" && is_recursion(log))) {
    all = recurring(application_frames(first_stack(log)));
  } else if (kind == "timeout") {
    // Where it was when time was up is chance, within a function too; how it got there is not.
    all = application_frames(first_stack(log), Unnamed::by_function);
    std::reverse(all.begin(), all.end());
    all = collapsed(all);
    all.resize(std::min(all.size(), kOutermostFrames));
    std::reverse(all.begin(), all.end());
  }
  all = collapsed(all);
  all.resize(std::min(all.size(), kFrames));
  return all;
}

std::string artifact_of(const std::string& kind) {
  if (kind == "timeout" || kind == "leak" || kind == "exit") {
    return kind;
  }
  if (kind == "killed:memory") {
    return "oom";
  }
  if (kind.compare(0, 8, "refused:") == 0) {
    return "refused-" + kind.substr(8);
  }
  return "crash";
}

}  // namespace

std::string key_of(std::string_view kind, const std::vector<std::string>& frames) {
  std::string text(kind);
  for (const std::string& f : frames) {
    text += "|" + f;
  }
  return expect::sha256_hex(text).substr(0, kKeyDigits);
}

std::string shortened(std::string_view line, std::size_t limit) {
  if (line.size() <= limit) {
    return std::string(line);
  }
  std::size_t end = limit;  // not within a character
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) {
    --end;
  }
  return std::string(line.substr(0, end)) + "... (" + std::to_string(line.size()) + " bytes)";
}

Failure failure_of(const Report& report, std::string_view whole_log) {
  Failure f;
  const std::string log = without_echoes(whole_log);
  const Record* record = outcome(report);
  Said said = record != nullptr ? what_failed(*record, log) : Said{};
  if (said.kind.empty()) {
    return f;
  }
  if (said.kind == "deadly-signal" && is_recursion(log)) {
    said = {"stack-overflow", "stack overflow by recursion"};
  }
  f.failed = true;
  f.kind = said.kind;
  f.title = said.title;
  f.frames = frames_that_count(said.kind, log);
  f.key = key_of(f.kind, f.frames);
  f.artifact = artifact_of(f.kind);
  return f;
}

}  // namespace sbx::fuzz
