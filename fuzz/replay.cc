#include "fuzz/replay.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "expect/text.h"
#include "fuzz/files.h"
#include "fuzz/job.h"

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

Replayed Replayer::run_words(const std::vector<std::string>& words, const Mount& mount,
                             std::chrono::seconds wall, std::stop_token stop) {
  Replayed r;
  std::vector<std::string> all = {"-rss_limit_mb=0", "-print_final_stats=1",
                                  "-timeout=" + std::to_string(target_.timeout),
                                  std::string("-detect_leaks=") + (target_.leaks ? "1" : "0")};
  all.insert(all.end(), words.begin(), words.end());
  const int log = ::memfd_create("sbx-fuzz", MFD_CLOEXEC);
  const auto started = std::chrono::steady_clock::now();
  Ran ran = run_target(target_, all, {mount}, log, wall, std::move(stop));
  r.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 started);
  r.log = symbols_.name(text_of(log));
  ::close(log);
  r.cannot = std::move(ran.cannot);
  r.failure = failure_of(ran.report, r.log);
  r.report = std::move(ran.report);
  return r;
}

Replayed Replayer::run(const std::string& input, std::stop_token stop) {
  Mount m;
  m.host = input;
  m.inside = "/input";
  m.as_owner = true;
  // Twice the time of an input: what comes before it is not the input's.
  return run_words({"-runs=1", "input"}, m, std::chrono::seconds(2 * target_.timeout),
                   std::move(stop));
}

Replayed Replayer::run_job(const std::string& folder, std::stop_token stop) {
  const Job job = read_job(folder);
  Mount m;
  m.host = folder;
  m.inside = "/job";
  m.as_owner = true;
  std::vector<std::string> words = job.words;
  words.emplace_back("-artifact_prefix=tmp/");
  if (job.seeds > 0) {
    words.emplace_back("-seed_inputs=@job/list");
  }
  return run_words(words, m, std::chrono::seconds(2 * (job.seconds + target_.timeout)),
                   std::move(stop));
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
