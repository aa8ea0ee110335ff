// runner/box_flags.h - the options of a box, from words to a Request. One table serves the parser,
// `--help` and the documentation.
//
//   auto options = parse_box_options({"--mem", "64", "--allow=threads"});
//   auto request = exec_request(*options, "build/hello", {"world"});
//   auto report = sbx::run(*request);
//
// Pure but for the looks at the host's files that a request names. Thread-safe.
#pragma once
#include <string>
#include <vector>

#include "sbx/box.h"

namespace sbx::runner {

struct BoxOptions {
  Limits limits;  // --time --wall --mem --out
  bool threads = false, net = false;
  bool proc = false, dev = false, aslr = false;
  std::vector<std::string> ro, rw;  // DIR or DIR=PATH
  std::vector<std::string> env;     // K=V
  std::string root, cwd;            // --root DIR, --cwd DIR below it
  std::string stdin_file;           // empty: no input; "-": the caller's own
  std::string toolchain, toolchains_file, config;
  std::vector<std::string> compile_opts;  // words for the compiler, after the toolchain's own
  Libc libc = Libc::automatic;
  // Of the program alone, not of a box in a test.
  std::string report_file, json_file;
  bool verbose = false;
  // What relative paths of these options are relative to; empty: the caller's folder.
  std::string base;
};

struct BoxFlag {
  const char* name;          // "--mem"
  const char* value;         // "MiB", or "" for a switch
  const char* help;          // one sentence with the default
  bool program_only;         // not allowed in a test's options
  const char* choices = "";  // "musl gnu", for completion
};
[[nodiscard]] const std::vector<BoxFlag>& box_flags();

// `words` holds options alone. Error.field is the option as written, Error.message what to write.
[[nodiscard]] Result<BoxOptions> parse_box_options(const std::vector<std::string>& words);

// Takes options off the front of `words`, up to the first word that is none (or after "--"); what
// is left stays in `words`.
[[nodiscard]] Result<BoxOptions> take_box_options(std::vector<std::string>* words,
                                                  bool program = true);

// A request for a program that is built already: one below --root, or of a folder that --ro or --rw
// shows. Error.field is the file or option it is about.
[[nodiscard]] Result<Request> exec_request(const BoxOptions& options, const std::string& program,
                                           const std::vector<std::string>& args);

// A request that compiles a source file, or builds a folder's sbx.yaml, and runs the product.
[[nodiscard]] Result<Request> run_request(const BoxOptions& options, const std::string& path,
                                          const std::vector<std::string>& args);

// A request for one command of a build in /src (--root, or the caller's folder), with the trees and
// caps of --toolchain (gcc). The program is named as in a shell.
[[nodiscard]] Result<Request> command_request(const BoxOptions& options,
                                              const std::vector<std::string>& words);

// What all kinds of request share: trees, caps, switches. `folder` is what /src is without --root;
// on success *inside is the folder's path in the box.
[[nodiscard]] Result<Request> base_request(const BoxOptions& options, const std::string& folder,
                                           std::string* inside);

// `path` below `base` unless it is absolute.
[[nodiscard]] std::string below_base(const std::string& base, const std::string& path);

}  // namespace sbx::runner
