#include "runner/host_cell.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

namespace sbx::runner {

namespace {

void set_kernel(const char* release, expect::Cell* cell) {
  if (std::sscanf(release, "%d.%d", &cell->kernel_major, &cell->kernel_minor) != 2) {
    cell->kernel_major = cell->kernel_minor = 0;
  }
}

int level_of(const Capability& capability) {
  int level = 0;
  if (std::sscanf(capability.text.c_str(), "abi %d", &level) == 1) {
    return level;  // also where it is below what a box needs: a selector may ask for less
  }
  return capability.ok ? 1 : 0;
}

}  // namespace

Host host_without_probe(const std::string& libc) {
  Host host;
  host.cell.arch = std::string(arch());
  host.cell.libc = libc;
  host.cell.root = ::geteuid() == 0;
  struct utsname name = {};
  if (::uname(&name) == 0) {
    set_kernel(name.release, &host.cell);
  }
  return host;
}

Host host_from(const std::string& libc, std::vector<Capability> capabilities) {
  Host host = host_without_probe(libc);
  for (const Capability& capability : capabilities) {
    host.cell.features[capability.name] = level_of(capability);
    host.cell.reasons[capability.name] = capability.text;
    if (capability.required && !capability.ok && host.failing.name.empty()) {
      host.failing = capability;
    }
  }
  host.capabilities = std::move(capabilities);
  return host;
}

Host probe_host(const std::string& libc) {
  return host_from(libc, check_host());
}

}  // namespace sbx::runner
