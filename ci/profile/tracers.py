"""Builds and runs programs in scratch folders, in parallel, and adds what they call to a cell.

Two tracers see each program: `sbx trace`, which runs it in a box that lets everything through (and says what the table lacks),
and strace with raw arguments, following children (never -c, whose summary omits exit_group). aarch64 programs run in a guest:
guest.py.
"""
import glob
import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import fuzzers
from cells import HERE, SETS

ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAMS = os.path.join(HERE, "programs")
STDIN = b"1 2 word\nmore words\n"
ENV = {"PATH": "/usr/bin:/bin", "HOME": "/src", "LC_ALL": "C"}
CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)")
GRANTS = {"base": [], "threads": ["--allow=threads"], "net": ["--allow=net"]}
# Enough for a program whose every call is asked; a shell for those that start one.
BOX = ["--time", "60", "--wall", "120", "--env", "LC_ALL=C"]


def tested_arguments():
    """call -> the argument that options.inc tests for a value, but where the rest is judged."""
    with open(os.path.join(ROOT, "engine/policy/options.inc"), encoding="utf-8") as lines:
        return {name: int(arg) for name, arg in
                re.findall(r"^OPTION\((\w+),(?!\s*kCap)[^(]*equal\((\d),", lines.read(), re.M)}


TESTED = tested_arguments()


def run(argv, cwd, env=None, stdin=STDIN, timeout=600, stderr=subprocess.DEVNULL):
    """The exit status; None when the program does not start or does not end. Output is thrown
    away. Whatever the program left running is ended with it."""
    try:
        child = subprocess.Popen(argv, cwd=cwd, env=env or ENV, stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=stderr, start_new_session=True)
    except OSError:
        return None
    try:
        child.communicate(stdin, timeout=timeout)
        return child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return None


def number(text):
    """A raw argument as the kernel's 32-bit word."""
    try:
        return int(text, 0) & 0xFFFFFFFF
    except ValueError:
        return None


def calls_in(trace):
    """The calls of one trace, "fcntl[1]=0x3" where the table tests an argument."""
    found = set()
    for line in trace.splitlines():
        match = CALL.match(line)
        if not match:
            continue  # a signal, or the second half of a call that was interrupted
        name, rest = match.groups()
        if name in TESTED:
            args = re.split(r"[,) ]+", rest)
            value = number(args[TESTED[name]]) if len(args) > TESTED[name] else None
            if value is None:
                sys.exit(f"measure: cannot read the arguments of: {line}")
            found.add(f"{name}[{TESTED[name]}]={value:#x}")
        else:
            found.add(name)
    return found


def directives(source):
    with open(source, encoding="utf-8") as lines:
        head = "".join(lines.readlines()[:3])
    flags = re.search(r"^// flags: (.+)$", head, re.M)
    return (flags.group(1).split() if flags else [],
            re.search(r"^// dynamic$", head, re.M) is not None)


