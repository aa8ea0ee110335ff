// policy/quiet_paths.h - paths outside the box that honest programs ask for and do without.
//
// An open of one of them answers ENOENT instead of ending the box. Each row says who asks.
#pragma once
#include <string_view>

namespace sbx::policy {

struct QuietPath {
  std::string_view path;  // a trailing '/' stands for everything below
  enum class In { any, run, compile } step;
  std::string_view why;
};

// clang-format off
inline constexpr QuietPath kQuietPaths[] = {
    {"/etc/localtime",                     QuietPath::In::any, "localtime() without TZ; UTC is the answer"},
    {"/usr/share/zoneinfo/",               QuietPath::In::any, "localtime() with TZ; C++20 time zones"},
    {"/usr/share/locale/",                 QuietPath::In::any, "setlocale() with LC_* set, gettext"},
    {"/usr/share/locale",                  QuietPath::In::any, "setlocale() with LC_* set"},
    {"/sys/devices/system/cpu/online",     QuietPath::In::any, "sysconf(_SC_NPROCESSORS_ONLN), hardware_concurrency"},
    {"/sys/devices/system/cpu/possible",   QuietPath::In::any, "sysconf(_SC_NPROCESSORS_CONF) since glibc 2.35"},
    {"/sys/devices/system/cpu",            QuietPath::In::any, "sysconf(_SC_NPROCESSORS_CONF) before glibc 2.35"},
    {"/proc/stat",                         QuietPath::In::any, "the same where /sys is missing"},
    {"/proc/cpuinfo",                      QuietPath::In::any, "the same on other C libraries"},
    {"/proc/meminfo",                      QuietPath::In::any, "qsort() of glibc before 2.37 sizes its buffer by it"},
    {"/proc/sys/vm/overcommit_memory",     QuietPath::In::any, "glibc's free() in a thread's arena, static programs too"},
    {"/proc/self/maps",                    QuietPath::In::any, "pthread_getattr_np() of the first thread"},
    {"/dev/urandom",                       QuietPath::In::any, "random_device without RDRAND"},
    {"/etc/nsswitch.conf",                 QuietPath::In::run, "getpwuid(), getgrgid()"},
    {"/etc/passwd",                        QuietPath::In::run, "getpwuid(); a compiler that reads it was told to by its input"},
    {"/etc/group",                         QuietPath::In::run, "getgrgid()"},
    {"/usr/local/include/",                QuietPath::In::compile,  "tcc's include path"},
    {"/usr/local/include",                 QuietPath::In::compile,  "tcc's include path"},
    {"/usr/local/lib/",                    QuietPath::In::compile,  "tcc's library path"},
    {"/usr/local/lib",                     QuietPath::In::compile,  "tcc's library path"},
    {"/etc/os-release",                    QuietPath::In::compile,  "clang asks which distribution this is"},
    {"/etc/lsb-release",                   QuietPath::In::compile,  "clang asks which distribution this is"},
    {"/etc/debian_version",                QuietPath::In::compile,  "clang asks which distribution this is"},
    {"/etc/redhat-release",                QuietPath::In::compile,  "clang asks which distribution this is"},
    {"/etc/SuSE-release",                  QuietPath::In::compile,  "clang asks which distribution this is"},
    {"/proc/filesystems",                  QuietPath::In::compile,  "libselinux, at every start of cp, mv, mkdir, install, ls, sed, find, tar"},
    {"/proc/mounts",                       QuietPath::In::compile,  "the same where that is missing"},
    {"/proc/self/fd",                      QuietPath::In::compile,  "xargs and find -exec look for descriptors to close"},
    {"/dev/tty",                           QuietPath::In::compile,  "bash, at every start: is there a terminal?"},
    {"/opt",                               QuietPath::In::compile,  "clang looks for other tool chains"},
    {"/opt/",                              QuietPath::In::compile,  "clang looks for other tool chains"},
};
// clang-format on

// `any`: a step that is neither, a libFuzzer target, gets the rows of all alone.
constexpr bool is_quiet(std::string_view path, QuietPath::In step) {
  for (const QuietPath& q : kQuietPaths) {
    bool below = q.path.back() == '/' && path.substr(0, q.path.size()) == q.path;
    const bool applies = q.step == QuietPath::In::any || q.step == step;
    if ((below || path == q.path) && applies) {
      return true;
    }
  }
  return false;
}

}  // namespace sbx::policy
