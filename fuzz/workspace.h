// fuzz/workspace.h - the folder a run works in: short names without blanks for everything that
// libFuzzer is told of.
//
//   Workspace w;                                   // /tmp/sbx-fuzz-XXXXXX, and the process is in
//   it w.show("/home/a/my corpus", "c0");             // a link; in the box it is /c0 w.temp() "t"
//   // libFuzzer's own files
//
// libFuzzer joins file names with blanks and commas and hands them to a shell: here they are c0,
// c1, t. The names are relative to the workspace outside and to "/" in the box, where the same
// folders are mounted, so nothing it writes down has to be translated.
//
// REQUIRES: one object a process, made while it has one thread (it changes the working folder).
// Gone with the object; what a killed process left is removed by the next one.
#pragma once
#include <string>
#include <vector>

#include "sbx/error.h"

namespace sbx::fuzz {

class Workspace {
 public:
  // Error.message: why there is none.
  static Result<Workspace> make();
  Workspace(Workspace&& other) noexcept;
  Workspace& operator=(Workspace&&) = delete;
  ~Workspace();

  // A name for a file or folder of the host. False: the link could not be made.
  [[nodiscard]] bool show(const std::string& host, const std::string& name) const;
  // A new empty folder below it, "r12".
  [[nodiscard]] std::string new_folder();
  // What the destructor does, for a process that leaves without.
  void remove();
  [[nodiscard]] std::string path(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit Workspace(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_ = -1;  // held while the process lives
};

// By a job: it has the rights of whoever started it, root's those of the owner of the folder or
// file that is shown, `shown` (Mount::as_owner). libFuzzer leaves by exit(1) where it cannot read a
// file.
[[nodiscard]] bool can_be_read(const std::string& path, const std::string& shown);

// The first file below a corpus that libFuzzer cannot be told of, or a job cannot read, and why;
// empty: there is none.
[[nodiscard]] std::string unspeakable(const std::string& folder);

}  // namespace sbx::fuzz
