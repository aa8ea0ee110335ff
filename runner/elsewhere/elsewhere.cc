#include "elsewhere.h"

#include <cstdio>
#include <filesystem>

namespace sbx::elsewhere {
namespace {

constexpr int kNoBox = 126;        // of `sbx`
constexpr int kNoBoxForTests = 4;  // of `sbx-test`

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string("@%+=:,./_-").find(c) != std::string::npos;
}

// As Windows takes a word: in double quotes, those of its own escaped.
std::string double_quoted(const std::string& word) {
  std::string text = "\"";
  for (char c : word) {
    text += c == '"' ? "\\\"" : std::string(1, c);
  }
  return text + "\"";
}

}  // namespace

Host this_host() {
#if defined(__APPLE__)
  return Host::mac;
#elif defined(_WIN32)
  return Host::windows;
#else
  return Host::other;
#endif
}

std::string quoted(const std::string& word) {
  bool all = !word.empty();
  for (char c : word) {
    all = all && plain(c);
  }
  if (all) {
    return word;
  }
  std::string text = "'";
  for (char c : word) {
    text += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return text + "'";
}

std::string in_a_vm(Host host, const std::string& here, const std::string& program,
                    const std::vector<std::string>& words) {
  std::string command = program;
  for (const std::string& word : words) {
    command += " " + (host == Host::windows ? double_quoted(word) : quoted(word));
  }
  switch (host) {
    case Host::mac:  // Lima shows the home folder under its own path
      return "limactl shell --workdir " + quoted(here) + " default " + command;
    case Host::windows:
      return "wsl --cd " + double_quoted(here) + " " + command;
    case Host::other:
      break;
  }
  return "ssh LINUX-VM " + quoted("cd " + quoted(here) + " && " + command);
}

int answer(const std::string& program, const std::vector<std::string>& words) {
  if (words.size() == 1 && words[0] == "--version") {
    std::printf("%s %s\n", program.c_str(), SBX_VERSION);
    return 0;
  }
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string();
  const std::string text =
      program +
      ": this host is not Linux: a box needs Linux 6.7 or later. In a VM that has it:\n  " +
      in_a_vm(this_host(), here, program, words) + "\n";
  const bool help = words.size() == 1 && (words[0] == "--help" || words[0] == "-h");
  std::fputs(text.c_str(), help ? stdout : stderr);
  if (help) {
    return 0;
  }
  return program == "sbx" ? kNoBox : kNoBoxForTests;
}

}  // namespace sbx::elsewhere
