#include "sys/names.h"

#include "sbx/host.h"

namespace sbx::sys {
namespace {

std::string_view find_name(std::span<const Named> calls, int nr) {
  // The tables are in the order of their numbers (asserted by names_test).
  std::size_t low = 0;
  std::size_t high = calls.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (calls[middle].nr < nr) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < calls.size() && calls[low].nr == nr ? calls[low].name : std::string_view{};
}

// x32 numbers from here on are its own; below it shares those of x86_64 that it has not replaced.
constexpr int kX32First = 512;

int with_x32_bit(int nr) {
  return static_cast<int>(static_cast<std::uint32_t>(nr) | kX32Bit);
}

}  // namespace

std::string_view syscall_name(Abi abi, int nr) {
  switch (abi) {
    case Abi::x86_64:
      return find_name(kX8664Calls, nr);
    case Abi::aarch64:
      return find_name(kAarch64Calls, nr);
    case Abi::i386:
      return find_name(kI386Calls, nr);
    case Abi::x32: {
      if (nr < 0) {
        return {};
      }
      const int bare = static_cast<int>(static_cast<std::uint32_t>(nr) & ~kX32Bit);
      return bare < kX32First ? find_name(kX8664Calls, bare) : find_name(kX32Calls, bare);
    }
  }
  return {};
}

int syscall_number(Abi abi, std::string_view name) {
  switch (abi) {
    case Abi::x86_64:
      return find_number(kX8664Calls, name);
    case Abi::aarch64:
      return find_number(kAarch64Calls, name);
    case Abi::i386:
      return find_number(kI386Calls, name);
    case Abi::x32: {
      const int own = find_number(kX32Calls, name);
      const int nr = own >= 0 ? own : find_number(kX8664Calls, name);
      return nr < 0 ? -1 : with_x32_bit(nr);
    }
  }
  return -1;
}

int syscall_number(std::string_view name) {
  return syscall_number(kNative, name);
}

std::string_view abi_name(Abi abi) {
  switch (abi) {
    case Abi::x86_64:
      return "x86_64";
    case Abi::aarch64:
      return "aarch64";
    case Abi::i386:
      return "i386";
    case Abi::x32:
      return "x32";
  }
  return {};
}

}  // namespace sbx::sys

namespace sbx {

int syscall_number(std::string_view name) {
  return sys::syscall_number(name);
}

std::string_view syscall_name(int number) {
  return sys::syscall_name(sys::kNative, number);
}

std::string_view arch() {
  return sys::abi_name(sys::kNative);
}

}  // namespace sbx
