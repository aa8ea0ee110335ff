// child/early.h - the init of a program that is nothing but one box, cloned before the C library of
// that program has started.
//
// Half of a box's price is the clone with its namespaces, in the kernel, on behalf of who calls it;
// half of a static program's start is glibc's CPUID, trapped by a virtual machine (0.29 ms). The
// entry of `sbx` lets a first child make that clone on the other processor meanwhile. Freestanding.
#pragma once
#include "child/init.h"

namespace sbx::child {

// Clones the init. -errno, or its number; `pidfd` receives its descriptor. `more`: further flags.
long start_init(InitPlan* plan, unsigned long more, int* pidfd);

// All 0: nothing was started. What the entry leaves for InitProcess::take_early().
struct EarlyInit {
  long starter;  // the child that clones; ends by itself, and is to be reaped
  int wire;      // the supervisor's end; the init's is in the plan
  int32_t pid;   // futex: 0 not yet, of the init, or -errno
  int pidfd;     // there with the pid
  InitPlan* plan;
};
// Hidden: reached without a table of addresses, which nobody has filled yet.
extern EarlyInit early_init __attribute__((visibility("hidden")));

// Called by the program's entry with its first stack: argc, argv. Starts an init where the command
// makes a box; leaves everything alone where it does not, or cannot.
extern "C" void sbx_start_early(const long* stack);

}  // namespace sbx::child
