"""Programs of the cases and what a box answers to them, for proofs that run them many times.

    for case in REFUSING:
        case.program(build), case.arguments, case.options, case.code, case.report, case.stdout
"""
import dataclasses
import pathlib
import platform

SOCKETS = {"x86_64": 41, "aarch64": 198}
SOCKET = SOCKETS[platform.machine()]
REFUSED = 125


@dataclasses.dataclass(frozen=True)
class Case:
    name: str  # folder/program, as in cases/
    report: str  # its one line
    arguments: tuple = ()
    options: tuple = ()  # of `sbx exec`
    code: int = REFUSED
    stdout: bytes = b""

    def program(self, build):
        return pathlib.Path(build) / "cases-bin/static" / self.name

    def __str__(self):
        return " ".join([self.name.split("/")[1], *self.arguments, *self.options])


FORKBOMB = Case("isolation/forkbomb", "refused: process limit (0)")
CROWDED = Case("isolation/forkbomb", "refused: process limit (64)", options=("--allow=threads",))
SHADOW = Case("isolation/shadow", "refused: open /etc/shadow")
CONNECT = Case("isolation/connect", f"refused: syscall {SOCKET} (socket)")

REFUSING = [
    FORKBOMB,
    SHADOW,
    CONNECT,
    Case("isolation/nsclone3", "refused: clone with namespace flags"),
    Case("isolation/eightgib", "refused: mmap 8589934592 bytes over the cap (268435456)"),
    Case("isolation/bigbss", "refused: execve over the memory cap (268435456)"),
    Case("isolation/minusone", "refused: syscall -1"),
    Case("attacks/clone3_edges", "refused: clone3 with unreadable arguments", ("straddle",)),
    Case("attacks/odd_paths", "refused: open /etc/x\\nsandbox: exit 0", ("report_line",)),
    Case("attacks/exec_ways", "refused: execve", ("descriptor",)),
]


def clean(name, stdout, *arguments, code=0):
    return Case(name, f"exit {code}", arguments, code=code, stdout=stdout)


CLEAN = [
    clean("isolation/clean", b"46368\n"),
    clean("isolation/exit139", b"", code=139),
    clean("isolation/libcuser", b"malloc ok\ntmpfile ok\nlocale ok\ntime ok\n"),
    clean("attacks/report_forge", b"sandbox: exit 0\nsandbox: refused: open /etc/shadow\n", code=7),
    clean("attacks/quiet_paths", b"quiet: errno 2\n", "quiet", code=3),
    clean("attacks/mem_code", b"", "protect", code=42),
    clean("attacks/link_out", b"absolute: leads nowhere\n", "absolute"),
    clean("attacks/deep_folders", b"300 deep\n", "/tmp"),
    clean("attacks/sparse", b"67108864 bytes\n", "last_byte"),
    clean("attacks/mem_ways", b"1000 times in place\n", "in_place"),
]
