"""What ci/walls knows: the walls behind the filter, by what a program meets when the filter lets it through."""

HEAD = """# The second wall

Written by `ci/walls`; do not edit. Every behaviour of `cases/attacks` and `cases/isolation` that a box refuses by its filter was let
through once, by a supervisor that answers *go on* to everything, as root and as uid 65534. The table says what the program met then.
Where the last column says **the filter alone**, nothing else stops the call; the reason says what it can do.

Not listed: {same} revisions that end the same either way, for another wall (the tree, a cap, a clock, a relay) stops them in the
first place, or nothing needs to. Not run: `thread_races`, whose threads go on till the clock ends them.

| behaviour | what the box says | without the filter | the wall that is left |
|---|---|---|---|
"""

MIDDLE = """

## Every refused call

One row a kind of call, of those that no program may make without a grant (`cases/attacks/calls_*`); `powers_*` above makes the
dangerous ones with arguments that would do something.

| kind | calls | the wall that is left |
|---|---|---|
"""

TREE = "the tree: the file is not there"
LANDLOCK = "Landlock: `/` is granted to nobody"
CAPABILITY = "no capability: the step has none, in no namespace"
NSLIMIT = "`user.max_*_namespaces` are 0 in the box"
AS = "RLIMIT_AS"
NPROC = "RLIMIT_NPROC (16 above the counter) and the pid namespace: all of them end with the box"
ARGUMENTS = "the kernel refuses the arguments"
KILLED = "the kernel ends the program"
FILTER = "**the filter alone**: "
ANY = r".*"

