// Numbers of system calls that have no name, and numbers that look like another entry's.
// expect-stdout:
// test-revisions: hole high last lowest minus_two minus_a_write
// test-args[rev:hole]: 400
// test-args[rev:high]: 9999
// test-args[rev:last]: 1073741823
// test-args[rev:lowest]: -2147483648
// test-args[rev:minus_two]: -2
// test-args[rev:minus_a_write]: -2147483647
// expect-refused[rev:hole]: syscall 400
// expect-refused[rev:high]: syscall 9999
// expect-refused[rev:last]: syscall 1073741823
// expect-refused[rev:lowest]: syscall -2147483648
// expect-refused[rev:minus_two]: syscall -2
// expect-refused[rev:minus_a_write]: syscall -2147483647
#include "calls.h"
