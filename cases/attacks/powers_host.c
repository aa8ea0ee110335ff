// What the host's root may do to the host, with arguments that would do it: mounts, names, clocks,
// modules, power.
// expect-stdout:
// test-revisions: mount remount bind umount clone_tree move_mount new_filesystem pivot_root chroot host_name domain_name clock adjust_clock reboot swap_on swap_off quota accounting kernel_log module remove_module new_kernel
// test-args[rev:mount]: mount
// test-args[rev:remount]: remount
// test-args[rev:bind]: bind
// test-args[rev:umount]: umount
// test-args[rev:clone_tree]: clone_tree
// test-args[rev:move_mount]: move_mount
// test-args[rev:new_filesystem]: new_filesystem
// test-args[rev:pivot_root]: pivot_root
// test-args[rev:chroot]: chroot
// test-args[rev:host_name]: host_name
// test-args[rev:domain_name]: domain_name
// test-args[rev:clock]: clock
// test-args[rev:adjust_clock]: adjust_clock
// test-args[rev:reboot]: reboot
// test-args[rev:swap_on]: swap_on
// test-args[rev:swap_off]: swap_off
// test-args[rev:quota]: quota
// test-args[rev:accounting]: accounting
// test-args[rev:kernel_log]: kernel_log
// test-args[rev:module]: module
// test-args[rev:remove_module]: remove_module
// test-args[rev:new_kernel]: new_kernel
// expect-refused[rev:mount]: syscall %{nr:mount} (mount)
// expect-refused[rev:remount]: syscall %{nr:mount} (mount)
// expect-refused[rev:bind]: syscall %{nr:mount} (mount)
// expect-refused[rev:umount]: syscall %{nr:umount2} (umount2)
// expect-refused[rev:clone_tree]: syscall %{nr:open_tree} (open_tree)
// expect-refused[rev:move_mount]: syscall %{nr:move_mount} (move_mount)
// expect-refused[rev:new_filesystem]: syscall %{nr:fsopen} (fsopen)
// expect-refused[rev:pivot_root]: syscall %{nr:pivot_root} (pivot_root)
// expect-refused[rev:chroot]: syscall %{nr:chroot} (chroot)
// expect-refused[rev:host_name]: syscall %{nr:sethostname} (sethostname)
// expect-refused[rev:domain_name]: syscall %{nr:setdomainname} (setdomainname)
// expect-refused[rev:clock]: syscall %{nr:clock_settime} (clock_settime)
// expect-refused[rev:adjust_clock]: syscall %{nr:adjtimex} (adjtimex)
// expect-refused[rev:reboot]: syscall %{nr:reboot} (reboot)
// expect-refused[rev:swap_on]: syscall %{nr:swapon} (swapon)
// expect-refused[rev:swap_off]: syscall %{nr:swapoff} (swapoff)
// expect-refused[rev:quota]: syscall %{nr:quotactl} (quotactl)
// expect-refused[rev:accounting]: syscall %{nr:acct} (acct)
// expect-refused[rev:kernel_log]: syscall %{nr:syslog} (syslog)
// expect-refused[rev:module]: syscall %{nr:finit_module} (finit_module)
// expect-refused[rev:remove_module]: syscall %{nr:delete_module} (delete_module)
// expect-refused[rev:new_kernel]: syscall %{nr:kexec_load} (kexec_load)
#include "powers.h"
