// GitHub's workflow commands: a failure shows beside the line of the directive it broke.
#include <cstdlib>
#include <utility>

#include "runner/out/text.h"

namespace sbx::runner {

namespace {

// The data of a workflow command; a property also gives up ':' and ','.
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\r') {
      out += "%0D";
    } else if (c == '\n') {
      out += "%0A";
    } else if (property && c == ':') {
      out += "%3A";
    } else if (property && c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

class Github final : public Reporter {
 public:
  explicit Github(std::FILE* to) : to_(to) {
    if (const char* workspace = std::getenv("GITHUB_WORKSPACE")) {
      workspace_ = std::string(workspace) + "/";
    }
  }

  void result(const TestResult& result) override {
    if (is_failure(result.status)) {
      if (result.failures.empty()) {
        put("error", result, {}, result.reason);
      }
      for (const Failure& failure : result.failures) {
        put("error", result, failure, failure.summary + "\n" + failure.text);
      }
    } else if (result.status == Status::flaky) {
      put("warning", result, {}, "flaky: " + headline(result));
    }
  }

  void end(const RunEnd&) override { std::fflush(to_); }

 private:
  void put(const char* level, const TestResult& result, const Failure& failure,
           const std::string& message) {
    constexpr std::size_t kMost = 4000;  // GitHub cuts a longer annotation anywhere
    std::string file = failure.file.empty() ? result.path : failure.file;
    if (!workspace_.empty() && file.compare(0, workspace_.size(), workspace_) == 0) {
      file.erase(0, workspace_.size());  // annotations want paths of the repository
    }
    std::string line = std::string("::") + level + " file=" + escaped(file, true);
    if (failure.line > 0) {
      line += ",line=" + std::to_string(failure.line);
    }
    line += ",title=" + escaped(result.id, true) +
            "::" + escaped(first_lines(message, kMost), false) + "\n";
    std::fwrite(line.data(), 1, line.size(), to_);
  }

  std::FILE* to_;
  std::string workspace_ = {};
};

}  // namespace

std::unique_ptr<Reporter> make_github(std::FILE* to) {
  return std::make_unique<Github>(to);
}

}  // namespace sbx::runner
