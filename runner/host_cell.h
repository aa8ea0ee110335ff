// runner/host_cell.h - this host as selectors and test-needs see it.
//
//   Host host = probe_host("glibc");
//   if (host.failing != nullptr) { /* no box can be built here: host.failing->text says why */ }
//   std::vector<TestSpec> specs = expect::resolve(test, host.cell, &diagnostics);
//
// probe_host starts the engine's helper; host_without_probe makes no process and knows no feature.
#pragma once
#include <string>
#include <vector>

#include "expect/expectation.h"
#include "sbx/host.h"

namespace sbx::runner {

struct Host {
  expect::Cell cell = {};
  std::vector<Capability> capabilities = {};
  // The first required capability that is not there; empty name: a box can be built.
  Capability failing = {};
};

[[nodiscard]] Host probe_host(const std::string& libc);
[[nodiscard]] Host host_without_probe(const std::string& libc);

// What a probe's lines mean: "abi 7" is level 7, any other ok is 1. Pure.
[[nodiscard]] Host host_from(const std::string& libc, std::vector<Capability> capabilities);

}  // namespace sbx::runner
