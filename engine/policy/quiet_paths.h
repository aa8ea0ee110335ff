// policy/quiet_paths.h - paths outside the box that honest programs ask for and do without.
//
// An open of one of them answers ENOENT instead of ending the box. Each row says who asks.
#pragma once
#include <string_view>

namespace sbx::policy {

struct QuietPath {
  std::string_view path;  // a trailing '/' stands for everything below
  bool compile_only;
  std::string_view why;
};

// clang-format off
inline constexpr QuietPath kQuietPaths[] = {
    {"/etc/localtime",                     false, "localtime() without TZ; UTC is the answer"},
    {"/usr/share/zoneinfo/",               false, "localtime() with TZ; C++20 time zones"},
    {"/usr/share/locale/",                 false, "setlocale() with LC_* set, gettext"},
    {"/usr/share/locale",                  false, "setlocale() with LC_* set"},
    {"/sys/devices/system/cpu/online",     false, "sysconf(_SC_NPROCESSORS_ONLN), hardware_concurrency"},
    {"/sys/devices/system/cpu/possible",   false, "sysconf(_SC_NPROCESSORS_CONF) since glibc 2.35"},
    {"/sys/devices/system/cpu",            false, "sysconf(_SC_NPROCESSORS_CONF) before glibc 2.35"},
    {"/proc/stat",                         false, "the same where /sys is missing"},
    {"/proc/cpuinfo",                      false, "the same on other C libraries"},
    {"/proc/meminfo",                      false, "qsort() of glibc before 2.37 sizes its buffer by it"},
    {"/proc/self/maps",                    false, "pthread_getattr_np() of the first thread"},
    {"/dev/urandom",                       false, "random_device without RDRAND"},
    {"/etc/nsswitch.conf",                 false, "getpwuid(), getgrgid()"},
    {"/etc/passwd",                        false, "getpwuid(): HOME is set, so nobody needs it"},
    {"/etc/group",                         false, "getgrgid()"},
    {"/usr/local/include/",                true,  "tcc's include path"},
    {"/usr/local/include",                 true,  "tcc's include path"},
    {"/usr/local/lib/",                    true,  "tcc's library path"},
    {"/usr/local/lib",                     true,  "tcc's library path"},
    {"/etc/os-release",                    true,  "clang asks which distribution this is"},
    {"/etc/lsb-release",                   true,  "clang asks which distribution this is"},
    {"/etc/debian_version",                true,  "clang asks which distribution this is"},
    {"/etc/redhat-release",                true,  "clang asks which distribution this is"},
    {"/etc/SuSE-release",                  true,  "clang asks which distribution this is"},
    {"/opt",                               true,  "clang looks for other tool chains"},
    {"/opt/",                              true,  "clang looks for other tool chains"},
};
// clang-format on

constexpr bool is_quiet(std::string_view path, bool compile) {
  for (const QuietPath& q : kQuietPaths) {
    bool below = q.path.back() == '/' && path.substr(0, q.path.size()) == q.path;
    if ((below || path == q.path) && (compile || !q.compile_only)) {
      return true;
    }
  }
  return false;
}

}  // namespace sbx::policy
