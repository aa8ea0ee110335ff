// runner/elsewhere/elsewhere.h - what `sbx` and `sbx-test` are on a host that is not Linux: they
// build no box, and say which command does.
//
//   int main(int argc, char** argv) { return sbx::elsewhere::answer("sbx", {argv + 1, argv +
//   argc}); }
//
// The standard library alone: this compiles where nothing else of the project does.
#pragma once
#include <string>
#include <vector>

namespace sbx::elsewhere {

enum class Host { mac, windows, other };

// The host this was compiled for.
[[nodiscard]] Host this_host();

// A word as a POSIX shell takes it.
[[nodiscard]] std::string quoted(const std::string& word);

// The line that runs `program words` in a Linux VM, in the folder `here`.
[[nodiscard]] std::string in_a_vm(Host host, const std::string& here, const std::string& program,
                                  const std::vector<std::string>& words);

// The whole program. Exit code: 126, no box can be built, for `sbx`; 4, which says so, for
// `sbx-test`; 0 for --version and --help.
[[nodiscard]] int answer(const std::string& program, const std::vector<std::string>& words);

}  // namespace sbx::elsewhere
