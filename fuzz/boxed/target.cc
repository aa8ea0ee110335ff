// sbx-boxed-target: a libFuzzer target without a target. Each input goes to a program in a fresh
// box.
//
//   sbx-boxed-target corpus -fork=2 -ignore_remaining_args=1 --trap signal,refused -- prog @@
//   sbx-boxed-target seeds -runs=0 -ignore_remaining_args=1 --differ tcc,gcc
//
// What it traps on it prints, and aborts: libFuzzer keeps the input. What an input does in its box
// is its coverage. A program's own LLVMFuzzerCustomMutator may be linked beside this file.
#include <stdlib.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

#include "fuzz/boxed/boxed.h"
#include "fuzz/files.h"

namespace {

constexpr std::size_t kCounters = 1u << 14;

// libFuzzer reads them as it reads those of instrumented code. Volatile: nothing here reads them,
// and a store that nobody reads is left out.
__attribute__((section("__libfuzzer_extra_counters"),
               used)) volatile std::uint8_t counters[kCounters];

struct State {
  sbx::fuzz::Subject subject;
  std::string folder, file;  // that an input is in
};

State& state() {
  static auto* s = new State;
  return *s;
}

// Safe where a signal is handled.
void remove_folder() {
  ::unlink(state().file.c_str());
  ::rmdir(state().folder.c_str());
}

int usage(const char* what, const std::string& why) {
  std::fprintf(stderr, "sbx-boxed-target: %s: %s\n", what, why.c_str());
  return 2;
}

}  // namespace

// How libFuzzer leaves where time is up, or somebody stops it: no exit handler is called.
extern "C" [[noreturn]] void __real__Exit(int code);
extern "C" [[noreturn]] void __wrap__Exit(int code) {
  remove_folder();
  __real__Exit(code);
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  int i = 1;
  while (i < *argc && std::strcmp((*argv)[i], "-ignore_remaining_args=1") != 0) {
    ++i;
  }
  auto subject = sbx::fuzz::parse_subject({*argv + std::min(i + 1, *argc), *argv + *argc});
  if (!subject) {
    std::exit(usage(subject.error().field.c_str(), subject.error().message));
  }
  state().subject = std::move(*subject);
  const char* temporary = std::getenv("TMPDIR");
  state().folder = std::string(temporary != nullptr ? temporary : "/tmp") + "/sbx-boxed-XXXXXX";
  if (::mkdtemp(state().folder.data()) == nullptr) {
    std::exit(usage(state().folder.c_str(), "cannot be made"));
  }
  state().file = state().folder + "/input" + state().subject.suffix;
  std::atexit(remove_folder);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const State& s = state();
  if (!sbx::fuzz::write_file(s.file, {reinterpret_cast<const char*>(data), size})) {
    std::fprintf(stderr, "sbx-boxed-target: %s: cannot be written\n", s.file.c_str());
    std::abort();
  }
  const sbx::fuzz::Seen seen = sbx::fuzz::look(s.subject, s.file);
  if (!seen.trap.empty()) {
    std::fprintf(stderr, "boxed: %s\n", seen.trap.c_str());
    remove_folder();
    std::abort();
  }
  counters[std::hash<std::string>()(seen.features) % kCounters] = 1;
  return 0;
}
