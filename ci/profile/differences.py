"""Why `sbx trace`, in a box, and strace, outside, see different calls of one program. Measured."""
import re

# by whom alone, sets, calls, reason
KNOWN = [
    ("sbx trace", "leaks", ".*",
     "LeakSanitizer does not work under strace: the set is measured in a box alone"),
    ("sbx trace", "base threads compile", "sched_getaffinity",
     "a box has no /sys/devices/system/cpu/online: glibc counts processors by their affinity"),
    ("sbx trace", "compile", "mincore",
     "a box has no /proc/self/maps: libsigsegv of grep, gawk, diff and m4 looks for its stack so"),
]


def reason_for(by, kind, call):
    """None: not known."""
    for tracer, sets, calls, reason in KNOWN:
        if by == tracer and kind in sets.split() and re.fullmatch(calls, call):
            return reason
    return None
