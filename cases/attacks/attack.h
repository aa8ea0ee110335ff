// attack.h - what several attacks share.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

// A box names its host so. Programs that could do harm outside a box do nothing there.
static inline int in_a_box(void) {
  struct utsname host;
  return uname(&host) == 0 && strcmp(host.nodename, "sandbox") == 0;
}

static inline int is(const char* word, const char* other) {
  return strcmp(word, other) == 0;
}

// The kernel's struct clone_args, third version (88 bytes).
struct clone3_arguments {
  uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
  uint64_t set_tid, set_tid_size, cgroup;
};
