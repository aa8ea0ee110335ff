// Objects that outlive a program, other users, ranks and devices, with arguments that would make them.
// expect-stdout:
// test-revisions: shared_memory messages semaphores queue by_handle watch_files watch_names user users group groups capabilities device trusted_attribute priority real_time io_priority lock_memory hang_up pages_of_init
// test-args[rev:shared_memory]: shared_memory
// test-args[rev:messages]: messages
// test-args[rev:semaphores]: semaphores
// test-args[rev:queue]: queue
// test-args[rev:by_handle]: by_handle
// test-args[rev:watch_files]: watch_files
// test-args[rev:watch_names]: watch_names
// test-args[rev:user]: user
// test-args[rev:users]: users
// test-args[rev:group]: group
// test-args[rev:groups]: groups
// test-args[rev:capabilities]: capabilities
// test-args[rev:device]: device
// test-args[rev:trusted_attribute]: trusted_attribute
// test-args[rev:priority]: priority
// test-args[rev:real_time]: real_time
// test-args[rev:io_priority]: io_priority
// test-args[rev:lock_memory]: lock_memory
// test-args[rev:hang_up]: hang_up
// test-args[rev:pages_of_init]: pages_of_init
// expect-refused[rev:shared_memory]: syscall %{nr:shmget} (shmget)
// expect-refused[rev:messages]: syscall %{nr:msgget} (msgget)
// expect-refused[rev:semaphores]: syscall %{nr:semget} (semget)
// expect-refused[rev:queue]: syscall %{nr:mq_open} (mq_open)
// expect-refused[rev:by_handle]: syscall %{nr:open_by_handle_at} (open_by_handle_at)
// expect-refused[rev:watch_files]: syscall %{nr:fanotify_init} (fanotify_init)
// expect-refused[rev:watch_names]: syscall %{nr:inotify_init1} (inotify_init1)
// expect-refused[rev:user]: syscall %{nr:setuid} (setuid)
// expect-refused[rev:users]: syscall %{nr:setresuid} (setresuid)
// expect-refused[rev:group]: syscall %{nr:setgid} (setgid)
// expect-refused[rev:groups]: syscall %{nr:setgroups} (setgroups)
// expect-refused[rev:capabilities]: syscall %{nr:capset} (capset)
// expect-refused[rev:device]: syscall %{nr:mknodat} (mknodat)
// expect-refused[rev:trusted_attribute]: syscall %{nr:setxattr} (setxattr)
// expect-refused[rev:priority]: syscall %{nr:setpriority} (setpriority)
// expect-refused[rev:real_time]: syscall %{nr:sched_setscheduler} (sched_setscheduler)
// expect-refused[rev:io_priority]: syscall %{nr:ioprio_set} (ioprio_set)
// expect-refused[rev:lock_memory]: syscall %{nr:mlockall} (mlockall)
// expect-refused[rev:hang_up]: syscall %{nr:vhangup} (vhangup)
// expect-refused[rev:pages_of_init]: syscall %{nr:move_pages} (move_pages)
#include "powers.h"
