// supervisor/task.h - the real Victim: process_vm_readv and /proc of one task.
//
// Sound only while the notification the task waits in is valid: the loop asks the kernel (ID_VALID)
// after the reads and before it answers.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <functional>
#include <vector>

#include "supervisor/victim.h"

namespace sbx::supervisor {

class Task : public Victim {
 public:
  Task(pid_t tid, pid_t init) : tid_(tid), init_(init) {}
  Read text(std::uint64_t address, std::size_t max, std::string* out) override;
  Read bytes(std::uint64_t address, std::size_t size, void* out) override;
  Read cwd(std::string* out) override;
  Read descriptor(int fd, std::string* out) override;
  Read address_space(std::uint64_t* bytes) override;
  Read data(std::uint64_t* bytes) override;
  Read mapped_within(std::uint64_t address, std::uint64_t size, std::uint64_t* bytes) override;
  Read is_itself(std::int64_t pid, bool* itself) override;
  Read population(Population* out) override;
  Read program(const std::string& path, bool* exists, std::uint64_t* load_size) override;

 private:
  pid_t tid_;
  pid_t init_;
};

// User and system time of the whole box so far, what was reaped included. Clock ticks' precision.
// bad_address: some of it could not be looked at.
[[nodiscard]] Read cpu_under(pid_t init, std::chrono::milliseconds* out);

}  // namespace sbx::supervisor
