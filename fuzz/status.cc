#include "fuzz/status.h"

#include <unistd.h>

#include <charconv>
#include <cstdio>

namespace sbx::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

// How often the line appears where it cannot be redrawn.
constexpr std::chrono::seconds kSeldom{30};

bool number_after(std::string_view line, std::string_view name, std::uint64_t* out) {
  const std::size_t at = line.find(name);
  if (at == std::string_view::npos) {
    return false;
  }
  const char* from = line.data() + at + name.size();
  return std::from_chars(from, line.data() + line.size(), *out).ec == std::errc();
}

}  // namespace

bool parse_progress(std::string_view line, Progress* out) {
  Progress p;
  if (line.substr(0, 1) != "#" || !number_after(line, "#", &p.runs) ||
      !number_after(line, " cov: ", &p.coverage) || !number_after(line, " ft: ", &p.features) ||
      !number_after(line, " corp: ", &p.corpus) ||
      (!number_after(line, " exec/s: ", &p.per_second) &&  // before LLVM 15 without its colon
       !number_after(line, " exec/s ", &p.per_second))) {
    return false;
  }
  *out = p;
  return true;
}

void Status::heard(std::string_view line) {
  const std::lock_guard lock(mutex_);
  Progress p;
  if (parse_progress(line, &p)) {
    progress_ = p;
  }
}

void Status::put(const std::string& text) const {
  const ssize_t n = ::write(fd_, text.data(), text.size());
  static_cast<void>(n);  // nobody reads it: the run goes on
}

void Status::say(std::string_view line) {
  const std::lock_guard lock(mutex_);
  put((shown_ ? "\r\x1b[K" : "") + std::string(line) + "\n");
  shown_ = false;
}

std::string Status::line(unsigned jobs, std::size_t bugs, std::size_t failures) const {
  const auto s = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - started_).count();
  char text[200];
  std::snprintf(text, sizeof text,
                "%02lld:%02lld:%02lld  %u jobs  %llu exec/s  %llu runs  cov %llu  corpus %llu  "
                "%zu bugs (%zu failures)",
                static_cast<long long>(s / 3600), static_cast<long long>(s / 60 % 60),
                static_cast<long long>(s % 60), jobs,
                static_cast<unsigned long long>(progress_.per_second * jobs),
                static_cast<unsigned long long>(progress_.runs),
                static_cast<unsigned long long>(progress_.coverage),
                static_cast<unsigned long long>(progress_.corpus), bugs, failures);
  return text;
}

void Status::draw(unsigned jobs, std::size_t bugs, std::size_t failures) {
  const std::lock_guard lock(mutex_);
  if (live_) {
    put("\r\x1b[K" + line(jobs, bugs, failures));
    shown_ = true;
  } else if (Clock::now() - drawn_ >= kSeldom) {
    put(line(jobs, bugs, failures) + "\n");
    drawn_ = Clock::now();
  }
}

void Status::finish() {
  const std::lock_guard lock(mutex_);
  if (shown_) {
    put("\r\x1b[K");
  }
  shown_ = false;
}

Progress Status::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

}  // namespace sbx::fuzz
