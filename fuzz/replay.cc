#include "fuzz/replay.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "expect/text.h"
#include "fuzz/files.h"

namespace sbx::fuzz {
namespace {

constexpr std::size_t kMostLog = 16u << 20;

std::string text_of(int fd) {
  const off_t size = ::lseek(fd, 0, SEEK_END);
  std::string log(size > 0 ? std::min(static_cast<std::size_t>(size), kMostLog) : 0, '\0');
  const ssize_t n = ::pread(fd, log.data(), log.size(), 0);
  log.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return log;
}

}  // namespace

Replayed Replayer::run(const std::string& input, std::stop_token stop) {
  Replayed r;
  Mount m;
  m.host = input;
  m.inside = "/input";
  m.as_owner = true;
  const int log = ::memfd_create("sbx-fuzz", MFD_CLOEXEC);
  const auto started = std::chrono::steady_clock::now();
  // Twice the time of an input: what comes before it is not the input's.
  Ran ran = run_target(target_,
                       {"-rss_limit_mb=0", "-print_final_stats=1", "-runs=1",
                        "-timeout=" + std::to_string(target_.timeout),
                        std::string("-detect_leaks=") + (target_.leaks ? "1" : "0"), "input"},
                       {m}, log, std::chrono::seconds(2 * target_.timeout), std::move(stop));
  r.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 started);
  r.log = symbols_.name(text_of(log));
  ::close(log);
  r.cannot = std::move(ran.cannot);
  r.failure = failure_of(ran.report, r.log);
  r.report = std::move(ran.report);
  return r;
}

Replayed Replayer::run_bytes(const std::string& bytes, const std::string& file,
                             std::stop_token stop) {
  Replayed r;
  if (!write_file(file, bytes)) {
    r.cannot = file + ": cannot be written";
    return r;
  }
  return run(file, std::move(stop));
}

std::string bare_command(const Target& target, const std::string& input) {
  return expect::join_words({target.path, input});
}

}  // namespace sbx::fuzz
