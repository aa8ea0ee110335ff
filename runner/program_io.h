// runner/program_io.h - how the program `sbx` speaks: lines, errors of usage, files that options
// name.
//
//   return usage_error({"--list", "must not be empty"});     // sbx: --list: must not be empty
#pragma once
#include <string>

#include "sbx/error.h"
#include "sbx/report.h"

namespace sbx::runner {

inline constexpr int kBadUsage = 2;
inline constexpr int kNotWritten = 126;

// 0, or the errno of what could not be written.
int write_all(int fd, const std::string& text);
// Says it on standard error; returns kBadUsage.
int usage_error(const Error& error);
// "sandbox: ..." lines, as they go to standard error and to --report.
[[nodiscard]] std::string report_lines(const Report& report);

// The file for an option, before anything runs: a report nobody can read must not cost a run. An
// empty path leaves *fd alone. False: *error says why.
[[nodiscard]] bool open_output(const char* option, const std::string& path, int* fd, Error* error);
// Writes the file of an option; fd -1: it was not asked for. False: said on standard error that it
// is not whole.
[[nodiscard]] bool write_output(const char* option, int fd, const std::string& text);
// The file of --stdin; "-" is the caller's own, empty leaves *fd alone.
[[nodiscard]] bool open_input(const std::string& path, int* fd, Error* error);

}  // namespace sbx::runner
