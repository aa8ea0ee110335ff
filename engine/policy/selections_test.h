// policy/selections_test.h - every Selection there is, and what to call it in a message.
//
//   for (const Selection& s : every_selection()) { ... << describe(s); }
#pragma once
#include <string>
#include <vector>

#include "policy/rows.h"

namespace sbx::policy {

inline std::vector<Selection> every_selection() {
  std::vector<Selection> out;
  for (unsigned bits = 0; bits < 64; ++bits) {
    out.push_back({.compile = (bits & 1) != 0,
                   .threads = (bits & 2) != 0,
                   .net = (bits & 4) != 0,
                   .glibc = (bits & 8) != 0,
                   .musl = (bits & 16) != 0,
                   .memory_cap = (bits & 32) != 0});
  }
  for (unsigned bits = 0; bits < 16; ++bits) {
    out.push_back({.threads = (bits & 1) != 0,
                   .net = (bits & 2) != 0,
                   .musl = false,
                   .memory_cap = (bits & 4) != 0,
                   .fuzz = true,
                   .leaks = (bits & 8) != 0});
  }
  out.push_back({.brief = true});
  out.push_back({.threads = true, .musl = false, .brief = true});
  return out;
}

// "compile-threads-glibc-musl-capped"
inline std::string describe(const Selection& selection) {
  std::string out = selection.compile ? "compile" : "program";
  out += selection.threads ? "-threads" : "";
  out += selection.net ? "-net" : "";
  out += selection.glibc ? "-glibc" : "";
  out += selection.musl ? "-musl" : "";
  out += selection.fuzz ? "-fuzz" : "";
  out += selection.leaks ? "-leaks" : "";
  out += selection.memory_cap ? "-capped" : "";
  out += selection.brief ? "-brief" : "";
  return out;
}

}  // namespace sbx::policy
