#include "runner/out/text.h"

#include <cstdio>

#include "expect/text.h"

namespace sbx::runner {

namespace {

constexpr std::size_t kShownOutput = 2000;  // bytes of a stream no diff is about
constexpr std::size_t kSummaryRows = 50;

std::string place_of(const Failure& failure) {
  if (failure.file.empty()) {
    return "";
  }
  return failure.file + (failure.line > 0 ? ":" + std::to_string(failure.line) : "") + ": ";
}

// A failure is about this stream, or shows it already.
bool judges(const TestResult& result, std::string_view kind) {
  for (const Failure& failure : result.failures) {
    if (failure.kind == kind ||
        failure.text.find("\n" + std::string(kind) + ":\n") != std::string::npos) {
      return true;
    }
  }
  return false;
}

std::string plural(std::size_t n, const char* word) {
  return std::to_string(n) + " " + word + (n == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& rows) {
  std::string out;
  for (std::size_t i = 0; i < rows.size() && i < kSummaryRows; ++i) {
    out += "  " + rows[i] + "\n";
  }
  if (rows.size() > kSummaryRows) {
    out += "  ... and " + std::to_string(rows.size() - kSummaryRows) + " more\n";
  }
  return out;
}

}  // namespace

std::string human_time(std::chrono::microseconds time) {
  char text[48];
  const double seconds = static_cast<double>(time.count()) / 1e6;
  if (seconds < 10) {
    std::snprintf(text, sizeof text, "%.3f s", seconds);
  } else if (seconds < 120) {
    std::snprintf(text, sizeof text, "%.1f s", seconds);
  } else {
    const auto whole = static_cast<long>(seconds);
    std::snprintf(text, sizeof text, "%ld min %ld s", whole / 60, whole % 60);
  }
  return text;
}

std::string headline(const TestResult& result) {
  if (result.failures.empty()) {
    return expect::visible(result.reason);
  }
  const Failure& first = result.failures.front();
  constexpr std::size_t kShort = 100;
  std::string line = place_of(first) + first.summary;
  if (!first.expected.empty() && first.expected.size() + first.got.size() < kShort) {
    line += ": expected " + first.expected + ", got " + (first.got.empty() ? "nothing" : first.got);
  }
  if (result.failures.size() > 1) {
    line += " (and " + std::to_string(result.failures.size() - 1) + " more)";
  }
  return line;
}

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return "";
  }
}

std::string_view first_lines(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) {
    return text;
  }
  const std::size_t newline = text.rfind('\n', bytes);
  return text.substr(0, newline == text.npos ? bytes : newline + 1);
}

std::string Text::tinted(Tint tint, std::string_view text) const {
  static constexpr const char* kCodes[] = {"", "1", "2", "31", "32", "33", "36"};
  if (!options_.color || tint == Tint::none) {
    return std::string(text);
  }
  return std::string("\x1b[") + kCodes[static_cast<int>(tint)] + "m" + std::string(text) +
         "\x1b[0m";
}

std::string Text::time(const TestResult& result) const {
  return options_.stable || result.runs == 0 ? "" : " (" + human_time(result.wall) + ")";
}

std::string Text::diff(std::string_view text, std::string_view indent) const {
  std::string out;
  for (const std::string_view line : expect::split_lines(text)) {
    const char mark = line.empty() ? ' ' : line[0];
    const Tint tint = mark == '-'   ? Tint::red
                      : mark == '+' ? Tint::green
                      : mark == '@' ? Tint::cyan
                                    : Tint::none;
    out += std::string(indent) + tinted(tint, line) + "\n";
  }
  return out;
}

std::string Text::one_failure(const Failure& failure) const {
  std::string out = "  " + place_of(failure) + tinted(Tint::bold, failure.summary) + "\n";
  if (!failure.source.empty()) {
    out += "    " + tinted(Tint::dim, expect::visible(failure.source)) + "\n";
  }
  if (!failure.text.empty()) {
    out += diff(failure.text, "    ");
  } else if (!failure.expected.empty() || !failure.got.empty()) {
    out += "    expected: " + tinted(Tint::red, failure.expected) + "\n";
    out += "    got:      " + tinted(Tint::green, failure.got) + "\n";
  }
  return out;
}

std::string Text::output(const char* name, const std::string& bytes, std::uint64_t all) const {
  if (all == 0) {
    return "";
  }
  const std::string_view shown = first_lines(bytes, kShownOutput);
  std::string out = "  " + std::string(name) + " (" + plural(all, "byte") +
                    (shown.size() < all ? ", the first " + std::to_string(shown.size()) : "") +
                    "):\n";
  for (const std::string_view line : expect::split_lines(shown)) {
    out += "    " + expect::visible(line) + "\n";
  }
  return out;
}

