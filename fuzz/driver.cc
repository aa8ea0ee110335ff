#include "fuzz/driver.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "expect/text.h"
#include "fuzz/files.h"
#include "fuzz/signals.h"

extern "C" int LLVMFuzzerRunDriver(int* argc, char*** argv,
                                   int (*target)(const std::uint8_t*, std::size_t));

namespace sbx::fuzz {
namespace {

constexpr std::chrono::milliseconds kLook{200};

// No input is ever run in this process.
int nothing(const std::uint8_t*, std::size_t) {
  std::fputs("sbx-fuzz: the parent was asked to run an input\n", stderr);
  std::abort();
}

class Driver {
 public:
  Driver(Drive options, Workspace workspace)
      : options_(std::move(options)),
        workspace_(std::move(workspace)),
        symbols_(modules_of(options_.settings.target)),
        findings_(options_.artifacts, &symbols_),
        stderr_(::fcntl(2, F_DUPFD_CLOEXEC, 10)),
        status_(stderr_, ::isatty(stderr_) == 1),
        jobs_(options_.settings, &workspace_, &findings_, &status_, stop_) {}

  // Leaves the process, or has said why it cannot begin: the code to leave with.
  int begin();
  // Once libFuzzer's parent has called exit().
  [[noreturn]] void end();
  [[noreturn]] void leave(int code);
  Jobs& jobs() { return jobs_; }

 private:
  bool prepare();
  std::vector<std::string> words() const;
  void hear_the_parent();
  void hear(const std::string& line);
  void watch();
  int report();
  int refuse(const std::string& why, int code) {
    status_.say("sbx-fuzz: " + options_.settings.target.path + ": " + why);
    return code;
  }

