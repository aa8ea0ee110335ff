// Calls that some of their arguments allow: everything else they could do is refused by name.
// expect-stdout:
// test-revisions: type_ahead type_ahead_high console controlling_terminal filter_by_prctl read_filter not_dumpable dumpable no_new_privs subreaper death_signal ptracer memory_layout ambient_capabilities speculation timer_slack user_dispatch limit_of_another owner signal_of_io lease notify pipe_size seals all_threads send_to_nothing reserve_in_nothing queue_a_signal
// test-args[rev:type_ahead]: %{nr:ioctl} 0 0x5412
// test-args[rev:type_ahead_high]: %{nr:ioctl} 0 0x100005412
// test-args[rev:console]: %{nr:ioctl} 0 0x541c
// test-args[rev:controlling_terminal]: %{nr:ioctl} 0 0x540e
// test-args[rev:filter_by_prctl]: %{nr:prctl} 22 2
// test-args[rev:read_filter]: %{nr:prctl} 21
// test-args[rev:not_dumpable]: %{nr:prctl} 4 0
// test-args[rev:dumpable]: %{nr:prctl} 3
// test-args[rev:no_new_privs]: %{nr:prctl} 38 1
// test-args[rev:subreaper]: %{nr:prctl} 36 1
// test-args[rev:death_signal]: %{nr:prctl} 1 9
// test-args[rev:ptracer]: %{nr:prctl} 0x59616d61 -1
// test-args[rev:memory_layout]: %{nr:prctl} 35 1
// test-args[rev:ambient_capabilities]: %{nr:prctl} 47 2
// test-args[rev:speculation]: %{nr:prctl} 53 0 2
// test-args[rev:timer_slack]: %{nr:prctl} 29 1
// test-args[rev:user_dispatch]: %{nr:prctl} 59 1
// test-args[rev:limit_of_another]: %{nr:prlimit64} 1 7
// test-args[rev:owner]: %{nr:fcntl} 1 8 1
// test-args[rev:signal_of_io]: %{nr:fcntl} 1 10 9
// test-args[rev:lease]: %{nr:fcntl} 1 1024 0
// test-args[rev:notify]: %{nr:fcntl} 1 1026 1
// test-args[rev:pipe_size]: %{nr:fcntl} 1 1031 1048576
// test-args[rev:seals]: %{nr:fcntl} 1 1033 1
// test-args[rev:all_threads]: %{nr:tgkill} -1 -1
// test-args[rev:send_to_nothing]: %{nr:sendfile} -1 -1
// test-args[rev:reserve_in_nothing]: %{nr:fallocate} -1
// test-args[rev:queue_a_signal]: %{nr:rt_sigqueueinfo} 1 9
// expect-refused: syscall %{nr:prctl} (prctl)
// expect-refused[rev:type_ahead]: syscall %{nr:ioctl} (ioctl)
// expect-refused[rev:type_ahead_high]: syscall %{nr:ioctl} (ioctl)
// expect-refused[rev:console]: syscall %{nr:ioctl} (ioctl)
// expect-refused[rev:controlling_terminal]: syscall %{nr:ioctl} (ioctl)
// expect-refused[rev:limit_of_another]: syscall %{nr:prlimit64} (prlimit64)
// expect-refused[rev:owner]: syscall %{nr:fcntl} (fcntl)
// expect-refused[rev:signal_of_io]: syscall %{nr:fcntl} (fcntl)
// expect-refused[rev:lease]: syscall %{nr:fcntl} (fcntl)
// expect-refused[rev:notify]: syscall %{nr:fcntl} (fcntl)
// expect-refused[rev:pipe_size]: syscall %{nr:fcntl} (fcntl)
// expect-refused[rev:seals]: syscall %{nr:fcntl} (fcntl)
// expect-refused[rev:all_threads]: syscall %{nr:tgkill} (tgkill)
// expect-refused[rev:send_to_nothing]: syscall %{nr:sendfile} (sendfile)
// expect-refused[rev:reserve_in_nothing]: syscall %{nr:fallocate} (fallocate)
// expect-refused[rev:queue_a_signal]: syscall %{nr:rt_sigqueueinfo} (rt_sigqueueinfo)
#define MISSING 0L
#include "calls.h"
