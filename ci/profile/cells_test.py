"""ci/profile/cells: a list names every toolchain that makes a call, and is compared by each. Run by ctest."""
import tempfile

import cells
import tracers

SEEN = {("base", "read"): {"a.c", "b.c", "c.c", "d.c"}, ("threads", "wait4"): {"t.c"}, ("net", "bind"): {"n.c"},
        ("compile", "read"): {"tcc", "gcc"}, ("compile", "wait4"): {"gcc", "g++", "sh", "make"}}
# What is base's is no toolchain's; tcc needs nothing more, and is named all the same.
assert cells.toolchains(SEEN) == {"tcc": set(), "gcc": {"wait4"}, "g++": {"wait4"}, "sh": {"wait4"}, "make": {"wait4"}}
ROWS = {("base", "read"), ("threads", "wait4"), ("net", "bind")}
assert cells.rows_of(SEEN) == ROWS | {("compile", "wait4", tool) for tool in ("gcc", "g++", "sh", "make")}

with tempfile.TemporaryDirectory() as cells.LISTS:
    cell = cells.Cell("x86_64-glibc-0")
    text = cell.text(SEEN)
    with open(cell.path, "w", encoding="ascii") as out:
        out.write(text)
    assert text.splitlines()[1:] == ["base     read                     a.c,b.c,c.c", "threads  wait4                    t.c",
                                     "net      bind                     n.c", "compile  wait4                    g++,gcc,make,sh"], text
    assert cells.rows_of(cell.read()) == cells.rows_of(SEEN)  # nothing that is compared is lost on the way

# strace's rows name the argument that sbx trace names: none of a call that is judged unless it is the loader's.
assert tracers.TESTED["fcntl"] == 1 and "mmap" not in tracers.TESTED
