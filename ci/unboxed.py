"""ci/unboxed.py - a program compiled and run outside any box, as the comparisons need it.

    end = run(["gcc", "-O1", "-o", PRODUCT, "./a.c"], folder)
    end.compiled, end.exit, end.signal, end.out

The program runs in an empty folder of its own, with a box's environment and no input. The two steps
leave nothing behind. Thread-safe.
"""

import dataclasses
import signal
import subprocess
import tempfile

PRODUCT = "{product}"
SECONDS = 300  # by the clock, of either step: a busy host is no failure
CPU_SECONDS = 20  # of the program


@dataclasses.dataclass
class End:
    compiled: bool = False
    exit: int = 0
    signal: str = ""  # "ABRT"; empty: it exited
    out: bytes = b""
    said: str = ""  # what the compiler wrote where it failed
    late: bool = False  # a step took too long and was ended


def environment(more=None):
    return {"HOME": "/src", "PATH": "/usr/bin:/bin", **(more or {})}


def run(argv, folder, env=None, cpu_seconds=CPU_SECONDS):
    with tempfile.TemporaryDirectory(prefix="unboxed.") as place:
        product = place + "/prog"
        try:
            built = subprocess.run([product if word == PRODUCT else word for word in argv], cwd=folder,
                                   env=environment({"TMPDIR": place}), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
            if built.returncode != 0:
                return End(said=built.stdout.decode(errors="replace"), exit=built.returncode)
            with tempfile.TemporaryDirectory(prefix="unboxed.") as empty:
                limits = ["/usr/bin/prlimit", "--core=0", f"--cpu={cpu_seconds}"]
                done = subprocess.run([*limits, product], cwd=empty, env=environment(env), stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=SECONDS)
        except subprocess.TimeoutExpired as ended:
            return End(said=f"{ended.cmd[0]} took longer than {ended.timeout} s", late=True)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return End(said=f"took more than {cpu_seconds} s of the processor", late=True)
    if done.returncode < 0:
        return End(True, 0, signal.Signals(-done.returncode).name[3:], done.stdout)
    return End(True, done.returncode, "", done.stdout)