# (case and revision, what was met, the wall): the first that fits.
RULES = [
    (r"bss_caps.*|bigbss", r"killed: signal 11 .*", f"{AS}: the kernel ends the program in execve"),
    (r"mem_ways.*|eightgib|manymaps", ANY, AS),
    (r"forkbomb.*|threadstorm|spawn_.*|signal_storm#process|clone3_edges#(first_version|last_bytes|parent|thread)|ns_flags#clone_time",
     r"carried out|exit \d+.*|killed: signal 11.*", NPROC),
    (r"foreign_abi#i386_fork", ANY, NPROC),
    (r"flips#struct.*", r"carried out", f"{NPROC}; {NSLIMIT}"),
    (r"flips#(name|folder|descriptor)", r"exit 3", TREE),
    (r"daemon#fork", ANY, "the pid namespace: it ends with the box"),
    (r"clone3_edges.*|ns_flags.*|nsclone.*", r"ENOSPC", NSLIMIT),
    (r"clone3_edges#set_tid", r"EPERM", CAPABILITY),
    (r"clone3_edges.*|ns_flags#(?!enter).*", r"EPERM", CAPABILITY),
    (r"nsclone3?", ANY, f"{NSLIMIT}; {CAPABILITY}"),
    (r"clone3_edges.*|ns_flags.*", r"EFAULT|EINVAL|E2BIG|EBADF", ARGUMENTS),
    (r"ns_flags#(nothing|files)", r"carried out", FILTER + "what it unshares is its own"),
    (r"exec_ways.*|execself|mem_code#tree_file|.*#spawn", r"carried out",
     FILTER + "what it starts has the same tree, caps, domain and filter"),
    (r"exec_ways#(script|shell|missing|no_arguments|empty_name)", r"ENOENT", TREE),
    (r"exec_ways.*", r"EACCES", "Landlock and the tree: no file to execute"),
    (r"exec_ways.*", r"EFAULT|ENAMETOOLONG", ARGUMENTS),
    (r"int80|foreign_abi#i386_(getpid|exit|compat_exit)", ANY,
     FILTER + "the i386 entry reaches the same kernel; the tree, the domain, the namespaces and the limits hold there too"),
    (r"foreign_abi#i386_(unknown|restart)", ANY, "the kernel has no such call"),
    (r"foreign_abi#i386_.*", r"an error", "the call fails by itself: no address below 4 GiB was given"),
    (r"foreign_abi#i386_compat", r"killed.*", KILLED),
    (r"x32|foreign_abi#x32.*|numbers_x86_64.*|numbers.*|minusone", ANY, "the kernel has no such call (ENOSYS); without x32 that entry is one"),
    (r"kill_ways#(group|group_stop|own_group)", r"killed.*", "the pid namespace and the session: the program reaches itself; the wall clock ends one that stops itself"),
    (r"kill_ways#(queued|queued_thread)", r"killed.*", "the pid namespace: the program reaches itself"),
    (r"kill_ways.*", ANY, "the pid namespace: nobody else is there, and its init takes no signals"),
    (r"link_out#nameless", ANY, "the overlay: a name in the box's own copy"),
    (r"mem_code#.*", ANY, FILTER + "memory that no cap counts until it is mapped (RLIMIT_FSIZE bounds one file, NOFILE their number)"),
    (r"special_files#(device|whiteout)", ANY, f"{CAPABILITY}; every mount is nodev"),
    (r"special_files#(fifo|socket|plain_file)", ANY, "the overlay: a file of the box's own copy, gone with it"),
    (r"special_files#immutable", ANY, CAPABILITY),
    (r"special_files#.*", ANY, "the overlay: an attribute of the box's own copy, gone with it"),
    (r"own_filter#(kill)", ANY, f"{KILLED}: a filter can only take away"),
    (r"own_filter#(listener|strict|strict_by_prctl)", ANY, "the kernel: a second listener is EBUSY, strict mode needs no filter before it"),
    (r"own_filter.*", ANY, FILTER + "another filter can only take away"),
    (r"options.*#(user_dispatch)", ANY, f"{KILLED}: the program meets its own trap"),
    (r"options.*", r"EPERM", CAPABILITY),
    (r"options.*", r"ENOTTY", "no terminal reaches a step: its streams are pipes"),
    (r"options.*", r"EINVAL|EFAULT|EBADF|ENOTDIR|EACCES", ARGUMENTS),
    (r"options.*", ANY, FILTER + "it changes the caller itself, or asks about it; its limits, its domain and its namespaces do not change"),
    (r"vsyscall#time", ANY, FILTER + "it reads a clock"),
    (r"(bind|connect)", r"carried out", "the network namespace: no interface is up; Landlock grants no port"),
    (r"powers_host#(module|remove_module|new_kernel|quota)", r"EPERM|ENOSYS|ENODEV", CAPABILITY),
    (r"powers_\w+#(inet|inet6)", r"EACCES", "Landlock grants no port; the network namespace has no interface up"),
    (r"powers_\w+#datagram", r"ENETUNREACH", "the network namespace: no interface is up"),
    (r"powers_\w+#abstract", r"ECONNREFUSED", "the network namespace has its own abstract sockets; Landlock scopes them from ABI 6"),
    (r"powers_\w+#crypto", r"EAFNOSUPPORT|carried out", FILTER + "where the kernel has the family, its ciphers are the program's to use"),
    (r"powers_\w+#routes", r"carried out", "the network namespace: the routes are its own, and changing them needs a capability"),
    (r"powers_\w+#virtual_machines", r"carried out|EAFNOSUPPORT",
     FILTER + "the sockets of virtual machines are in no namespace; `--allow=net` has no row for them either"),
    (r"powers_\w+#(shared_memory|messages|semaphores)", r"ENOSPC|EINVAL",
     "`shmmni`, `msgmni` and `sem` are 0 in the box, where the kernel lets a namespace set them (6.11); the IPC namespace"),
    (r"powers_\w+#queue", r"ENOSPC|EACCES", "`fs.mqueue.queues_max` is 0 in the box; the IPC namespace: queues end with the box"),
    (r"powers_\w+#ring", r"carried out",
     FILTER + "a ring's operations pass no filter, but the tree, the domain, the network namespace and the limits hold for them"),
    (r"powers_\w+#(key|session_keyring|ask_for_key)", r"carried out|ENOKEY|EDQUOT",
     FILTER + "keys belong to the user namespace and its quota; a session's keyring is not the box's own"),
    (r"powers_\w+#(performance|performance_of_all)", r"EACCES|EPERM", "no capability, and `kernel.perf_event_paranoid`"),
    (r"powers_\w+#page_faults", r"EPERM", "no capability, and `vm.unprivileged_userfaultfd`"),
    (r"powers_\w+#bpf_map", r"EPERM", "no capability, and `kernel.unprivileged_bpf_disabled`"),
    (r"powers_\w+#traced", r"carried out", FILTER + "its tracer is the box's init, which lets it be"),
    (r"powers_\w+#(trace_init|read_init|write_init|init_descriptor|compare_init|pages_of_init)", r"EPERM|ESRCH",
     "no capability, and Landlock: nothing outside its domain can be traced or read"),
    (r"powers_\w+#watch_names", r"carried out", FILTER + "it watches files that it may read anyway"),
    (r"powers_\w+#(user|users|group)", r"EINVAL", "the user namespace maps one id"),
    (r"powers_\w+#lock_memory", r"carried out|ENOMEM|EPERM", "RLIMIT_AS bounds it, RLIMIT_MEMLOCK where the host sets it lower"),
    (r"powers_\w+#priority", r"EACCES|EPERM", CAPABILITY),
    (r"powers_\w+#trusted_attribute", r"EPERM|EOPNOTSUPP", CAPABILITY),
    (r"powers_\w+#.*", r"EPERM", CAPABILITY),
    (r"open_old.*", r"exit 3: came back", "the tree, and a sealed root (EROFS); what cannot be read is EFAULT"),
    (r"open_ways#folder_only", r"carried out", "the tree: `/etc` of the box, which holds `ld.so.cache` alone; O_PATH reads nothing"),
    (r"open_ways#(made|nameless)", r"EROFS", "the tree: the box's root is sealed read-only"),
    (r"open_ways#openat2_.*", r"EXDEV|EAGAIN|EINVAL", ARGUMENTS),
    (r"odd_paths.*|open_.*|proc_.*|quiet_paths.*|shadow|signal_storm#refused|close_streams.*", r"ENOENT", TREE),
    (r"odd_paths.*|open_.*", r"EACCES", LANDLOCK),
    (r"odd_paths.*|open_.*", r"EFAULT|ENAMETOOLONG", ARGUMENTS),
    (r"shadow|close_streams#outside|signal_storm#refused", r"exit \d+.*", TREE),
]

