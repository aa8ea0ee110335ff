// JUnit XML. Well-formed whatever a test prints: XML 1.0 has no way to write most control bytes, so
// they, and bytes that are no UTF-8, become visible escapes. (An XML library would write `&#1;`,
// which parsers reject.)
#include <utility>

#include "expect/text.h"
#include "runner/out/text.h"

namespace sbx::runner {

namespace {

// U+FFFE and U+FFFF are valid UTF-8 and no XML characters.
std::string_view noncharacter(std::string_view sequence) {
  if (sequence == "\xef\xbf\xbe") {
    return "\\xef\\xbf\\xbe";
  }
  return sequence == "\xef\xbf\xbf" ? "\\xef\\xbf\\xbf" : "";
}

std::string xml(std::string_view bytes, bool attribute) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size();) {
    const char c = bytes[i];
    const std::size_t length = expect::utf8_length(bytes.substr(i));
    const std::string_view sequence = bytes.substr(i, length == 0 ? 1 : length);
    i += sequence.size();
    if (const std::string_view written = entity(c); !written.empty()) {
      out += written;
    } else if (c == '\r' || (attribute && (c == '\n' || c == '\t'))) {
      out += "&#" + std::to_string(static_cast<int>(c)) + ";";  // a parser would normalise it away
    } else if (c == '\n' || c == '\t') {
      out += c;
    } else if (length == 0 || static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += expect::visible(sequence);
    } else if (const std::string_view escaped = noncharacter(sequence); !escaped.empty()) {
      out += escaped;
    } else {
      out += sequence;
    }
  }
  return out;
}

std::string seconds(std::chrono::microseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6f", static_cast<double>(time.count()) / 1e6);
  return text;
}

class Junit final : public Reporter {
 public:
  Junit(File to, bool stable) : to_(std::move(to)), stable_(stable) {}

  // The counts stand at the front of the file, so the cases wait.
  void result(const TestResult& result) override {
    totals_.add(result);
    const std::string folder(expect::folder_of(result.id));
    cases_ += "    <testcase classname=\"" + xml(folder.empty() ? "tests" : folder, true) +
              "\" name=\"" + xml(result.id.substr(folder.empty() ? 0 : folder.size() + 1), true) +
              "\" file=\"" + xml(result.path, true) + "\"" + time(result.wall);
    const std::string inside = content(result);
    cases_ += inside.empty() ? "/>\n" : ">\n" + inside + "    </testcase>\n";
  }

  void end(const RunEnd& end) override {
    const unsigned unstarted = totals_.skipped + totals_.excluded + totals_.not_run;
    const std::string counts =
        " tests=\"" + std::to_string(totals_.ran + unstarted) + "\" failures=\"" +
        std::to_string(totals_.failed) + "\" errors=\"0\" skipped=\"" +
        std::to_string(unstarted + totals_.xfailed) + "\"" + time(end.totals.wall);
    put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sbx-test\"" + counts +
        ">\n  <testsuite name=\"sbx-test\"" + counts + ">\n");
    put(cases_);
    put("  </testsuite>\n</testsuites>\n");
    std::fflush(to_.get());
  }

 private:
  [[nodiscard]] std::string time(std::chrono::microseconds time) const {
    return stable_ ? "" : " time=\"" + seconds(time) + "\"";
  }

  [[nodiscard]] std::string content(const TestResult& result) const {
    std::string out;
    if (result.status == Status::skipped || result.status == Status::excluded ||
        result.status == Status::not_run) {
      const std::string word = result.status == Status::skipped    ? ""
                               : result.status == Status::excluded ? "excluded: "
                                                                   : "not run: ";
      return "      <skipped message=\"" + xml(word + result.reason, true) + "\"/>\n";
    }
    if (is_failure(result.status)) {
      out += failure("failure", result);
    } else if (result.status == Status::flaky) {
      out += failure("flakyFailure", result);
    } else if (result.status == Status::xfailed) {
      return "      <skipped message=\"" + xml("failed as expected: " + result.reason, true) +
             "\"/>\n";
    } else {
      return out;
    }
    const auto stream = [&](const char* name, const std::string& bytes) {
      if (!bytes.empty()) {
        out += std::string("      <") + name + ">" + xml(bytes, false) + "</" + name + ">\n";
      }
    };
    stream("system-out", result.out);
    stream("system-err", result.err);
    return out;
  }

  [[nodiscard]] std::string failure(const char* element, const TestResult& result) const {
    TextOptions options;
    options.stable = stable_;
    const std::string kind = result.failures.empty() ? "failure" : result.failures.front().kind;
    return std::string("      <") + element + " type=\"" + xml(kind, true) + "\" message=\"" +
           xml(headline(result), true) + "\">" + xml(Text(options).failure(result), false) + "</" +
           element + ">\n";
  }

  void put(const std::string& text) { std::fwrite(text.data(), 1, text.size(), to_.get()); }

  File to_;
  bool stable_;
  Totals totals_ = {};
  std::string cases_ = {};
};

}  // namespace

std::unique_ptr<Reporter> make_junit(File to, bool stable) {
  return std::make_unique<Junit>(std::move(to), stable);
}

}  // namespace sbx::runner
