// sbx/report.h - what happened in a box: one event a line, from a fixed vocabulary.
//
//   for (const sbx::Record& r : report.records) std::puts(("sandbox: " + to_line(r)).c_str());
//   return report.exit_code();
//
// A line never holds a pid, a measured time, an address or a host path: two runs of one program
// give the same bytes. The only variable text is what the program itself passed.
// parse_line(to_line(r)) == r for every record whose label is a valid label.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sbx/units.h"

namespace sbx {

// Which system call table a refused number belongs to. A 64-bit x86 program can reach all three.
enum class Abi { native, i386, x32 };

namespace event {
// The vocabulary, one struct a line. A new one: a struct here, both ways in report.cc, and a case.
// clang-format off
struct Exited            { int code = 0; };                          // exit 42                          0..255
struct Signalled         { int number = 0; };                        // killed: signal 11 (SIGSEGV)      1..64
struct CpuLimit          { std::chrono::seconds limit{}; };          // killed: cpu limit (2 s)
struct WallClock         { std::chrono::seconds limit{}; };          // killed: wall clock (5 s)
struct OutputLimit       { Bytes limit{}; };                         // killed: output limit (64 MiB)    whole MiB
struct MemoryLimit       { Bytes limit{}; };                         // killed: memory limit (512 MiB)   whole MiB
struct Stopped           { };                                        // killed: stopped by the caller    stop_token
struct RefusedSyscall    { Abi abi = Abi::native; int number = 0; std::string name; };  // refused: syscall 41 (socket); refused: i386 syscall 4 (write); name empty: not in the table
struct RefusedUnreadable { std::string call; };                      // refused: open with unreadable arguments
struct RefusedOpen       { std::string path; };                      // refused: open /etc/shadow        raw bytes; cut to 256 bytes when rendered
struct RefusedMmap       { std::uint64_t asked = 0; std::uint64_t cap = 0; };  // refused: mmap 8589934592 bytes over the cap (268435456)
struct RefusedProcess    { unsigned limit = 0; };                    // refused: process limit (0)
struct RefusedThread     { unsigned limit = 0; };                    // refused: thread limit (64)
struct RefusedNamespace  { };                                        // refused: clone with namespace flags
struct RefusedExec       { };                                        // refused: execve
struct RefusedExecMemory { std::uint64_t cap = 0; };                 // refused: execve over the memory cap (268435456)
struct RefusedExit       { int code = 0; };                          // refused: exit 3                  0..255; a fuzz step that leaves early
struct Cannot            { std::string op; int error = 0; std::string hint; };  // cannot OP: EPERM (hint)   errno > 0; hint may be empty
struct Note              { std::string text; };                      // note: /src is read-only (...)    the box differs from what was asked
// clang-format on
}  // namespace event

using Event = std::variant<event::Exited, event::Signalled, event::CpuLimit, event::WallClock,
                           event::OutputLimit, event::MemoryLimit, event::Stopped,
                           event::RefusedSyscall, event::RefusedUnreadable, event::RefusedOpen,
                           event::RefusedMmap, event::RefusedProcess, event::RefusedThread,
                           event::RefusedNamespace, event::RefusedExec, event::RefusedExecMemory,
                           event::RefusedExit, event::Cannot, event::Note>;

struct Record {
  std::string label;  // "compile", or empty for the run step: [a-z][a-z0-9-]*, never "killed",
                      // "refused", "cannot" or "note"
  Event what;
};

bool operator==(const Record&, const Record&);

// One line without "sandbox: " and without the newline.
[[nodiscard]] std::string to_line(const Record&);

// The inverse of to_line. nullopt: no box can print this line (expectations are checked with it).
// Escapes in paths are decoded; a path that was cut ("...") keeps its cut form.
[[nodiscard]] std::optional<Record> parse_line(std::string_view line);

// Bytes below 0x20, 0x7f and above, and '\' as \n \t \\ \xHH; at most `limit` bytes after escaping,
// then "...". How every variable text is rendered.
[[nodiscard]] std::string escape(std::string_view raw, std::size_t limit = 256);

// "SIGSEGV" for 11; "SIG35" style names do not exist: real-time signals answer "SIGRTMIN+N".
[[nodiscard]] std::string signal_name(int number);
// 11 for "SIGSEGV" or "SEGV"; 0 when there is none of that name.
[[nodiscard]] int signal_number(std::string_view name);
// "EPERM" for 1; the number as text when it has no name.
[[nodiscard]] std::string errno_name(int error);

// What one step used. Not deterministic, so never part of a line.
struct Usage {
  std::string label;
  std::chrono::microseconds cpu{};   // user + system, every process of the step
  std::chrono::microseconds wall{};  // from the step's clone to its end, the supervisor's clock
  Bytes peak_rss{};                  // largest resident set of one process
  unsigned execs = 0;                // programs started, the step's own included
  unsigned makers = 0;               // processes and threads made
  unsigned asked = 0;                // system calls that reached the supervisor
};

// One path the box wrote, relative to /src; kind as in `find -type`.
struct Write {
  std::string path;
  bool removed = false;
};

struct Report {
  std::vector<Record> records;  // in the order they happened; never empty once a box was asked for
  std::vector<Usage> usage;     // one per step that started
  std::vector<Write> writes;    // under /src, sorted; filled only when Request::list_writes
  std::string out, err;         // what was captured, where the request said capture

  // 124 a cap stopped it, 125 a refusal did, 126 no box was built, 128+N a signal, else the last
  // step's own 0..255.
  [[nodiscard]] int exit_code() const;
};

}  // namespace sbx
