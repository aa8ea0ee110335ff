// supervisor/victim.h - what may be learnt of a task whose system call waits.
//
// Everything read is the program's own word and may change after the look where it has threads:
// names come from here, enforcement never does. Tests use a Victim of their own.
#pragma once
#include <cstdint>
#include <string>

#include "sys/kernel_abi.h"

namespace sbx::supervisor {

enum class Read {
  ok,
  gone,         // the task died: nothing is answered
  too_long,     // no NUL within the bound
  bad_address,  // unmapped, or not ours to read (a program file of mode 0111)
};

struct Population {
  unsigned processes = 0;  // alive or not yet reaped, besides the step's own first process
  unsigned threads = 0;    // besides each process's first; what is ending is over
};

class Victim {
 public:
  virtual ~Victim() = default;
  virtual Read text(std::uint64_t address, std::size_t max, std::string* out) = 0;
  virtual Read bytes(std::uint64_t address, std::size_t size, void* out) = 0;
  virtual Read cwd(std::string* out) = 0;
  // Where an open folder lies; bad_address when there is no such descriptor.
  virtual Read descriptor(int fd, std::string* out) = 0;
  // Bytes of address space, as RLIMIT_AS counts them.
  virtual Read address_space(std::uint64_t* bytes) = 0;
  // Bytes of private memory it may write, as RLIMIT_DATA counts them.
  virtual Read data(std::uint64_t* bytes) = 0;
  // Bytes already mapped within [address, address + size).
  virtual Read mapped_within(std::uint64_t address, std::uint64_t size, std::uint64_t* bytes) = 0;
  // Whether a pid, as the task would use it, is the task's own process.
  virtual Read is_itself(std::int64_t pid, bool* itself) = 0;
  virtual Read population(Population* out) = 0;
  // Segments of a program inside the box; *exists false when there is no such file, 0 for a script.
  virtual Read program(const std::string& path, bool* exists, std::uint64_t* load_size) = 0;
};

}  // namespace sbx::supervisor
