#include "runner/host_proof.h"

#include <dirent.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "expect/sha256.h"
#include "expect/text.h"
#include "runner/read_file.h"
#include "sbx/box.h"

namespace sbx::runner {

namespace fs = std::filesystem;

namespace {

using Set = std::map<std::string, std::string>;

std::string file_facts(const std::string& path, bool hashed) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) {
    return "gone";
  }
  char mode[16];
  std::snprintf(mode, sizeof mode, "%o", static_cast<unsigned>(status.st_mode));
  std::string facts = std::string("mode ") + mode;
  if (S_ISDIR(status.st_mode) && !hashed) {
    return facts;  // an entry of the temporary folder: what others do inside is theirs
  }
  facts += ", mtime " + std::to_string(status.st_mtim.tv_sec) + "." +
           std::to_string(status.st_mtim.tv_nsec);
  if (S_ISREG(status.st_mode)) {
    facts += ", size " + std::to_string(status.st_size);
    std::string bytes;
    if (hashed && read_file(path, &bytes)) {
      facts += ", sha256 " + expect::sha256_hex(bytes);
    }
  } else if (S_ISLNK(status.st_mode)) {
    std::error_code error;
    facts += ", to " + fs::read_symlink(path, error).string();
  }
  return facts;
}

bool is_ignored(const std::string& path, const std::vector<std::string>& ignored) {
  return std::any_of(ignored.begin(), ignored.end(), [&](const std::string& one) {
    return path == one || (path.size() > one.size() && path.compare(0, one.size(), one) == 0 &&
                           path[one.size()] == '/');
  });
}

void add_tree(const std::string& folder, const std::vector<std::string>& ignored, Set* files) {
  std::error_code error;
  const fs::path root = fs::absolute(folder, error).lexically_normal();
  files->emplace(root.string(), file_facts(root.string(), true));
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const std::string path = at->path().string();
    if (!is_ignored(path, ignored)) {
      files->emplace(path, file_facts(path, true));
    }
  }
}

void add_temporary(const std::vector<std::string>& ignored, Set* entries) {
  const char* folder = std::getenv("TMPDIR");
  std::error_code error;
  fs::directory_iterator at(folder != nullptr ? folder : "/tmp", error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string path = at->path().string();
    if (!is_ignored(path, ignored)) {
      entries->emplace(path, file_facts(path, false));
    }
  }
}

void add_mounts(Set* mounts) {
  // A /proc file has no size, so read_file would see nothing in it.
  std::string text;
  if (std::FILE* file = std::fopen("/proc/self/mountinfo", "re")) {
    char piece[4096];
    for (std::size_t got = 0; (got = std::fread(piece, 1, sizeof piece, file)) > 0;) {
      text.append(piece, got);
    }
    std::fclose(file);
  }
  for (const std::string_view line : expect::split_lines(text)) {
    mounts->emplace(line, "");
  }
}

// "PID START" -> "PARENT NAME". The name of a process may hold blanks and ')': the last ')' ends
// it.
void add_process(const std::string& pid, Set* processes) {
  std::FILE* file = std::fopen(("/proc/" + pid + "/stat").c_str(), "re");
  if (file == nullptr) {
    return;
  }
  char text[1024];
  const std::size_t got = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  text[got] = '\0';
  const std::string_view line(text, got);
  const std::size_t open = line.find('(');
  const std::size_t close = line.rfind(')');
  if (open == line.npos || close == line.npos) {
    return;
  }
  int parent = 0;
  unsigned long long start = 0;
  char state = 0;
  if (std::sscanf(text + close + 1,
                  " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
                  &state, &parent, &start) == 3) {
    processes->emplace(
        pid + " " + std::to_string(start),
        std::to_string(parent) + " " + std::string(line.substr(open + 1, close - open - 1)));
  }
}

void add_processes(Set* processes) {
  DIR* dir = ::opendir("/proc");
  if (dir == nullptr) {
    return;
  }
  while (const dirent* entry = ::readdir(dir)) {
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') {
      add_process(entry->d_name, processes);
    }
  }
  ::closedir(dir);
}

HostPicture take(const std::vector<std::string>& folders, const std::vector<std::string>& ignored) {
  HostPicture picture;
  for (const std::string& folder : folders) {
    add_tree(folder, ignored, &picture.files);
  }
  add_temporary(ignored, &picture.temporary);
  add_mounts(&picture.mounts);
  add_processes(&picture.processes);
  return picture;
}

void compare_sets(const Set& before, const Set& after, const std::string& what,
                  std::vector<std::string>* out) {
  const auto shown = [](const std::string& key) { return expect::visible(key); };
  for (const auto& [key, facts] : before) {
    const auto now = after.find(key);
    if (now == after.end()) {
      out->push_back(what + " is gone: " + shown(key));
    } else if (now->second != facts) {
      out->push_back(what + " has changed: " + shown(key) + " (" + facts + " -> " + now->second +
                     ")");
    }
  }
  for (const auto& [key, facts] : after) {
    if (before.count(key) == 0) {
      out->push_back(what + " is new: " + shown(key));
    }
  }
}

struct Process {
  int parent = 0;
  bool was_there = false;
};

// New processes that are the runner's, or nobody's.
void compare_processes(const HostPicture& before, const HostPicture& after, int self,
                       std::vector<std::string>* out) {
  std::map<int, Process> all;
  for (const auto& [key, facts] : after.processes) {
    all[std::atoi(key.c_str())] = {std::atoi(facts.c_str()), before.processes.count(key) > 0};
  }
  for (const auto& [key, facts] : after.processes) {
    const int pid = std::atoi(key.c_str());
    if (before.processes.count(key) > 0 || pid == self) {
      continue;
    }
    int above = std::atoi(facts.c_str());
    bool strangers = false;
    while (above > 1 && above != self && !strangers) {
      const auto at = all.find(above);
      strangers = at != all.end() && at->second.was_there;
      above = at == all.end() ? 0 : at->second.parent;
    }
    if (!strangers) {
      const std::string name = facts.substr(facts.find(' ') + 1);
      out->push_back("process is new: " + std::to_string(pid) + " (" + expect::visible(name) + ")");
    }
  }
}

}  // namespace

std::vector<std::string> compare_pictures(const HostPicture& before, const HostPicture& after,
                                          int self) {
  std::vector<std::string> out;
  compare_processes(before, after, self, &out);
  compare_sets(before.mounts, after.mounts, "mount", &out);
  compare_sets(before.files, after.files, "file", &out);
  compare_sets(before.temporary, after.temporary, "temporary file", &out);
  std::sort(out.begin(), out.end());
  return out;
}

HostProof::HostProof(std::vector<std::string> folders, std::vector<std::string> ignored)
    : folders_(std::move(folders)), ignored_(std::move(ignored)) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  before_ = take(folders_, ignored_);
}

std::vector<std::string> HostProof::differences() const {
  release_helpers();
  // A process that closed what it held is there a moment longer; one that stays is a difference.
  constexpr std::chrono::seconds kMoment{1};
  const auto until = std::chrono::steady_clock::now() + kMoment;
  pid_t ended = 0;
  while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0 ||
         (ended == 0 && std::chrono::steady_clock::now() < until)) {
    if (ended == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return compare_pictures(before_, take(folders_, ignored_), ::getpid());
}

}  // namespace sbx::runner
