// sbx/box.h - build a box, run steps in it, get a Report.
//
//   sbx::Request r;
//   r.tree = {{.host = "tests", .inside = "/src", .how = sbx::How::overlay}};
//   r.steps = {{.argv = {"/src/hello", "world"}}};
//   r.streams.out = sbx::Output::capture();
//   sbx::Result<sbx::Report> report = sbx::run(r);
//   if (report) std::printf("%d %s", report->exit_code(), report->out.c_str());
//
// run() is thread-safe. It never forks the caller and never touches its cwd, umask, environment,
// signal dispositions, descriptors or dumpable flag. The boxes are built by a small helper program
// (found beside the library, see set_helper) that is started once per concurrent box, kept, and
// ends with the caller, however the caller ends. When run() returns no process, mount or file of
// the box exists.
#pragma once
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sbx/error.h"
#include "sbx/report.h"
#include "sbx/units.h"

namespace sbx {

// Which rows of engine/policy/syscalls.inc apply to a step.
//
// fuzz: a libFuzzer target. Where it is stopped its input must not be lost, so it is asked to abort
// first (SIGABRT: its handler writes the input and a stack) and killed a second later. It is the
// one step in which a refused call returns: EPERM, behind the SIGABRT. Limits::memory is what it
// may map beyond what it had when it was armed, by RLIMIT_DATA: a sanitizer's shadow does not
// count.
enum class Profile { program, compile, fuzz };
// Which C library's rows are added. automatic: from the program's PT_INTERP, both when it has none.
enum class Libc { automatic, gnu, musl };

enum class How {
  read_only,   // the host's files, never written
  overlay,     // writes land in the box and die with it
  read_write,  // writes reach the host: only for folders made for it
};

struct Mount {
  std::string host;          // absolute, or relative to the caller's cwd when run() is called
  std::string inside;        // absolute, normalised: "/src", "/ro0"
  How how = How::read_only;  // overlay is for /src alone
  std::string only = {};     // label of the one step that sees it; empty: every step
  bool optional = false;     // a missing host path is skipped instead of being an error
  bool as_owner = false;     // root's box has its owner's rights there, as in /src; mounts below it
                             // are not shown
  bool operator==(const Mount&) const = default;
};

// Caps of one step. Every field has a wall of the kernel behind it.
struct Limits {
  std::chrono::seconds cpu{2};   // RLIMIT_CPU, per process, and the step's sum. 1..86400
  std::chrono::seconds wall{5};  // the supervisor's clock. 1..86400
  Bytes memory = 256_MiB;        // RLIMIT_AS, per process. 1 MiB..1 TiB
  Bytes output = 64_MiB;         // RLIMIT_FSIZE, the box's tmpfs, stdout + stderr. 1 MiB..1 TiB
  unsigned processes = 0;        // alive at once, besides the step itself. 0..4096
  unsigned threads = 0;          // alive at once, besides each process's first. 0..4096
  unsigned execs = 1;            // programs started, the step's own included. 1..100000
  bool operator==(const Limits&) const = default;
};

struct Step {
  std::string label = {};             // report prefix; empty for none (the run step)
  std::vector<std::string> argv;      // argv[0] is the program's path inside the box, absolute
  std::vector<std::string> env = {};  // added to HOME=/src PATH=/usr/bin:/bin, "K=V", last wins
  std::string cwd = "/src";           // absolute path inside the box
  Profile profile = Profile::program;
  Libc libc = Libc::automatic;
  std::optional<Limits> limits = {};  // instead of the request's
  bool takes_stdin = true;            // false: an empty stdin, whatever the streams say
  // Of Profile::fuzz alone. What the step has printed, on either stream, says where it stands.
  std::vector<std::string> armed_by = {};  // from one of these on a refusal is its end; before, and
                                           // where there is none, a refused call answers EPERM
  std::vector<std::string> leaves_by = {};  // armed, it may leave once it printed one of these;
                                            // before that: `refused: exit N`. None: it may leave
  bool leaks = false;  // LeakSanitizer's tracer: a clone of itself that ptraces
  bool operator==(const Step&) const = default;
};

// Where a step's stdin comes from. Never a descriptor of the host: the bytes are relayed by pipe.
struct Input {
  int fd = -1;  // borrowed; -1: empty
  static Input empty() { return {}; }
  static Input from(int fd) { return {fd}; }
};

// Where a step's output goes. Never a descriptor of the host: relayed by pipe, counted against
// Limits::output, in order.
struct Output {
  enum class Kind { discard, descriptor, capture } kind = Kind::discard;
  int fd = -1;  // borrowed, for Kind::descriptor
  static Output discard() { return {}; }
  static Output to(int fd) { return {Kind::descriptor, fd}; }
  static Output capture() { return {Kind::capture, -1}; }
};

struct Streams {
  Input in = Input::empty();
  Output out = Output::to(1);
  Output err = Output::to(2);
};

struct Request {
  std::vector<Mount> tree = {};  // "/src" must be there; the host's libraries are always added
  std::vector<Step> steps;       // run in order; one that does not exit 0 ends the box. 1..16
  Limits limits = {};            // of every step that has none of its own
  Streams streams = {};
  bool threads = false;      // --allow=threads: rows for threads and processes
  bool net = false;          // --allow=net: a loopback of the box's own
  bool proc = false;         // --proc: /proc of the box's own pid namespace
  bool dev = false;          // --dev: null zero full random urandom
  bool aslr = false;         // --aslr: leave address randomisation on
  bool list_writes = false;  // fill Report::writes from the overlay's upper layer
  int fail_at = -1;          // fault injection: the op of this index answers EPERM
};

// Blocks until the box is gone. A stop request ends the box as the wall clock would.
// Errors (field, what): a request no box can be. Never an exception but bad_alloc.
Result<Report> run(const Request&, std::stop_token = {});

// The helper program to start from now on. Default: $SBX_HELPER, then `sbx-helper` beside the
// running program, in ../libexec/sbx beside it, then the path compiled in.
void set_helper(std::string path);

// Ends every idle helper of this process. They also end by themselves when the process does.
void release_helpers();

}  // namespace sbx
