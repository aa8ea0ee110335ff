// plan/op.h - one step of setting up a box: a system call as data.
//
//   Op op{.nr = SYS_chdir, .name = "change to the step's folder", .a = {address_of_path}};
//
// Freestanding: the room runs these. Everything an op needs was decided and allocated when the plan
// was made; the child that runs it only substitutes slots (descriptors earlier ops returned).
#pragma once
#include <stdint.h>

namespace sbx::plan {

inline constexpr int kSlots = 64;
inline constexpr int kNoSlot = -1;
// The descriptor NEW_LISTENER returned: storing it wakes the init.
inline constexpr int kSlotListener = 0;
inline constexpr int kSlotScratch = 1;
inline constexpr int kSlotRuleset = 2;
// What comes to the init with the supervisor's `go`.
inline constexpr int kSlotStdinNone = 3;  // read end of a pipe nobody writes to
inline constexpr int kSlotStdin = 4;      // of the relayed stdin, or that again
inline constexpr int kSlotOut = 5;        // write ends
inline constexpr int kSlotErr = 6;
inline constexpr int kSlotTombstone = 7;  // held by the init till its end
inline constexpr int kSlotMountLimit = 8;
inline constexpr int kSlotLastPid = 9;
// Of a kept box: the overlay's lower layer, for the next tree.
inline constexpr int kSlotLower = 10;
// The overlay's upper folder, where writes are to be listed or the box is kept.
inline constexpr int kSlotUpper = 11;
inline constexpr int kSlotFirstFree = 12;

// Of one init, see Carried: a compile step's and a program's.
inline constexpr unsigned kMostCarriers = 2;

struct Op {
  uint16_t nr = 0;
  uint8_t slots = 0;       // bit i: a[i] is a slot number, the slot's value is passed
  int8_t out = kNoSlot;    // slot that keeps the result
  int8_t patch = kNoSlot;  // slot whose value is stored at patch_at before the call
  uint8_t want_error = 0;  // the call must fail with this errno (the probe of a wall)
  uint8_t skips = 0;       // ENOENT or EACCES: not an error, and so many ops after it are left out
  const char* name = nullptr;  // "cannot NAME: ERRNO"; never a host path
  int32_t* patch_at = nullptr;
  uint64_t a[6] = {};
};

// What a child that failed leaves behind: the op's index over the whole plan and an errno.
struct Failure {
  int32_t op = -1;
  int32_t error = 0;
};

}  // namespace sbx::plan