std::string Text::failure(const TestResult& result) const {
  const bool unexpected_pass = result.status == Status::xpassed;
  std::string out = tinted(Tint::red, unexpected_pass ? "XPASS" : "FAIL") + " " +
                    tinted(Tint::bold, expect::visible(result.id)) + time(result);
  if (options_.verbosity < 0) {
    return out + ": " + headline(result) + "\n";
  }
  if (result.runs > 1) {
    out += " " + std::to_string(result.failed_runs) + " of " + std::to_string(result.runs) +
           " runs failed";
  }
  out += "\n";
  for (const Failure& failure : result.failures) {
    out += one_failure(failure);
  }
  if (!judges(result, "report") && !result.report.empty()) {
    out += "  report:\n";
    for (const std::string& line : result.report) {
      out += "    sandbox: " + line + "\n";
    }
  }
  if (!judges(result, "stdout")) {
    out += output("stdout", result.out, result.out_bytes);
  }
  if (!judges(result, "stderr")) {
    out += output("stderr", result.err, result.err_bytes);
  }
  const auto row = [&](const char* label, const std::string& text) {
    if (!text.empty()) {
      out += "  " + tinted(Tint::dim, label) + text + "\n";
    }
  };
  row("repeat:          ", result.repeat);
  row("without judging: ", result.bare);
  row("outputs kept in: ", options_.stable ? "" : result.kept);
  return out;
}

std::string Text::line(const TestResult& result) const {
  struct Word {
    const char* text;
    Tint tint;
  };
  const auto word = [&]() -> Word {
    switch (result.status) {
      case Status::passed:
        return {"pass", Tint::green};
      case Status::skipped:
        return {"skip", Tint::yellow};
      case Status::xfailed:
        return {"xfail", Tint::green};
      case Status::flaky:
        return {"FLAKY", Tint::yellow};
      case Status::not_run:
        return {"not run", Tint::yellow};
      case Status::excluded:
        return {"excluded", Tint::dim};
      case Status::failed:
        return {"FAIL", Tint::red};
      case Status::xpassed:
        break;
    }
    return {"XPASS", Tint::red};
  }();
  std::string out = tinted(word.tint, word.text) + " " + expect::visible(result.id) + time(result);
  if (result.status == Status::flaky) {
    out += ": passed after " + plural(result.failed_runs, "failure") + ": " + headline(result);
  } else if (!result.reason.empty()) {
    out += ": " + expect::visible(result.reason);
  }
  return out + "\n";
}

void Summary::add(const TestResult& result) {
  const std::string id = expect::visible(result.id);
  if (is_failure(result.status)) {
    failed_.push_back(id + ": " + headline(result));
  } else if (result.status == Status::flaky) {
    flaky_.push_back(id + ": passed after " + plural(result.failed_runs, "failure"));
  } else if (result.status == Status::skipped) {
    ++skips_[result.reason];
  }
  if (result.unchecked > 0 && !is_failure(result.status)) {
    unchecked_.push_back(id);
  }
}

std::string Summary::render(const Text& text, const RunEnd& end) const {
  const Totals& totals = end.totals;
  const bool quiet = text.options().verbosity < 0;
  std::string out;
  if (failed_.size() > 1 && !quiet) {
    out +=
        "\n" + text.tinted(Tint::red, plural(failed_.size(), "failure")) + ":\n" + listed(failed_);
  }
  if (!flaky_.empty()) {
    out += text.tinted(Tint::yellow, std::to_string(flaky_.size()) + " flaky") + ":\n" +
           listed(flaky_);
  }
  for (const auto& [reason, count] : skips_) {
    out += std::to_string(count) + " skipped: " + expect::visible(reason) + "\n";
  }
  const auto counted = [&](unsigned n, const char* what) {
    if (n > 0) {
      out += std::to_string(n) + " " + what + "\n";
    }
  };
  counted(totals.excluded, "excluded by defaults.expect (-v names them and says why)");
  counted(totals.xfailed, "failed as expected");
  if (!quiet) {
    counted(totals.unchecked, "printed what no directive judges (--strict makes that a failure)");
  }
  if (text.options().verbosity > 0) {
    out += listed(unchecked_);
  }
  counted(totals.not_run, "not run");
  if (!end.interrupted.empty()) {
    out += text.tinted(Tint::yellow, "ended by " + end.interrupted) + "\n";
  }
  if (!text.options().stable && !quiet) {
    out += text.tinted(Tint::dim, "in " + human_time(totals.wall)) + "\n";
  }
  const Tint tint = totals.failed > 0 ? Tint::red : totals.ran > 0 ? Tint::green : Tint::yellow;
  return out + text.tinted(tint, last_line(totals)) + "\n";
}

}  // namespace sbx::runner
