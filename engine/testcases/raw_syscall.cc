// The plain program of raw_syscall_test.h: prints what is wrong and exits 1, or prints "ok".
#include <cstdio>

#include "sys/raw_syscall_test.h"

int main() {
  const char* wrong = sbx::sys::wrong_raw_syscall();
  std::puts(wrong != nullptr ? wrong : "ok");
  return wrong != nullptr ? 1 : 0;
}
