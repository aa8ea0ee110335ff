// TAP 13: one line a test, a YAML block below a failure.
#include <utility>

#include "expect/text.h"
#include "runner/out/text.h"

namespace sbx::runner {

namespace {

// '#' starts a directive in a test line.
std::string tap_name(const std::string& id) {
  std::string out;
  for (const char c : expect::visible(id)) {
    out += c == '#' ? std::string("\\#") : std::string(1, c);
  }
  return out;
}

class Tap final : public Reporter {
 public:
  explicit Tap(File to) : to_(std::move(to)) {}

  void begin(const RunInfo& run) override {
    put("TAP version 13\n1.." + std::to_string(run.selected) + "\n");
  }

  void result(const TestResult& result) override {
    const bool failed = is_failure(result.status) || result.status == Status::not_run ||
                        result.status == Status::xfailed;
    std::string line = std::string(failed ? "not ok " : "ok ") + std::to_string(++number_) + " - " +
                       tap_name(result.id);
    if (result.status == Status::skipped) {
      line += " # SKIP " + expect::visible(result.reason);
    } else if (result.status == Status::excluded) {
      line += " # SKIP excluded: " + expect::visible(result.reason);
    } else if (result.status == Status::xfailed) {
      line += " # TODO " + expect::visible(result.reason);
    }
    put(line + "\n");
    if (is_failure(result.status) || result.status == Status::flaky) {
      put(details(result));
    }
  }

  void end(const RunEnd& end) override {
    if (!end.interrupted.empty()) {
      put("Bail out! ended by " + end.interrupted + "\n");
    }
    std::fflush(to_.get());
  }

 private:
  static std::string block(const std::string& key, std::string_view text) {
    std::string out = "  " + key + ": |\n";
    for (const std::string_view line : expect::split_lines(text)) {
      out += "    " + std::string(line) + "\n";
    }
    return out;
  }

  static std::string details(const TestResult& result) {
    std::string out = "  ---\n";
    out += block("message", headline(result));
    std::string diff;
    for (const Failure& failure : result.failures) {
      diff += failure.summary + "\n" + failure.text;
    }
    out += block("failures", diff);
    if (!result.repeat.empty()) {
      out += block("repeat", expect::visible(result.repeat));
    }
    return out + "  ...\n";
  }

  void put(const std::string& text) { std::fwrite(text.data(), 1, text.size(), to_.get()); }

  File to_;
  std::size_t number_ = 0;
};

}  // namespace

std::unique_ptr<Reporter> make_tap(File to) {
  return std::make_unique<Tap>(std::move(to));
}

}  // namespace sbx::runner
