// Installs a filter of its own, which could hide calls from the box's: one that allows, one that
// lies, one with its own listener.
// expect-stdout:
// test-revisions: allow lie kill listener synchronised strict question by_prctl strict_by_prctl no_new_privs
// test-args[rev:allow]: allow
// test-args[rev:lie]: lie
// test-args[rev:kill]: kill
// test-args[rev:listener]: listener
// test-args[rev:synchronised]: synchronised
// test-args[rev:strict]: strict
// test-args[rev:question]: question
// test-args[rev:by_prctl]: by_prctl
// test-args[rev:strict_by_prctl]: strict_by_prctl
// test-args[rev:no_new_privs]: no_new_privs
// expect-refused: syscall %{nr:seccomp} (seccomp)
// expect-refused[rev:by_prctl]: syscall %{nr:prctl} (prctl)
// expect-refused[rev:strict_by_prctl]: syscall %{nr:prctl} (prctl)
// expect-refused[rev:no_new_privs]: syscall %{nr:prctl} (prctl)
#define _GNU_SOURCE
#include <errno.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

// linux/filter.h and linux/seccomp.h, which musl-gcc does not see.
struct instruction {
  uint16_t code;
  uint8_t if_true, if_false;
  uint32_t operand;
};
struct program {
  uint16_t length;
  struct instruction* code;
};
enum { kLoad = 0x20, kJumpIfEqual = 0x15, kReturn = 0x06 };
enum { kKillProcess = 0x80000000, kErrno = 0x00050000, kAllow = 0x7fff0000, kNotify = 0x7fc00000 };
enum { kStrict = 0, kFilter = 1, kActionAvailable = 2 };  // operations
enum { kSynchronised = 1, kNewListener = 8 };             // flags
enum { kModeStrict = 1, kModeFilter = 2 };                // of prctl

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "allow";
  const uint32_t action = is(way, "lie")    ? (uint32_t)kErrno
                          : is(way, "kill") ? (uint32_t)kKillProcess
                                            : (uint32_t)kAllow;
  // Whatever it says of the others, the program can print and end.
  struct instruction code[] = {
      {kLoad, 0, 0, 0},
      {kJumpIfEqual, 2, 0, SYS_exit_group},
      {kJumpIfEqual, 1, 0, SYS_write},
      {kReturn, 0, 0, action},
      {kReturn, 0, 0, (uint32_t)kAllow},
  };
  struct program filter = {sizeof code / sizeof *code, code};
  long result;
  if (!in_a_box()) {
    return 2;
  }
  if (is(way, "by_prctl")) {
    result = prctl(PR_SET_SECCOMP, kModeFilter, &filter);
  } else if (is(way, "strict_by_prctl")) {
    result = prctl(PR_SET_SECCOMP, kModeStrict);
  } else if (is(way, "no_new_privs")) {
    result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  } else if (is(way, "strict")) {
    result = syscall(SYS_seccomp, kStrict, 0, NULL);
  } else if (is(way, "question")) {
    const uint32_t asked = kNotify;
    result = syscall(SYS_seccomp, kActionAvailable, 0, &asked);
  } else {
    const unsigned flags = is(way, "listener")       ? kNewListener
                           : is(way, "synchronised") ? kSynchronised
                                                     : 0;
    result = syscall(SYS_seccomp, kFilter, flags, &filter);
  }
  printf(result >= 0 ? "ESCAPED: %s\n" : "%s: refused by the kernel alone\n", way);
  return 3;
}
