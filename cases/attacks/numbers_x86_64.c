// Numbers of system calls that are x32's by their bit 30, and one whose upper half is ignored.
// test-skip[!x86_64]: needs the x32 entry of an x86_64 kernel
// expect-stdout:
// test-revisions: huge bare upper_half
// test-args[rev:huge]: 2147483647
// test-args[rev:bare]: 1073741824
// test-args[rev:upper_half]: 4294967697
// expect-refused[rev:huge]: x32 syscall 1073741823
// expect-refused[rev:bare]: x32 syscall 0 (read)
// expect-refused[rev:upper_half]: syscall 401
#include "calls.h"