class Tracer:
    def __init__(self, scratch, sbx):
        self.scratch = scratch
        self.sbx = sbx
        self.stdin = os.path.join(scratch, "stdin")
        with open(self.stdin, "wb") as out:
            out.write(STDIN)
        self.pool = ThreadPoolExecutor(max_workers=os.cpu_count())
        self.jobs = []
        self.count = 0
        self.failed = []

    def folder(self):
        self.count += 1
        path = os.path.join(self.scratch, str(self.count))
        os.mkdir(path)
        return path

    def submit(self, *args):
        self.jobs.append(self.pool.submit(*args))

    def finish(self):
        for job in self.jobs:
            job.result()
        self.jobs = []

    def boxed(self, words, answer, cwd, done):
        """Runs `sbx trace`, which leaves `answer`; done(exit code, what it said)."""
        done(run(words, cwd), "")

    def straced(self, words, log, cwd, env, done):
        """Runs strace, which leaves `log`; done as above."""
        done(run(words, cwd, env), "")

    def box(self, cell, kind, program, cwd, options, words):
        """`sbx trace`: what the program calls, and what the table of its own step lacks."""
        answer = cwd + ".json"

        def done(code, said):
            try:
                with open(answer, encoding="ascii") as text:
                    calls = json.load(text)["calls"]
            except (OSError, ValueError):
                calls = []
            if code not in (0, 1) or not calls:
                self.failed.append(f"{program}: not traced in a box: exit {code} of {' '.join([*options, *words])}\n{said}")
                return
            cell.add("sbx trace", kind, {c["call"] for c in calls}, program)
            cell.lacking |= {(kind, c["call"]) for c in calls if not c["covered"]}

        self.boxed([self.sbx, "trace", "--check", "--json", answer, "--stdin", self.stdin, "--root", cwd, *options, "--", *words],
                   answer, cwd, done)

    def strace(self, cell, kind, program, argv, cwd, env=None, before=()):
        log = cwd + ".strace"

        def done(code, said):
            if code is None:
                self.failed.append(f"{program}: does not end")
            try:
                with open(log, encoding="utf-8", errors="replace") as trace:
                    text = trace.read()
            except OSError:
                text = ""
            calls = calls_in(text)
            if not {"exit_group", "exit"} & calls and "--- SIG" not in text:
                self.failed.append(f"{program}: no end in its trace: exit {code}\n{said}")
            cell.add("strace", kind, calls, program)

        self.straced([*before, "strace", "-f", "-qq", "-e", "raw=all", "-o", log, *argv], log, cwd, {**ENV, **(env or {})}, done)

    def native(self, libc, loader=()):
        """Both tracers. LOADER: the words that start a program of another root."""
        def trace(cell, kind, program, binary, cwd):
            shell = ["--dev", "--ro", "/usr/bin=/bin", "--ro", "/usr/bin=/usr/bin"] if kind == "threads" else []
            options = [*BOX, *GRANTS[kind], *shell, f"--libc={libc}"]
            inside = "/src/" + os.path.basename(binary)
            if loader:
                options += ["--ro", f"{os.path.dirname(loader[0])}=/root"]
                words = [loader[0], "--library-path", "/root", inside]
            else:
                words = [binary]
            self.box(cell, kind, program, cwd, options, words)
            self.strace(cell, kind, program, [*loader, binary], cwd)
        return trace

    def fuzz_target(self, cell, compiler, sanitizer, cross=()):
        """A libFuzzer target in every way in which sbx-fuzz runs one. CROSS: options for another architecture."""
        source = os.path.join(PROGRAMS, "fuzz", "target.cc")
        program = os.path.basename(compiler) + (":" + sanitizer if sanitizer else "")
        binary = os.path.join(self.folder(), "target")
        if run([*fuzzers.build_words(compiler, sanitizer), *cross, "-o", binary, source], self.scratch) != 0:
            self.failed.append(f"{program}: does not build")
            return
        for kind, env, words in fuzzers.runs(sanitizer):
            cwd = self.folder()
            fuzzers.prepare(cwd)
            target = os.path.join(cwd, "target")
            os.link(binary, target)
            options = [*BOX, "--step", kind]
            for name, value in env.items():
                options += ["--env", f"{name}={value}"]
            self.box(cell, kind, program, cwd, options, [target, *words])
            if kind == "leaks":
                continue  # LeakSanitizer does not work under strace
            # Old sanitizers do not start where addresses are random in 32 bits.
            self.strace(cell, kind, program, [target, *words], cwd, env, ["setarch", "-R"])

    def command(self, cell, program, command, cwd):
        """A command of a build, by the shell."""
        self.box(cell, "compile", program, cwd, ["--step", "compile", "--env", "LC_ALL=C"], ["sh", "-c", command])
        self.strace(cell, "compile", program, ["sh", "-c", command], cwd)

    def programs(self, cell, compiler, cxx, variants, trace, root=False):
        """Every program of the corpus, by every variant (a list of flags) of a compiler. ROOT: it is
        run by another root's loader."""
        for kind in SETS:
            for source in sorted(glob.glob(os.path.join(PROGRAMS, kind, "*.c*"))):
                flags, dynamic = directives(source)
                chosen = cxx if source.endswith(".cc") else compiler
                if chosen is None or "-fopenmp" in flags and cxx is None:
                    continue  # no libstdc++, no libgomp for that C library
                for variant in variants:
                    if dynamic and "-static" in variant or "-nostdlib" in flags and root:
                        continue
                    self.submit(self.program, cell, kind, source,
                                [chosen, "-w", "-O1", "-U_FORTIFY_SOURCE"] + variant + flags, trace)

    def program(self, cell, kind, source, build, trace):
        cwd = self.folder()
        binary = os.path.join(cwd, "program")
        if source.endswith(".cc"):
            build = build + ["-std=c++20"]
        if run(build + ["-o", binary, source, "-lm", "-ldl", "-lrt", "-lpthread"], cwd) != 0:
            self.failed.append(f"{' '.join(build)} {source}: does not build")
            return
        trace(cell, kind, os.path.basename(source), binary, cwd)
