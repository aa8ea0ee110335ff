// Ways to reach beyond the program, with arguments that would do it: the kernel's own machines, other
// processes, keys, networks.
// expect-stdout:
// test-revisions: bpf_map performance performance_of_all page_faults ring trace_init traced read_init write_init init_descriptor compare_init key session_keyring ask_for_key inet inet6 datagram abstract packet raw routes virtual_machines crypto
// test-args[rev:bpf_map]: bpf_map
// test-args[rev:performance]: performance
// test-args[rev:performance_of_all]: performance_of_all
// test-args[rev:page_faults]: page_faults
// test-args[rev:ring]: ring
// test-args[rev:trace_init]: trace_init
// test-args[rev:traced]: traced
// test-args[rev:read_init]: read_init
// test-args[rev:write_init]: write_init
// test-args[rev:init_descriptor]: init_descriptor
// test-args[rev:compare_init]: compare_init
// test-args[rev:key]: key
// test-args[rev:session_keyring]: session_keyring
// test-args[rev:ask_for_key]: ask_for_key
// test-args[rev:inet]: inet
// test-args[rev:inet6]: inet6
// test-args[rev:datagram]: datagram
// test-args[rev:abstract]: abstract
// test-args[rev:packet]: packet
// test-args[rev:raw]: raw
// test-args[rev:routes]: routes
// test-args[rev:virtual_machines]: virtual_machines
// test-args[rev:crypto]: crypto
// expect-refused[rev:bpf_map]: syscall %{nr:bpf} (bpf)
// expect-refused[rev:performance]: syscall %{nr:perf_event_open} (perf_event_open)
// expect-refused[rev:performance_of_all]: syscall %{nr:perf_event_open} (perf_event_open)
// expect-refused[rev:page_faults]: syscall %{nr:userfaultfd} (userfaultfd)
// expect-refused[rev:ring]: syscall %{nr:io_uring_setup} (io_uring_setup)
// expect-refused[rev:trace_init]: syscall %{nr:ptrace} (ptrace)
// expect-refused[rev:traced]: syscall %{nr:ptrace} (ptrace)
// expect-refused[rev:read_init]: syscall %{nr:process_vm_readv} (process_vm_readv)
// expect-refused[rev:write_init]: syscall %{nr:process_vm_writev} (process_vm_writev)
// expect-refused[rev:init_descriptor]: syscall %{nr:pidfd_open} (pidfd_open)
// expect-refused[rev:compare_init]: syscall %{nr:kcmp} (kcmp)
// expect-refused[rev:key]: syscall %{nr:add_key} (add_key)
// expect-refused[rev:session_keyring]: syscall %{nr:keyctl} (keyctl)
// expect-refused[rev:ask_for_key]: syscall %{nr:request_key} (request_key)
// expect-refused[rev:inet]: syscall %{nr:socket} (socket)
// expect-refused[rev:inet6]: syscall %{nr:socket} (socket)
// expect-refused[rev:datagram]: syscall %{nr:socket} (socket)
// expect-refused[rev:abstract]: syscall %{nr:socket} (socket)
// expect-refused[rev:packet]: syscall %{nr:socket} (socket)
// expect-refused[rev:raw]: syscall %{nr:socket} (socket)
// expect-refused[rev:routes]: syscall %{nr:socket} (socket)
// expect-refused[rev:virtual_machines]: syscall %{nr:socket} (socket)
// expect-refused[rev:crypto]: syscall %{nr:socket} (socket)
#include "powers.h"
