// Options of calls that are x86_64's own, and the entries that are older than the `at` calls.
// test-skip[!x86_64]: these options are of x86_64
// expect-stdout:
// test-revisions: no_such_option set_gs get_fs fault_cpuid more_state shadow_stack
// test-args[rev:no_such_option]: 158 0x9999
// test-args[rev:set_gs]: 158 0x1001 0x10000
// test-args[rev:get_fs]: 158 0x1003
// test-args[rev:fault_cpuid]: 158 0x1012 0
// test-args[rev:more_state]: 158 0x1023 18
// test-args[rev:shadow_stack]: 158 0x5001 1
// expect-refused: syscall 158 (arch_prctl)
#define MISSING 0L
#include "calls.h"
