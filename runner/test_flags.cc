#include "runner/test_flags.h"

#include <charconv>
#include <limits>

namespace sbx::runner {

namespace {

// What is wrong with a number, in the words the engine's own options use.
template <class T>
std::string number(const std::string& text, T least, T most, T& out) {
  T value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) {
    return "number too large";
  }
  if (error != std::errc() || stop != end || text.empty()) {
    return "not a number";
  }
  if (value < least) {
    return "must be at least " + std::to_string(least);
  }
  if (value > most) {
    return "at most " + std::to_string(most);
  }
  out = value;
  return "";
}

std::string duration(const std::string& text, std::chrono::milliseconds& out) {
  std::string digits = text;
  unsigned scale = 1000;
  if (digits.size() > 2 && digits.compare(digits.size() - 2, 2, "ms") == 0) {
    digits.resize(digits.size() - 2);
    scale = 1;
  } else if (!digits.empty() && digits.back() == 's') {
    digits.pop_back();
  }
  unsigned value = 0;
  std::string wrong = number(digits, 1u, 86400u * (1000u / scale), value);
  if (wrong.empty()) {
    out = std::chrono::milliseconds(std::uint64_t{value} * scale);
  }
  return wrong == "not a number" ? "not a duration (5s, 250ms)" : wrong;
}

std::string shard(const std::string& text, Shard& out) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) {
    return "not of the form I/N";
  }
  std::string wrong = number(text.substr(slash + 1), 1u, 100000u, out.count);
  if (wrong.empty()) {
    wrong = number(text.substr(0, slash), 1u, out.count, out.index);
  }
  return wrong;
}

template <class T>
struct Word {
  const char* text;
  T value;
};

template <class T, std::size_t N>
std::string one_of(const Word<T> (&words)[N], const std::string& text, T& out) {
  std::string all;
  for (const Word<T>& word : words) {
    if (text == word.text) {
      out = word.value;
      return "";
    }
    all += (all.empty() ? "" : ", ") + std::string(word.text);
  }
  return "one of " + all;
}

std::string list_form(const std::string& text, ListForm& out) {
  static constexpr Word<ListForm> kForms[] = {{"plain", ListForm::plain},
                                              {"json", ListForm::json},
                                              {"ctest", ListForm::ctest},
                                              {"baseline", ListForm::baseline}};
  return one_of(kForms, text, out);
}

std::string when(const std::string& text, When& out) {
  static constexpr Word<When> kWhens[] = {
      {"auto", When::automatic}, {"always", When::always}, {"never", When::never}};
  return one_of(kWhens, text, out);
}

std::string text_into(const std::string& value, std::string& out) {
  if (value.empty()) {
    return "must not be empty";
  }
  out = value;
  return "";
}

std::string verb(Command& command, Command::Verb value, const std::string& topic) {
  command.verb = value;
  command.topic = topic;
  return "";
}

// A setter is a captureless lambda: C is the command, V the value as text.
#define SET(body) [](Command& c, const std::string& v) -> std::string { return body; }
#define MARK(field)                                   \
  [](Command& c, const std::string&) -> std::string { \
    c.options.field = true;                           \
    return "";                                        \
  }

constexpr unsigned kMany = 1'000'000;

