// The text for a terminal: the plain reporter with one status line below it, redrawn in place.
#include <algorithm>
#include <utility>

#include "expect/text.h"
#include "runner/out/text.h"

namespace sbx::runner {

namespace {

constexpr std::chrono::milliseconds kWorthNaming{500};  // a test that runs longer is named

std::string clock_text(std::chrono::milliseconds time) {
  const auto seconds = time.count() / 1000;
  return seconds < 60
             ? std::to_string(seconds) + " s"
             : std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
}

class Terminal final : public Reporter {
 public:
  Terminal(TextOptions options, std::FILE* to)
      : text_(options), plain_(make_plain(options, to)), to_(to) {}

  void begin(const RunInfo& run) override { plain_->begin(run); }

  void progress(const Progress& now) override { draw(status(now)); }

  void result(const TestResult& result) override {
    draw("");
    plain_->result(result);
  }

  void end(const RunEnd& end) override {
    draw("");
    plain_->end(end);
  }

 private:
  // done/total, failures, what runs and for how long, how long it will take.
  [[nodiscard]] std::string status(const Progress& now) const {
    std::string line = std::to_string(now.done) + "/" + std::to_string(now.total);
    if (now.failed > 0) {
      line += ", " + std::to_string(now.failed) + " failed";
    }
    if (now.eta.count() >= 1000) {
      line += ", " + clock_text(now.eta) + " left";
    }
    for (const Running& running : now.running) {
      if (running.elapsed >= kWorthNaming) {
        line += "  " + expect::visible(running.id) + " " + clock_text(running.elapsed);
      }
    }
    // One column stays free: a full line would wrap, and the next redraw would leave it behind.
    const std::size_t room = std::max(text_.options().width, 2u) - 1;
    if (line.size() > room) {
      line.resize(room);
    }
    return line;
  }

  void draw(const std::string& line) {
    if (line == shown_) {
      return;
    }
    shown_ = line;
    const std::string text = "\r\x1b[K" + line;
    std::fwrite(text.data(), 1, text.size(), to_);
    std::fflush(to_);
  }

  Text text_;
  std::unique_ptr<Reporter> plain_;
  std::FILE* to_;
  std::string shown_ = {};
};

}  // namespace

std::unique_ptr<Reporter> make_terminal(TextOptions options, std::FILE* to) {
  return std::make_unique<Terminal>(options, to);
}

}  // namespace sbx::runner
