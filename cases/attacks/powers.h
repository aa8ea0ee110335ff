// powers.h - makes the call that the program's argument names; see powers_*.c.
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include "attack.h"

// Room for any struct, all zeroes but for what the functions below put there.
static uint64_t words[32];
static uint32_t small[8];
static char text[4096];

static void* bpf_map(void) {
  uint32_t array[] = {2, 4, 4, 1};  // BPF_MAP_TYPE_ARRAY, key, value, entries
  return memcpy(words, array, sizeof array);
}

static void* event(void) {
  uint32_t clock[] = {1, 128};  // PERF_TYPE_SOFTWARE
  return memcpy(words, clock, sizeof clock);
}

static void* adjust_clock(void) {
  small[0] = 1;  // ADJ_OFFSET
  return memcpy(words, small, sizeof small);
}

static void* vector(void) {
  static struct iovec one;
  one.iov_base = text;
  one.iov_len = 8;
  return &one;
}

static void* cap_header(void) {
  static uint32_t header[2] = {0x20080522, 0};
  return header;
}

static void* every_capability(void) {
  static uint32_t all[6] = {~0u, ~0u, 0, 0x1ff, 0x1ff, 0};
  return all;
}

static void* rank(void) {
  static int first = 1;
  return &first;
}

static const char* a_file(void) {
  syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, "/tmp/file", O_CREAT | O_WRONLY, 0600));
  return "/tmp/file";
}

// To TEST-NET-1 (RFC 5737), and its like in IPv6 (RFC 3849): nobody answers there.
static long try_connect(int family) {
  const long fd = syscall(SYS_socket, family, SOCK_STREAM, 0L);
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(9)};
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(9)};
  four.sin_addr.s_addr = htonl(0xc0000201);
  memcpy(&six.sin6_addr, "\x20\x01\x0d\xb8", 4);
  if (fd < 0) {
    return fd;
  }
  return family == AF_INET ? syscall(SYS_connect, fd, &four, sizeof four)
                           : syscall(SYS_connect, fd, &six, sizeof six);
}

static long try_send(void) {
  const long fd = syscall(SYS_socket, AF_INET, SOCK_DGRAM, 0L);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
  to.sin_addr.s_addr = htonl(0xc0000201);
  return fd < 0 ? fd : syscall(SYS_sendto, fd, "x", 1L, 0L, &to, sizeof to);
}

// The name of a bus that hosts have.
static long try_abstract(void) {
  const long fd = syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0L);
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  strcpy(to.sun_path + 1, "/org/freedesktop/systemd1/private");
  return fd < 0 ? fd : syscall(SYS_connect, fd, &to, sizeof to);
}

// A handle made up: whoever may use them reaches every file of a file system.
static long by_handle(void) {
  const struct {
    uint32_t bytes;
    int32_t type;
    uint32_t handle[2];
  } name = {8, 1, {2, 0}};
  return syscall(SYS_open_by_handle_at, AT_FDCWD, &name, 0L);
}

