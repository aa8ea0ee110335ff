// runner/capture.h - where one stream of a box goes: a file without a name, used again and again.
//
//   Capture out;
//   out.reset(64 << 20);
//   request.streams.out = sbx::Output::to(out.fd());
//   ... run ...
//   judge(out.view());
//
// Many bytes never pass through the runner's heap: view() maps them, so only what is looked at
// becomes resident. A few are read, for a mapping and its page cost more. Streams that may grow
// past kInMemory go to a file on disk instead of memory. One object a worker; not thread-safe.
// Nothing is left behind, however the runner ends.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "expect/judge.h"

namespace sbx::runner {

// A descriptor that is closed.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  Fd& operator=(Fd&& other) noexcept;
  ~Fd() { close(); }
  [[nodiscard]] int get() const { return fd_; }
  void close();

 private:
  int fd_ = -1;
};

class Capture {
 public:
  static constexpr std::uint64_t kInMemory = std::uint64_t{64} << 20;

  Capture() = default;
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture();

  // Begins anew. most: what may be written, in bytes. False: no file could be made; errno says why.
  // to_program: who prints has the file itself, and would see that it is not empty.
  [[nodiscard]] bool reset(std::uint64_t most, bool to_program = false);
  [[nodiscard]] int fd() const { return file_.get(); }
  [[nodiscard]] std::uint64_t size() const;
  // All bytes, valid until the next reset.
  [[nodiscard]] std::string_view view();
  // Hash and length, read in pieces.
  [[nodiscard]] expect::Digest digest() const;
  // Writes all bytes to a new file; false: errno says why.
  [[nodiscard]] bool copy_to(const std::string& path) const;

 private:
  void unmap();

  Fd file_ = {};
  bool on_disk_ = false;
  std::uint64_t start_ = 0;  // what lies before it is another test's
  std::string few_;          // empty where there is a map
  void* map_ = nullptr;
  std::size_t mapped_ = 0;
};

// A descriptor to read `bytes` from; -1: errno says why.
[[nodiscard]] Fd memory_file(std::string_view bytes);

}  // namespace sbx::runner