// clang-format off
const std::vector<TestFlag> kFlags = {
  {"What runs", "prebuilt", 0, "DIR", "", "run DIR/<test without suffix> instead of compiling the test in its box", "", false, SET(text_into(v, c.options.prebuilt))},
  {"What runs", "base", 0, "DIR", "", "the folder test ids are relative to (default: the folder given, or what the paths have in common)", "", false, SET(text_into(v, c.options.base))},
  {"What runs", "toolchain", 0, "NAME", "", "compile with this toolchain where a test names none", "", false, SET(text_into(v, c.options.toolchain))},
  {"What runs", "toolchains", 0, "FILE", "", "more toolchains, in YAML", "", false, SET(text_into(v, c.options.toolchains))},
  {"What runs", "libc", 0, "NAME", "", "the C library under test, as selectors see it", "glibc musl", false, SET(v == "glibc" || v == "musl" ? text_into(v, c.options.libc) : std::string("one of glibc, musl"))},

  {"Selection", "filter", 'k', "REGEX", "", "tests whose id matches (RE2, anywhere in the id); given twice: either", "", true, SET((c.options.filters.push_back(v), ""))},
  {"Selection", "label", 'L', "TAG", "", "tests with this tag, or without it where TAG starts with '!'; given twice: both", "", true, SET((c.options.tags.push_back(v), ""))},
  {"Selection", "failed", 0, "", "", "tests that failed when they last ran", "", false, MARK(failed)},
  {"Selection", "shard", 0, "I/N", "", "part I of N, by a hash of the id that never changes", "", false, SET(shard(v, c.options.shard))},
  {"Selection", "list", 0, "FORM", "plain", "list the selected tests and run nothing", "plain json ctest baseline", false, SET(list_form(v, c.options.list))},

  {"Control", "jobs", 'j', "N", "", "boxes at once (default: one a core)", "", false, SET(number(v, 1u, 4096u, c.options.jobs))},
  {"Control", "shuffle", 0, "SEED", "random", "run in random order; the seed is printed", "", false, SET(v == "random" ? (c.options.shuffle = 0, std::string()) : number(v, std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max(), c.options.shuffle.emplace()))},
  {"Control", "repeat", 0, "N", "", "run each test N times; each run must pass", "", false, SET(number(v, 1u, kMany, c.options.repeat))},
  {"Control", "until-fail", 0, "N", "", "run each test until it fails, N times at most", "", false, SET((c.options.until_fail = true, number(v, 1u, kMany, c.options.repeat)))},
  {"Control", "retries", 0, "N", "", "run a failed test up to N times more; a pass then is flaky", "", false, SET(number(v, 0u, 1000u, c.options.retries))},
  {"Control", "flaky", 0, "WHAT", "", "what a flaky pass is worth: ok, or fail (exit 5)", "ok fail", false, SET(v == "ok" || v == "fail" ? (c.options.flaky_fails = v == "fail", std::string()) : std::string("one of ok, fail"))},
  {"Control", "max-failures", 0, "N", "", "stop after N failures", "", false, SET(number(v, 1u, kMany, c.options.max_failures))},
  {"Control", "timeout", 0, "TIME", "", "end a test after TIME (5s, 250ms) where it sets no time of its own", "", false, SET(duration(v, c.options.timeout))},
  {"Control", "fresh", 0, "", "", "give every test a box of its own making; without it, one that left nothing serves the next", "", false, MARK(fresh)},
  {"Control", "no-box", 0, "", "", "ISOLATE NOTHING: run the programs as this user on this host, to compare times or to debug; refused where CI=true", "", false, MARK(no_box)},
  {"Control", "i-know", 0, "", "", "with --no-box: even where CI=true", "", false, MARK(i_know)},

  {"Judging", "strict", 0, "", "", "output that no directive judges is a failure", "", false, MARK(strict)},
  {"Judging", "baseline", 0, "FILE", "", "ids and skips that must appear (from --list=baseline): a vanished or newly skipped test fails", "", false, SET(text_into(v, c.options.baseline))},
  {"Judging", "determinism", 0, "N", "2", "run each test N times and fail on any byte that differs", "", false, SET(number(v, 2u, 1000u, c.options.determinism))},
  {"Judging", "host-proof", 0, "", "", "fail when a process, a mount, a file of the tests or an entry of the temporary folder differs afterwards", "", false, MARK(host_proof)},
  {"Judging", "bless", 0, "", "", "rewrite the expectations of failed tests to what they did", "", false, MARK(bless)},
  {"Judging", "bless-refusals", 0, "", "", "let --bless turn a refusal or a kill into an expectation", "", false, MARK(bless_refusals)},

  {"Output", "junit", 0, "FILE", "", "write JUnit XML", "", false, SET(text_into(v, c.options.junit))},
  {"Output", "json", 0, "FILE", "", "write the event stream, one JSON object a line", "", false, SET(text_into(v, c.options.json))},
  {"Output", "tap", 0, "FILE", "-", "write TAP 13; to standard output when no file is named", "", false, SET(text_into(v, c.options.tap))},
  {"Output", "html", 0, "FILE", "", "write one self-contained page", "", false, SET(text_into(v, c.options.html))},
  {"Output", "stable", 0, "", "", "leave out times and folders, so that two runs write the same bytes", "", false, MARK(stable)},
  {"Output", "keep", 0, "DIR", "", "where the outputs of failed tests are kept (default: the cache folder)", "", false, SET(text_into(v, c.options.keep))},
  {"Output", "color", 0, "WHEN", "always", "colour: auto, always or never; NO_COLOR is respected", "auto always never", false, SET(when(v, c.options.color))},
  {"Output", "verbose", 'v', "", "", "one line a test", "", false, [](Command& c, const std::string&) -> std::string { c.options.verbosity = 1; return ""; }},
  {"Output", "quiet", 'q', "", "", "one line a failure", "", false, [](Command& c, const std::string&) -> std::string { c.options.verbosity = -1; return ""; }},

  {"Help", "explain", 0, "DIRECTIVE", "", "what a directive means, with an example", "", false, SET(verb(c, Command::Verb::explain, v))},
  {"Help", "generate", 0, "FORM", "", "print the man page, a completion script or the reference of these flags", "man bash zsh fish markdown", false, SET(verb(c, Command::Verb::generate, v))},
  {"Help", "version", 'V', "", "", "print the version", "", false, SET(verb(c, Command::Verb::version, v))},
  {"Help", "help", 'h', "", "", "print this", "", false, SET(verb(c, Command::Verb::help, v))},
};
// clang-format on

#undef SET
#undef MARK

}  // namespace

const std::vector<TestFlag>& test_flags() {
  return kFlags;
}

}  // namespace sbx::runner
