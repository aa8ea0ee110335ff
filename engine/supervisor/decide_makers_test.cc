// Processes, threads and programs: how many are let through, and what is never.
#include "supervisor/decide_test.h"

namespace sbx::supervisor {
namespace {

TEST_F(Decide, MakersWithoutAnyGrant) {
  EXPECT_EQ(clone(SIGCHLD), "refused: process limit (0)");
  EXPECT_EQ(clone(CLONE_VM | CLONE_VFORK | SIGCHLD), "refused: process limit (0)");
  EXPECT_EQ(clone(CLONE_VM | CLONE_SIGHAND | CLONE_THREAD), "refused: thread limit (0)");
  EXPECT_EQ(clone3(0), "refused: process limit (0)");
  EXPECT_EQ(clone3(CLONE_THREAD), "refused: thread limit (0)");
  for (int nr : {sys::nr_if("fork"), sys::nr_if("vfork")}) {
    if (nr >= 0) {
      EXPECT_EQ(ask(nr, {}), "refused: process limit (0)");
    }
  }
}

TEST_F(Decide, NamespaceFlagsAreRefusedWhateverIsGranted) {
  step.limits.processes = step.limits.threads = 64;
  for (std::uint64_t flag : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                             CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET}) {
    EXPECT_EQ(clone(flag | SIGCHLD), "refused: clone with namespace flags") << flag;
    EXPECT_EQ(clone3(flag), "refused: clone with namespace flags") << flag;
  }
  EXPECT_EQ(clone3(sys::kCloneNewTime), "refused: clone with namespace flags");
  EXPECT_EQ(clone(sys::kCloneNewTime), "proceed");  // there these are bits of the exit signal
}

TEST_F(Decide, Clone3IsReadAsFarAsItsSizeSays) {
  step.limits.processes = 1;
  const char* kUnreadable = "refused: clone3 with unreadable arguments";
  EXPECT_EQ(clone3(0, 0), kUnreadable);
  EXPECT_EQ(clone3(0, 7), kUnreadable);
  for (std::uint64_t size : {8, 64, 80, 88}) {
    EXPECT_EQ(clone3(0, size), "answer ENOSYS");
    EXPECT_EQ(victim.struct_size, size);
  }
  EXPECT_EQ(clone3(0, ~0ull), "answer ENOSYS");
  EXPECT_EQ(victim.struct_size, 88u);
  EXPECT_EQ(clone3(CLONE_NEWUSER, ~0ull), "refused: clone with namespace flags");
  EXPECT_EQ(memory.makers, 0u) << "nothing was made";
  victim.of_struct = Read::too_long;
  EXPECT_EQ(clone3(0), kUnreadable);
}

TEST_F(Decide, ProcessesAreCountedAlive) {
  step.limits.processes = 2;
  EXPECT_EQ(clone(SIGCHLD), "proceed");
  EXPECT_EQ(clone(SIGCHLD), "proceed");
  EXPECT_EQ(victim.looks_at_population, 0) << "the cheap counter is below the limit";
  victim.alive.processes = 2;
  EXPECT_EQ(clone(SIGCHLD), "refused: process limit (2)");
  victim.alive.processes = 1;  // one was reaped
  EXPECT_EQ(clone(SIGCHLD), "proceed");
  EXPECT_EQ(memory.makers, 3u);
  EXPECT_EQ(clone(CLONE_THREAD), "refused: thread limit (0)");
}

TEST_F(Decide, AMakerThatMayNotShowYetCounts) {
  step.limits.processes = 2;
  memory.makers = 2;
  victim.alive.processes = 1;
  EXPECT_EQ(clone(SIGCHLD, 11), "proceed");
  EXPECT_EQ(clone(SIGCHLD, 12), "later");
  victim.alive.processes = 2;
  EXPECT_EQ(clone(SIGCHLD, 12), "refused: process limit (2)") << "now it shows";
  victim.alive.processes = 1;
  EXPECT_EQ(clone(SIGCHLD, 11), "proceed") << "its own has returned";
  open("/src/a");
  ask(sys::NR("openat"), {kAtCwd, kPath}, 11);  // so has that of a thread that asks anything
  EXPECT_EQ(clone(SIGCHLD, 12), "proceed");
  EXPECT_EQ(clone(SIGCHLD, 13), "later");
  EXPECT_EQ(memory.makers, 5u) << "later has changed nothing";
  now += 51;  // and so has everything after a while
  EXPECT_EQ(clone(SIGCHLD, 13), "proceed");
}

TEST_F(Decide, ThreadsAreCountedOnTheirOwn) {
  step.limits.processes = step.limits.threads = 64;
  memory.makers = 64;
  victim.alive = {3, 64};
  EXPECT_EQ(clone(CLONE_THREAD), "refused: thread limit (64)");
  EXPECT_EQ(clone(SIGCHLD), "proceed");
  victim.alive = {64, 3};
  EXPECT_EQ(clone(CLONE_THREAD, 20), "proceed");
  EXPECT_EQ(clone(SIGCHLD, 20), "refused: process limit (64)");
  victim.of_population = Read::bad_address;
  EXPECT_EQ(clone(CLONE_THREAD), "refused: thread limit (64)") << "uncounted is over";
}

TEST_F(Decide, TheStepsOwnExecIsTheOnlyOne) {
  step.program = "/src/prog";
  EXPECT_EQ(exec("/whatever"), "proceed");
  EXPECT_EQ(victim.asked_program, "/src/prog");
  EXPECT_EQ(exec("/src/prog"), "refused: execve");
  EXPECT_EQ(ask(sys::NR("execveat"), {kAtCwd, kPath}), "refused: execve");
  EXPECT_EQ(memory.execs, 1u);
}

TEST_F(Decide, AProgramOverTheMemoryCapIsNamed) {
  victim.load = 1ull << 30;
  EXPECT_EQ(exec("/src/prog"), "refused: execve over the memory cap (268435456)");
  memory = {};
  victim.load = 256 * kMiB;
  EXPECT_EQ(exec("/src/prog"), "refused: execve over the memory cap (268435456)");
  memory = {};
  victim.load = 255 * kMiB;
  EXPECT_EQ(exec("/src/prog"), "proceed");
  memory = {};
  victim.load = 1ull << 30;
  step.selection.memory_cap = false;
  EXPECT_EQ(exec("/src/prog"), "proceed");
}

TEST_F(Decide, GrantedProgramsAreCountedWhereTheyExist) {
  step.limits.execs = 3;
  EXPECT_EQ(exec("/usr/bin/cc"), "proceed");
  victim.program_exists = false;
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(exec("/usr/bin/as"), "proceed") << "a look-up on PATH that fails is no program";
  }
  victim.program_exists = true;
  EXPECT_EQ(exec("as"), "proceed");
  EXPECT_EQ(victim.asked_program, "/src/as");
  EXPECT_EQ(exec("/usr/bin/ld"), "proceed");
  EXPECT_EQ(exec("/usr/bin/ld"), "refused: execve");
  EXPECT_EQ(memory.execs, 3u);
}

TEST_F(Decide, AProgramThatCannotBeLookedAtIsNotStarted) {
  step.limits.execs = 5;
  victim.of_program = Read::bad_address;
  EXPECT_EQ(exec("/src/prog"), "refused: execve with unreadable arguments");
  EXPECT_EQ(exec("/src/prog"), "refused: execve with unreadable arguments");
  victim.of_program = Read::ok;
  victim.of_cwd = Read::bad_address;
  EXPECT_EQ(exec("prog"), "refused: execve with unreadable arguments");
  EXPECT_EQ(memory.execs, 0u);
}

TEST_F(Decide, FailedLookUpsAreBounded) {
  step.limits.execs = 2;
  exec("/usr/bin/cc");
  victim.program_exists = false;
  int tries = 1;
  while (tries < 1000 && exec("/usr/bin/as") == "proceed") {
    ++tries;
  }
  EXPECT_EQ(tries, 32);
}

}  // namespace
}  // namespace sbx::supervisor