#define DO(revision, call)  \
  if (is(what, revision)) { \
    result = call;          \
  }

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  long result = -2;
  if (!in_a_box()) {
    puts("outside a box nothing is called");
    return 2;
  }
  DO("mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0L, NULL))
  DO("remount", syscall(SYS_mount, NULL, "/", NULL, 0x1020L, NULL))
  DO("bind", syscall(SYS_mount, "/src", "/tmp", NULL, 0x1000L, NULL))
  DO("umount", syscall(SYS_umount2, "/tmp", 2L))
  DO("clone_tree", syscall(SYS_open_tree, AT_FDCWD, "/src", 1L))
  DO("move_mount", syscall(SYS_move_mount, AT_FDCWD, "/src", AT_FDCWD, "/tmp", 0L))
  DO("new_filesystem", syscall(SYS_fsopen, "tmpfs", 0L))
  DO("pivot_root", syscall(SYS_pivot_root, ".", "."))
  DO("chroot", syscall(SYS_chroot, "/tmp"))
  DO("host_name", syscall(SYS_sethostname, "evil", 4L))
  DO("domain_name", syscall(SYS_setdomainname, "evil", 4L))
  DO("clock", syscall(SYS_clock_settime, 0L, words))
  DO("adjust_clock", syscall(SYS_adjtimex, adjust_clock()))
  DO("reboot", syscall(SYS_reboot, 0xfee1dead, 0x28121969, 0L, NULL))
  DO("swap_on", syscall(SYS_swapon, "/tmp/swap", 0L))
  DO("swap_off", syscall(SYS_swapoff, "/tmp/swap"))
  DO("quota", syscall(SYS_quotactl, 0x80000200, NULL, 0L, NULL))
  DO("accounting", syscall(SYS_acct, NULL))
  DO("kernel_log", syscall(SYS_syslog, 3L, text, sizeof text))
  DO("module", syscall(SYS_finit_module, 1L, "", 0L))
  DO("remove_module", syscall(SYS_delete_module, "overlay", 0L))
  DO("new_kernel", syscall(SYS_kexec_load, 0L, 0L, NULL, 0L))
  DO("bpf_map", syscall(SYS_bpf, 0L, bpf_map(), sizeof words))
  DO("performance", syscall(SYS_perf_event_open, event(), 0L, -1L, -1L, 0L))
  DO("performance_of_all", syscall(SYS_perf_event_open, event(), -1L, 0L, -1L, 0L))
  DO("page_faults", syscall(SYS_userfaultfd, 0L))
  DO("ring", syscall(SYS_io_uring_setup, 4L, words))
  DO("trace_init", syscall(SYS_ptrace, 0x4206L, 1L, 0L, 0L))
  DO("traced", syscall(SYS_ptrace, 0L, 0L, 0L, 0L))
  DO("read_init", syscall(SYS_process_vm_readv, 1L, vector(), 1L, vector(), 1L, 0L))
  DO("write_init", syscall(SYS_process_vm_writev, 1L, vector(), 1L, vector(), 1L, 0L))
  DO("init_descriptor", syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, 1L, 0L), 0L, 0L))
  DO("compare_init", syscall(SYS_kcmp, (long)getpid(), 1L, 1L, 0L, 0L))
  DO("key", syscall(SYS_add_key, "user", "sbx", "x", 1L, -2L))
  DO("session_keyring", syscall(SYS_keyctl, 0L, -3L, 0L))
  DO("ask_for_key", syscall(SYS_request_key, "user", "sbx", NULL, 0L))
  DO("inet", try_connect(AF_INET))
  DO("inet6", try_connect(AF_INET6))
  DO("datagram", try_send())
  DO("abstract", try_abstract())
  DO("packet", syscall(SYS_socket, 17L, 3L, 0x300L))
  DO("raw", syscall(SYS_socket, 2L, 3L, 1L))
  DO("routes", syscall(SYS_socket, 16L, 3L, 0L))
  DO("virtual_machines", syscall(SYS_socket, 40L, 1L, 0L))
  DO("crypto", syscall(SYS_socket, 38L, 5L, 0L))
  DO("shared_memory", syscall(SYS_shmget, 0L, 4096L, 01600L))
  DO("messages", syscall(SYS_msgget, 0L, 01600L))
  DO("semaphores", syscall(SYS_semget, 0L, 1L, 01600L))
  DO("queue", syscall(SYS_mq_open, "sbx", 0102L, 0600L, NULL))
  DO("by_handle", by_handle())
  DO("watch_files", syscall(SYS_fanotify_init, 0L, 0L))
  DO("watch_names", syscall(SYS_inotify_init1, 0L))
  DO("user", syscall(SYS_setuid, 1L))
  DO("users", syscall(SYS_setresuid, 1L, 1L, 1L))
  DO("group", syscall(SYS_setgid, 1L))
  DO("groups", syscall(SYS_setgroups, 0L, NULL))
  DO("capabilities", syscall(SYS_capset, cap_header(), every_capability()))
  DO("device", syscall(SYS_mknodat, AT_FDCWD, "/tmp/mem", 020600L, 0x101L))
  DO("trusted_attribute", syscall(SYS_setxattr, a_file(), "trusted.x", "x", 1L, 0L))
  DO("priority", syscall(SYS_setpriority, 0L, 0L, -20L))
  DO("real_time", syscall(SYS_sched_setscheduler, 0L, 1L, rank()))
  DO("io_priority", syscall(SYS_ioprio_set, 1L, 0L, 0x2000L))
  DO("lock_memory", syscall(SYS_mlockall, 2L))
  DO("hang_up", syscall(SYS_vhangup))
  DO("pages_of_init", syscall(SYS_move_pages, 1L, 0L, NULL, NULL, NULL, 0L))
  if (result >= 0) {
    printf("ESCAPED: %s\n", what);
    return 0;
  }
  printf("%s: errno %d\n", what, result == -2 ? 0 : errno);
  return 3;
}
