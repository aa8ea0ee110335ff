// The text for a pipe: failures in full as they come, then the summary. No cursor is ever moved.
#include <utility>

#include "runner/out/text.h"

namespace sbx::runner {

namespace {

class Plain final : public Reporter {
 public:
  Plain(TextOptions options, std::FILE* to) : text_(options), to_(to) {}

  void result(const TestResult& result) override {
    summary_.add(result);
    if (is_failure(result.status)) {
      put(text_.failure(result));
    } else if (text_.options().verbosity > 0 || result.status == Status::flaky) {
      put(text_.line(result));
    }
  }

  void end(const RunEnd& end) override { put(summary_.render(text_, end)); }

 private:
  void put(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), to_);
    std::fflush(to_);
  }

  Text text_;
  Summary summary_ = {};
  std::FILE* to_;
};

}  // namespace

std::unique_ptr<Reporter> make_plain(TextOptions options, std::FILE* to) {
  return std::make_unique<Plain>(options, to);
}

}  // namespace sbx::runner
