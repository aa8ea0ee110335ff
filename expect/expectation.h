// expect/expectation.h - what a test promises, and how the promises are loaded.
//
//   Parsed header = load_header("cases/hello.c", bytes);          // `// expect-*` lines
//   TestFile test = make_test("hello.c", "cases/hello.c", {.header = &header});
//   for (const TestSpec& spec : resolve(test, cell)) { ... }       // one per revision
//
// Loading is per file, makes no system call and depends on nothing but the bytes; every error is
// collected in `diagnostics`, nothing throws. resolve() picks what holds on one host. All functions
// are thread-safe; the values are plain and may be moved between threads.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expect/diagnostic.h"

namespace sbx::expect {

// One host, as selectors see it.
struct Cell {
  std::string arch = "x86_64";  // "x86_64" or "aarch64"
  std::string libc = "glibc";   // "glibc" or "musl": of the toolchain or binary under test
  bool root = false;            // the runner runs as root
  int kernel_major = 0;
  int kernel_minor = 0;
  std::map<std::string, int> features =
      {};  // "landlock" -> 7, "userns" -> 1; absent or 0: not there
  std::map<std::string, std::string> reasons = {};  // feature -> what the probe said, for skips
  std::string src = "/src";                         // %{src}: the test's folder inside the box
};

// ---- the promise ---------------------------------------------------------------------------

struct OutputItem {
  enum class Kind { exact, pattern, any } kind = Kind::exact;  // any: zero or more lines
  std::string text = {};  // bytes of the line without newline; for pattern with {{regex}} islands
  bool newline = true;    // false: the last line, which has none
  Place at = {};
};

// What stdout or stderr must be.
struct StreamExpectation {
  enum class Form { unchecked, lines, file, hash } form = Form::unchecked;
  std::vector<OutputItem> items = {};  // lines, in order; empty: no output at all
  std::string file = {};               // Form::file: path of the sidecar, beside the test
  std::string sha256 = {};             // Form::hash: 64 lower-case hex digits
  std::uint64_t bytes = 0;             // Form::hash: the length
  Place at = {};
};

struct ReportLine {
  std::string text;  // without "sandbox: "; variables are expanded
  Place at = {};
};

// The report. Complete when `complete` is set: no other line may appear.
struct ReportExpectation {
  bool complete = false;
  std::vector<ReportLine> lines = {};  // in order. What expect-refused, -killed, -signal and
                                       // expect-compile-report add is in here already. A leading
                                       // "compile: exit 0" of the box needs no line.
  std::vector<ReportLine> has = {};
  std::vector<ReportLine> has_not = {};
};

struct CompileExpectation {
  bool ok = true;                           // expect-compile
  std::optional<int> exit = {};             // expect-compile-exit
  bool any_exit = false;                    // expect-compile-exit: any
  std::vector<OutputItem> stderr_has = {};  // each must match some line of the compiler's stderr
  bool given = false;                       // some expect-compile* directive stands in the test
  Place at = {};
};

struct Expectation {
  std::optional<int> exit =
      0;  // 0..255, what refused, killed and signal imply included; nullopt: any
  bool exit_not_zero = false;  // expect-compile: fail with no code given: any but 0 (exit: nullopt)
  int signal = 0;              // expect-signal: its number; 0: none
  Place exit_at = {};          // of the directive that decided it; line 0: the default
  StreamExpectation out = {};
  StreamExpectation err = {};
  ReportExpectation report = {};
  std::optional<std::vector<std::string>> writes = {};  // paths under /src, sorted; empty: none
  Place writes_at = {};
  CompileExpectation compile = {};
};

// ---- one test of one revision on one host ---------------------------------------------------

enum class TestKind { source, project, binary, reproducer };

struct Reproducer {
  std::string target = {};  // name; how it is built stands in its own target.yaml
  std::string input = {};   // file beside the .expect
  bool open = false;        // state: open must still fail with the same key; fixed must exit 0
  std::string key = {};     // 12 hex digits
  unsigned runs = 1;        // 1..1000
};

struct TestSpec {
  std::string id = {};        // "isolation/bomb.c" or "isolation/bomb.c#threads"
  std::string revision = {};  // "" when the test declares none
  std::string path = {};      // the source, or the .expect file
  TestKind kind = TestKind::source;
  std::string program = {};  // source file, project folder, binary; relative to the caller's cwd
  std::vector<std::string> opts = {};                         // options of `sbx run`
  std::string opts_folder = {};                               // what paths in them are relative to
  std::vector<std::string> compile_opts = {};                 // words for the compiler
  std::vector<std::string> args = {};                         // arguments of the program
  std::vector<std::pair<std::string, std::string>> env = {};  // in order, one entry a name
  std::optional<std::string> stdin_text = {};                 // at most one of the two
  std::string stdin_file = {};                                // path, beside the test
  std::optional<std::chrono::milliseconds> timeout = {};
  std::string toolchain = {};  // empty: by suffix
  std::vector<std::string> tags = {};
  std::vector<std::string> needs = {};
  bool serial = false;
  std::string skip = {};      // the reason (an unmet need included); empty: it runs
  std::string excluded = {};  // the reason a defaults.expect gives; nothing else is known then
  std::string xfail = {};     // the reason; empty: it must pass
  Reproducer reproducer = {};
  Expectation expect = {};
  Place at = {};  // first directive
};

// ---- loading ----------------------------------------------------------------------------------

struct Entry;  // one directive as written: expect/entry.h

// One parsed file: a source with a header, NAME.expect, or defaults.expect.
struct Parsed {
  std::string path = {};
  std::shared_ptr<const std::vector<Entry>> entries = {};
  std::vector<Diagnostic> diagnostics = {};
  bool has_directive = false;  // a source without one is no test of its own
  // NAME.expect
  std::string run = {};   // project folder or source, as written
  std::string exec = {};  // binary, as written
  // defaults.expect
  struct Exclude {
    std::string path, reason;
    Place at;                 // of the path
    std::string source_line;  // for the caret
  };
  std::vector<Exclude> exclude = {};
  std::vector<std::string> suffixes = {};  // ".c"; empty: every suffix that has a leader
};

// The comment leader of a source file by its suffix: "//", "#", ";" or "--"; empty: it cannot carry
// a header.
[[nodiscard]] std::string_view leader_of(std::string_view path);

[[nodiscard]] Parsed load_header(std::string_view path, std::string_view bytes);
[[nodiscard]] Parsed load_yaml(std::string_view path, std::string_view bytes);
[[nodiscard]] Parsed load_defaults(std::string_view path, std::string_view bytes);

// What a test consists of. The pointers are only read during make_test.
struct Parts {
  const Parsed* header = nullptr;
  const Parsed* yaml = nullptr;
  std::vector<const Parsed*> defaults = {};  // nearest folder first
  TestKind kind = TestKind::source;          // overridden by what the yaml says
  std::string program = {};                  // default: the header's path
};

// One test before a host is known.
struct TestFile {
  std::string id = {};
  std::string path = {};
  TestKind kind = TestKind::source;
  std::string program = {};
  std::vector<std::string> revisions = {};  // empty: one unnamed
  // nearest first: [0] the test's own (header and .expect together), then the folders'
  std::vector<std::shared_ptr<const std::vector<Entry>>> layers = {};
  // the header's and the .expect file's own and those of the static checks; the defaults' own are
  // in their Parsed, once a folder
  std::vector<Diagnostic> diagnostics = {};
};

// Joins the parts and checks what can be checked on every host: a key in both notations, undeclared
// revisions, ambiguous selectors over the whole arch x libc x privilege matrix, contradictions,
// skips that always hold, tests that assert nothing, report lines no box can print.
[[nodiscard]] TestFile make_test(std::string id, std::string path, const Parts&);

// How much of a TestSpec is asked for.
enum class Depth {
  whole,
  no_promise
};  // no_promise: `expect` is left as it is (a list needs none)

// What holds in `cell`: one spec per revision, in the order declared. Errors that only show for
// this architecture (a %{nr:NAME} it does not have) are added to *diagnostics. REQUIRES:
// test.diagnostics is empty.
[[nodiscard]] std::vector<TestSpec> resolve(const TestFile& test, const Cell& cell,
                                            std::vector<Diagnostic>* diagnostics,
                                            Depth depth = Depth::whole);

// E12: of `files` (one folder's names), the .expect files and sidecars (NAME.stdout, NAME.stderr,
// NAME.stdin) that no test refers to. `tests` are the tests of that folder.
[[nodiscard]] std::vector<Diagnostic> unreferenced(std::string_view folder,
                                                   const std::vector<std::string>& files,
                                                   const std::vector<TestFile>& tests);

}  // namespace sbx::expect