# Ends that are another from run to run: threads race, a struct changes, or a thread shares its maker's stack.
STEADY = [
    (r"clone3_edges#thread|spawn_ways#(raw_)?thread|spawn_limit#clone3|signal_storm#process|flips#struct.*", "carried out"),
]

# kind: (the wall that is left, the calls)
CALLS = {
    "rights over the host": (CAPABILITY, """
        _sysctl acct adjtimex afs_syscall bpf chroot clock_adjtime clock_settime create_module delete_module fanotify_init fanotify_mark
        finit_module fsconfig fsmount fsopen fspick get_kernel_syms init_module ioperm iopl ioprio_set kexec_file_load kexec_load
        lookup_dcookie mknod mknodat mount mount_setattr move_mount nfsservctl open_by_handle_at open_tree open_tree_attr perf_event_open
        pivot_root query_module quotactl quotactl_fd reboot sched_setaffinity sched_setattr sched_setparam sched_setscheduler
        setdomainname setgroups sethostname setpriority settimeofday swapoff swapon syslog umount2 userfaultfd vhangup"""),
    "namespaces": (f"{NSLIMIT}; {CAPABILITY}", "setns unshare listns"),
    "networks": ("the network namespace: no interface is up; Landlock grants no port", """
        accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg sendmsg sendto setsockopt
        shutdown socket socketpair"""),
    "objects shared by name": ("the IPC namespace: they end with the box. What they hold is counted by **the filter alone**", """
        mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink msgctl msgget msgrcv msgsnd semctl semget semop semtimedop
        shmat shmctl shmdt shmget"""),
    "users and groups": ("the user namespace maps one id; no new privileges", """
        capget capset setfsgid setfsuid setgid setregid setresgid setresuid setreuid setuid"""),
    "other processes": ("the pid namespace: those of the box; Landlock: none outside the program's domain is traced or read", """
        get_robust_list kcmp migrate_pages move_pages pidfd_getfd pidfd_open pidfd_send_signal process_madvise process_mrelease
        process_vm_readv process_vm_writev ptrace rt_tgsigqueueinfo setpgid setsid wait4 waitid"""),
    "files and their attributes": ("the tree, the overlay and Landlock, as for the calls that are allowed", """
        cachestat copy_file_range fchmodat2 fgetxattr file_getattr file_setattr flistxattr fremovexattr fsetxattr getdents getxattr
        getxattrat inotify_add_watch inotify_init inotify_init1 inotify_rm_watch lgetxattr linkat listmount listxattr listxattrat llistxattr
        lremovexattr lsetxattr name_to_handle_at removexattr removexattrat renameat2 setxattr setxattrat statmount symlinkat sync
        sync_file_range syncfs sysfs ustat"""),
    "objects behind a descriptor": ("RLIMIT_NOFILE: 64 of them, the caller's own", """
        epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 signalfd signalfd4 splice tee
        timerfd_create timerfd_gettime timerfd_settime vmsplice"""),
    "memory without a name": (FILTER + "no cap counts it until it is mapped; RLIMIT_FSIZE bounds one file, RLIMIT_NOFILE their number",
                              "memfd_create memfd_secret"),
    "its own memory": ("RLIMIT_AS, RLIMIT_MEMLOCK", """
        get_mempolicy map_shadow_stack mbind mincore mlock mlock2 mlockall mseal munlock munlockall pkey_alloc pkey_free pkey_mprotect
        remap_file_pages set_mempolicy set_mempolicy_home_node"""),
    "its own rules and ranks": ("they read, or take away; limits are hard", """
        futex_requeue futex_wait futex_waitv futex_wake get_thread_area getrlimit ioprio_get landlock_add_rule landlock_create_ruleset
        landlock_restrict_self lsm_get_self_attr lsm_list_modules lsm_set_self_attr membarrier modify_ldt personality rseq_slice_yield
        sched_get_priority_max sched_get_priority_min sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval seccomp
        set_thread_area setrlimit"""),
    "rings and queues of input and output": (FILTER + "their operations pass no filter, but the tree, the domain, the network namespace "
                                             "and the limits hold for them", """
        io_cancel io_destroy io_getevents io_pgetevents io_setup io_submit io_uring_enter io_uring_register io_uring_setup"""),
    "keys": (FILTER + "keys belong to the user namespace and its quota; a session's keyring is not the box's own",
             "add_key keyctl request_key"),
    "calls no kernel has any more": ("ENOSYS", """
        epoll_ctl_old epoll_wait_old getpmsg putpmsg security tuxcall uselib vserver"""),
}
