// sys/kernel_abi.h - what the kernel speaks and Debian 12's headers (6.1) do not all know.
//
// Under our own names, so that newer headers do not clash; sizes are asserted. Freestanding.
#pragma once
#include <asm/unistd.h>
#include <stddef.h>
#include <stdint.h>

namespace sbx::sys {

// --- seccomp user notification (linux/seccomp.h, 5.0; flags as noted) ---
struct SeccompData {
  int32_t nr;
  uint32_t arch;
  uint64_t instruction_pointer;
  uint64_t args[6];
};
struct Notification {
  uint64_t id;
  uint32_t pid;  // the thread whose call it is, in the reader's pid namespace
  uint32_t flags;
  SeccompData data;
};
struct NotificationAnswer {
  uint64_t id;
  int64_t value;
  int32_t error;
  uint32_t flags;
};
static_assert(sizeof(Notification) == 80 && sizeof(NotificationAnswer) == 24);

inline constexpr unsigned kNotifContinue = 1;            // SECCOMP_USER_NOTIF_FLAG_CONTINUE, 5.5
inline constexpr unsigned long kNotifRecv = 0xc0502100;  // SECCOMP_IOCTL_NOTIF_RECV
inline constexpr unsigned long kNotifSend = 0xc0182101;  // SECCOMP_IOCTL_NOTIF_SEND
inline constexpr unsigned long kNotifIdValid = 0x40082102;
inline constexpr unsigned long kNotifSetFlags = 0x40082104;  // 6.6
inline constexpr unsigned long kNotifSyncWakeUp = 1;         // SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP
inline constexpr unsigned kSeccompSetModeFilter = 1;
inline constexpr unsigned kFilterNewListener = 1u << 3;       // 5.0
inline constexpr unsigned kFilterWaitKillableRecv = 1u << 5;  // 5.19

inline constexpr uint32_t kArchX86_64 = 0xc000003e;
inline constexpr uint32_t kArchI386 = 0x40000003;

// --- Landlock (5.13; the ABI that brought each field is noted) ---
struct LandlockRuleset {
  uint64_t handled_access_fs;   // ABI 1
  uint64_t handled_access_net;  // ABI 4 (6.7)
  uint64_t scoped;              // ABI 6 (6.12)
};
static_assert(sizeof(LandlockRuleset) == 24);
inline constexpr size_t kLandlockSizeAbi4 = 16;
inline constexpr size_t kLandlockSizeAbi6 = 24;

struct __attribute__((packed)) LandlockPathBeneath {
  uint64_t allowed_access;
  int32_t parent_fd;
};
static_assert(sizeof(LandlockPathBeneath) == 12);

inline constexpr unsigned kLandlockRulePathBeneath = 1;
inline constexpr unsigned kLandlockCreateRulesetVersion = 1;

inline constexpr uint64_t kFsExecute = 1u << 0;
inline constexpr uint64_t kFsWriteFile = 1u << 1;
inline constexpr uint64_t kFsReadFile = 1u << 2;
inline constexpr uint64_t kFsReadDir = 1u << 3;
inline constexpr uint64_t kFsRefer = 1u << 13;     // ABI 2
inline constexpr uint64_t kFsTruncate = 1u << 14;  // ABI 3
inline constexpr uint64_t kFsIoctlDev = 1u << 15;  // ABI 5
inline constexpr uint64_t kFsAllAbi4 = (1u << 15) - 1;
inline constexpr uint64_t kFsAllAbi5 = (1u << 16) - 1;
inline constexpr uint64_t kNetBindTcp = 1u << 0;
inline constexpr uint64_t kNetConnectTcp = 1u << 1;
inline constexpr uint64_t kScopeAbstractUnixSocket = 1u << 0;
inline constexpr uint64_t kScopeSignal = 1u << 1;

// --- mounts (5.2, mount_setattr 5.12) ---
struct MountAttr {
  uint64_t attr_set;
  uint64_t attr_clr;
  uint64_t propagation;
  uint64_t userns_fd;
};
static_assert(sizeof(MountAttr) == 32);
inline constexpr uint64_t kMountReadOnly = 1;
inline constexpr uint64_t kMountNoSuid = 2;
inline constexpr uint64_t kMountNoDev = 4;
inline constexpr uint64_t kMountNoExec = 8;
inline constexpr uint64_t kMountIdmap = 0x00100000;
inline constexpr unsigned kOpenTreeClone = 1;
inline constexpr unsigned kCloexec = 02000000;  // OPEN_TREE_CLOEXEC == O_CLOEXEC
inline constexpr unsigned kAtRecursive = 0x8000;
inline constexpr unsigned kAtEmptyPath = 0x1000;
inline constexpr unsigned kMoveMountEmptyFrom = 0x4;
inline constexpr unsigned kFsconfigSetFlag = 0;
inline constexpr unsigned kFsconfigSetString = 1;
inline constexpr unsigned kFsconfigSetFd = 5;
inline constexpr unsigned kFsconfigCreate = 6;

// --- openat2 (5.6) ---
struct OpenHow {
  uint64_t flags;
  uint64_t mode;
  uint64_t resolve;
};
inline constexpr uint64_t kResolveNoXdev = 0x01;
inline constexpr uint64_t kResolveNoMagicLinks = 0x02;
inline constexpr uint64_t kResolveInRoot = 0x10;

// --- process creation ---
inline constexpr uint64_t kCloneNewTime = 0x80;
inline constexpr uint64_t kCloneNewAny =
    0x7e020000;                              // NEWNS NEWCGROUP NEWUTS NEWIPC NEWUSER NEWPID NEWNET
inline constexpr size_t kCloneArgsMax = 88;  // CLONE_ARGS_SIZE_VER2

}  // namespace sbx::sys
