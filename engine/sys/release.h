// sys/release.h - the running kernel's version, where nothing but it says what a call takes.
#pragma once
#include <sys/utsname.h>

#include <cstdio>
#include <string>

namespace sbx::sys {

inline std::string release() {
  utsname u{};
  ::uname(&u);
  return u.release;
}

// Whether a release, "6.12.43-amd64", is of this version or a later one.
inline bool at_least(const std::string& release, int major, int minor) {
  int has_major = 0, has_minor = 0;
  std::sscanf(release.c_str(), "%d.%d", &has_major, &has_minor);
  return has_major > major || (has_major == major && has_minor >= minor);
}

}  // namespace sbx::sys
