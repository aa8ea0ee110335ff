// What a program without any grant must not do unseen: each call, with arguments that do no harm,
// has to reach the supervisor in the default selection, whatever else the table learns to allow.
#include <gtest/gtest.h>
#include <linux/audit.h>

#include <algorithm>
#include <string>
#include <vector>

#include "policy/emit.h"

namespace sbx::policy {
namespace {

struct Call {
  std::string_view name;
  std::vector<std::uint64_t> args = {};
};

constexpr std::uint64_t kMinusOne = ~std::uint64_t{0};

// clang-format off
const std::vector<Call> kAsked = {
    // kernel, machine, clock
    {"init_module"}, {"finit_module"}, {"delete_module"}, {"kexec_load"}, {"kexec_file_load"},
    {"reboot"}, {"swapon"}, {"swapoff"}, {"syslog"}, {"acct"}, {"quotactl"}, {"sethostname"},
    {"setdomainname"}, {"settimeofday"}, {"clock_settime", {kMinusOne}}, {"adjtimex"},
    {"clock_adjtime"}, {"iopl"}, {"ioperm"}, {"nfsservctl"}, {"lookup_dcookie"}, {"uselib"},
    {"ustat"}, {"sysfs"}, {"_sysctl"}, {"get_kernel_syms"}, {"vserver"}, {"sync"}, {"syncfs"},
    // mounts and namespaces
    {"mount"}, {"umount2"}, {"pivot_root"}, {"chroot"}, {"fsopen"}, {"fsconfig"}, {"fsmount"},
    {"fspick"}, {"move_mount"}, {"open_tree"}, {"open_tree_attr"}, {"mount_setattr"},
    {"statmount"}, {"listmount"}, {"listns"}, {"unshare"}, {"setns"},
    // watching and steering others
    {"ptrace"}, {"process_vm_readv"}, {"process_vm_writev"}, {"process_madvise"},
    {"process_mrelease"}, {"kcmp"}, {"pidfd_open"}, {"pidfd_getfd"}, {"pidfd_send_signal"},
    {"perf_event_open"}, {"bpf"}, {"userfaultfd"}, {"kill", {kMinusOne - 1, 0}},
    {"kill", {1, 9}}, {"tkill", {kMinusOne, 0}}, {"tgkill", {kMinusOne, kMinusOne, 0}},
    {"rt_sigqueueinfo"}, {"rt_tgsigqueueinfo"}, {"setpriority", {99}}, {"sched_setscheduler"},
    {"sched_setparam"}, {"sched_setaffinity"}, {"sched_setattr"}, {"ioprio_set"},
    {"prlimit64", {1}},
    // rights and filters
    {"setuid"}, {"setgid"}, {"setreuid"}, {"setregid"}, {"setresuid"}, {"setresgid"},
    {"setfsuid"}, {"setfsgid"}, {"setgroups"}, {"capset"}, {"setpgid"}, {"setsid"}, {"seccomp"},
    {"prctl", {21}}, {"prctl", {22}}, {"prctl", {3}}, {"prctl", {4}}, {"prctl", {38}},
    {"landlock_create_ruleset"}, {"landlock_add_rule"}, {"landlock_restrict_self"},
    {"lsm_set_self_attr"}, {"lsm_get_self_attr"}, {"personality", {0xffffffff}}, {"add_key"},
    {"request_key"}, {"keyctl"}, {"modify_ldt"}, {"arch_prctl", {0x9999}},
    {"arch_prctl", {0x1001}},
    // memory
    {"memfd_create"}, {"memfd_secret"}, {"mlock"}, {"mlock2"}, {"mlockall"}, {"mbind"},
    {"set_mempolicy"}, {"set_mempolicy_home_node"}, {"migrate_pages"}, {"move_pages"},
    {"remap_file_pages"}, {"mseal"}, {"map_shadow_stack"}, {"pkey_mprotect"}, {"pkey_alloc"},
    {"shmget"}, {"shmat"}, {"semget"}, {"msgget"}, {"mq_open"}, {"cachestat"},
    // descriptors that are more than files
    {"io_uring_setup"}, {"io_uring_enter"}, {"io_setup"}, {"eventfd2"}, {"eventfd"},
    {"timerfd_create"}, {"signalfd4"}, {"signalfd"}, {"epoll_create1"}, {"epoll_create"},
    {"inotify_init1"}, {"inotify_init"}, {"fanotify_init"}, {"fanotify_mark"}, {"splice"},
    {"tee"}, {"vmsplice"}, {"sendfile", {kMinusOne, kMinusOne}}, {"sync_file_range"},
    {"copy_file_range", {3, 0, 4}}, {"fallocate", {kMinusOne}},
    {"ioctl", {kMinusOne, 0x5412}}, {"ioctl", {kMinusOne, 0x100005412}},
    {"ioctl", {kMinusOne, 0x541c}}, {"ioctl", {3, 0x40049409}}, {"fcntl", {3, 1031}},
    // network
    {"socket", {1, 1}}, {"socket", {2, 1}}, {"socket", {10, 1}}, {"socket", {16, 3}},
    {"socket", {17, 3}}, {"socket", {38, 5}}, {"socket", {40, 1}}, {"socketpair", {1, 1}},
    {"connect"}, {"bind"}, {"listen"}, {"accept4"}, {"sendto"}, {"recvfrom"}, {"sendmsg"},
    {"recvmsg"},
    // names that no program of the measured ones uses
    {"mknod"}, {"mknodat"}, {"name_to_handle_at"}, {"open_by_handle_at"}, {"openat2"},
    {"execveat"}, {"fchmodat2"}, {"setxattr"}, {"lsetxattr"}, {"fsetxattr"}, {"removexattr"},
    {"getxattr"}, {"setxattrat"}, {"file_setattr"}, {"futex_wait"}, {"futex_waitv"},
    {"time"}, {"wait4"}, {"waitid"},
};
// Of the generic table link and symlink have no other form.
const std::vector<Call> kAskedWhereThereIsAnOlderForm = {
    {"linkat", {kMinusOne}}, {"symlinkat", {0, kMinusOne}}, {"renameat2", {kMinusOne}},
};
// clang-format on

void expect_asked(const std::vector<sock_filter>& filter, const Call& call) {
  const int nr = sys::syscall_number(call.name);
  if (nr < 0) {
    EXPECT_TRUE(sys::syscall_number(sys::Abi::x86_64, call.name) >= 0) << call.name;
    return;  // the other architecture's
  }
  seccomp_data data{};
  data.nr = nr;
  data.arch = sys::kNativeAudit;
  std::copy(call.args.begin(), call.args.end(), data.args);
  EXPECT_EQ(evaluate(filter, data), SECCOMP_RET_USER_NOTIF) << call.name;
}

TEST(Refused, CallsOfNoHonestProgramAreAsked) {
  const std::vector<sock_filter> filter = emit({});
  for (const Call& call : kAsked) {
    expect_asked(filter, call);
  }
  if (sys::kNative == sys::Abi::x86_64) {
    for (const Call& call : kAskedWhereThereIsAnOlderForm) {
      expect_asked(filter, call);
    }
  }
}

TEST(Refused, NumbersWithoutANameAreAsked) {
  const std::vector<sock_filter> filter = emit({.compile = true, .threads = true, .net = true});
  for (int nr = 0; nr < 2048; ++nr) {
    if (sys::syscall_name(sys::kNative, nr).empty()) {
      seccomp_data data{};
      data.nr = nr;
      data.arch = sys::kNativeAudit;
      EXPECT_EQ(evaluate(filter, data), SECCOMP_RET_USER_NOTIF) << nr;
    }
  }
}

}  // namespace
}  // namespace sbx::policy