  const Drive options_;
  Workspace workspace_;
  Symbols symbols_;
  Findings findings_;
  const int stderr_;
  Status status_;
  std::stop_source stop_;
  Jobs jobs_;
  Signals signals_{stop_};
  std::atomic<bool> over_{false};
  std::string complaint_;                // the last ERROR of libFuzzer's parent
  std::string merged_;                   // what it says of a merge: how many files were taken
  std::vector<std::string> last_words_;  // its last lines
  bool gave_up_ = false;                 // it came back with an error, where it should have left
  std::jthread ears_, eyes_;
};

// Alive until the process ends: exit handlers use it.
Driver* the_driver = nullptr;

void Driver::hear_the_parent() {
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0 || ::dup2(pipe[1], 2) < 0) {
    return;
  }
  ::close(pipe[1]);
  ears_ = std::jthread([this, from = pipe[0]] {
    std::string line;
    char buffer[4096];
    ssize_t n = 0;
    while ((n = ::read(from, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR)) {
      for (ssize_t i = 0; i < n; ++i) {
        if (buffer[i] != '\n') {
          line += buffer[i];
          continue;
        }
        status_.heard(line);
        hear(line);
        if (options_.verbose) {
          status_.say(line);
        }
        line.clear();
      }
    }
    ::close(from);
  });
}

void Driver::hear(const std::string& line) {
  constexpr std::size_t kLastWords = 2;
  constexpr std::string_view kOuter = "MERGE-OUTER: ";
  complaint_ = line.find("ERROR: ") == 0 ? line : complaint_;
  if (line.find(kOuter) == 0 && line.find(" new files with ") != std::string::npos) {
    merged_ = line.substr(kOuter.size());
  }
  // Only a run that says all would show it; a run that goes on for ever for a word that was
  // misspelt is not what was meant.
  constexpr std::string_view kUnknown = "WARNING: unrecognized flag '";
  if (line.find(kUnknown) == 0) {
    const std::string flag = line.substr(kUnknown.size());
    status_.say("sbx-fuzz: " + expect::visible(flag.substr(0, flag.find('\''))) +
                ": libFuzzer knows no such flag: it is left to the target");
  }
  const std::size_t from = line.find_first_not_of(" \t");
  if (from != std::string::npos) {
    last_words_.push_back(expect::visible(line.substr(from)));
    last_words_.erase(
        last_words_.begin(),
        last_words_.end() - static_cast<std::ptrdiff_t>(std::min(last_words_.size(), kLastWords)));
  }
}

// Draws, and ends the jobs when libFuzzer's parent wants them to end: it says so by a file.
void Driver::watch() {
  eyes_ = std::jthread([this] {
    while (!over_) {
      std::this_thread::sleep_for(kLook);
      const std::string stop_file = jobs_.stop_file();
      if (!stop_file.empty() && ::access(stop_file.c_str(), F_OK) == 0) {
        stop_.request_stop();
      }
      if (options_.what == Drive::What::fuzz) {
        status_.draw(jobs_.running(), findings_.all().size(), findings_.failures());
      }
    }
  });
}

bool Driver::prepare() {
  bool shown = true;
  const JobSettings& s = options_.settings;
  for (std::size_t i = 0; i < s.corpora.size(); ++i) {
    shown = shown && workspace_.show(s.corpora[i], "c" + std::to_string(i));
  }
  for (std::size_t i = 0; i < s.files.size(); ++i) {
    shown = shown && workspace_.show(s.files[i], "d" + std::to_string(i));
  }
  return shown && (s.input.empty() || workspace_.show(s.input, "i0"));
}

std::vector<std::string> Driver::words() const {
  const JobSettings& s = options_.settings;
  std::vector<std::string> words = {"sbx-fuzz"};
  words.insert(words.end(), options_.flags.begin(), options_.flags.end());
  for (std::size_t i = 0; i < s.files.size(); ++i) {
    words.push_back("-dict=d" + std::to_string(i));
  }
  words.insert(words.end(),
               {"-timeout=" + std::to_string(s.target.timeout), "-rss_limit_mb=0",
                "-print_final_stats=1", "-seed=" + std::to_string(s.seed), "-artifact_prefix=a/"});
  if (!s.target.leaks) {
    words.emplace_back("-detect_leaks=0");
  }
  switch (options_.what) {
    case Drive::What::fuzz:
      words.push_back("-fork=" + std::to_string(options_.jobs));
      words.emplace_back("-ignore_crashes=1");
      break;
    case Drive::What::merge:
      words.emplace_back("-merge=1");
      break;
    case Drive::What::minimize:
      words.insert(words.end(), {"-minimize_crash=1", "-exact_artifact_path=a/made", "i0"});
      break;
    case Drive::What::cleanse:
      words.insert(words.end(), {"-cleanse_crash=1", "-exact_artifact_path=a/made", "i0"});
      break;
  }
  for (std::size_t i = 0; i < s.corpora.size(); ++i) {
    words.push_back("c" + std::to_string(i));
  }
  return words;
}

int Driver::begin() {
  if (!prepare() || ::mkdir("a", 0700) != 0) {
    return refuse("cannot prepare the workspace", kNoBox);
  }
  std::string why;
  int code = 0;
  if (!jobs_.preflight(&why, &code)) {
    return signals_.number() != 0 ? code : refuse(why, code);
  }
  if (!options_.settings.target.leaks) {
    status_.say("sbx-fuzz: leaks are not looked for (--leaks)");
  }
  if (Symbols::program().empty()) {
    status_.say("sbx-fuzz: llvm-symbolizer is not here: bugs are told by addresses");
  }
  hear_the_parent();
  watch();
  std::atexit([] { the_driver->end(); });
  std::vector<std::string> all = words();
  std::vector<char*> argv;
  for (std::string& word : all) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  int argc = static_cast<int>(all.size());
  char** begin = argv.data();
  // A dictionary that it cannot read, for one: it says so, and no job was begun.
  gave_up_ = LLVMFuzzerRunDriver(&argc, &begin, nothing) != 0;
  end();
}

int Driver::report() {
  const std::string made = workspace_.path("a/made");
  if (!options_.output.empty()) {
    const auto bytes = read_file(made);
    if (!bytes) {
      return refuse("nothing was made of " + options_.settings.input + ": does it fail?",
                    kSomethingFound);
    }
    if (!write_file(options_.output, *bytes)) {
      return refuse(options_.output + ": cannot be written", kUsage);
    }
    status_.say(options_.output + ": " + std::to_string(bytes->size()) + " bytes");
    return kNothingFound;
  }
  const std::vector<Found> all = findings_.all();
  const Progress p = status_.progress();
  if (options_.what == Drive::What::fuzz) {
    status_.say("sbx-fuzz: " + std::to_string(p.runs) + " runs, cov " + std::to_string(p.coverage) +
                ", corpus " + std::to_string(p.corpus));
  }
  if (!merged_.empty()) {
    status_.say("sbx-fuzz: " + merged_);
  }
  status_.say("sbx-fuzz: " + std::to_string(all.size()) + " bugs in " +
              std::to_string(findings_.failures()) + " failures" +
              (all.empty() ? "" : "; their inputs are in " + options_.artifacts));
  for (const Found& f : all) {
    status_.say(line_of(f.failure) + "  (x" + std::to_string(f.count) +
                (f.has_input ? ", " + std::to_string(f.smallest) + " bytes" : ", no input") + ")");
  }
  return all.empty() ? kNothingFound : kSomethingFound;
}

void Driver::end() {
  over_ = true;
  stop_.request_stop();
  std::fflush(nullptr);
  ::dup2(stderr_, 2);  // the last end of the pipe: its reader ends
  ears_ = {};
  eyes_ = {};
  status_.finish();
  if (gave_up_ && jobs_.begun() == 0 && signals_.number() == 0) {
    std::string why = "libFuzzer gave up:";
    for (const std::string& line : last_words_) {
      why += "\n  " + line;
    }
    leave(refuse(why, kUsage));
  }
  int code = report();
  if (!jobs_.trouble().empty()) {
    code = refuse(jobs_.trouble(), kNoBox);
  } else if (!complaint_.empty() && findings_.all().empty() && status_.progress().runs == 0 &&
             options_.what == Drive::What::fuzz) {
    code = refuse(complaint_, kUsage);
  }
  leave(code);
}

// Threads of libFuzzer's and of ours may still run.
void Driver::leave(int code) {
  release_helpers();
  workspace_.remove();
  ::_exit(signals_.number() != 0 ? 128 + signals_.number() : code);
}

// Streams that popen() gave out, and how their program ended.
std::mutex streams_mutex;
std::map<FILE*, int> streams;

}  // namespace

int drive(Drive options) {
  auto workspace = Workspace::make();
  if (!workspace) {
    std::fprintf(stderr, "sbx-fuzz: %s: %s\n", workspace.error().field.c_str(),
                 workspace.error().message.c_str());
    return kNoBox;
  }
  the_driver = new Driver(std::move(options), std::move(*workspace));
  the_driver->leave(the_driver->begin());
}

}  // namespace sbx::fuzz

extern "C" {

int __wrap_system(const char* line) {
  return sbx::fuzz::the_driver->jobs().run(sbx::fuzz::parse_command(line), nullptr) << 8;
}

FILE* __wrap_popen(const char* line, const char*) {
  std::string output;
  const int code = sbx::fuzz::the_driver->jobs().run(sbx::fuzz::parse_command(line), &output);
  const int fd = ::memfd_create("sbx-fuzz", MFD_CLOEXEC);
  if (fd < 0 ||
      ::pwrite(fd, output.data(), output.size(), 0) != static_cast<ssize_t>(output.size())) {
    return nullptr;
  }
  FILE* stream = ::fdopen(fd, "r");
  const std::lock_guard lock(sbx::fuzz::streams_mutex);
  sbx::fuzz::streams[stream] = code;
  return stream;
}

int __wrap_pclose(FILE* stream) {
  const std::lock_guard lock(sbx::fuzz::streams_mutex);
  const auto at = sbx::fuzz::streams.find(stream);
  if (at == sbx::fuzz::streams.end()) {
    return -1;
  }
  const int code = at->second;
  sbx::fuzz::streams.erase(at);
  std::fclose(stream);
  return code << 8;
}

}  // extern "C"
