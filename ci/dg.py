"""ci/dg.py - what a program of GCC's own suite asks of whoever runs it: its `{ dg-... }` directives.

    settings = read(pathlib.Path("pr100.C").read_text(), cxx=True)
    settings.options == ["-std=gnu++17", "-O2"], settings.sources == ["pr100-b.cc"]

Only what decides how a program is compiled and run is read; what scans the compiler's dumps or
messages is not. Targets are judged for x86_64-linux-gnu with the GCC of Debian 12. Pure.
`python3 -m doctest ci/dg.py` checks the examples.
"""

import dataclasses
import fnmatch
import itertools
import re
import shlex

TRIPLET = "x86_64-pc-linux-gnu"
# What DejaGnu's "effective targets" are here; C++ standards are judged apart.
HERE = {name: True for name in (
    "alloca bmi2 c99_runtime cet dfp double64plus fileio fopenmp fpic fstack_protector indirect_jumps "
    "init_priority int128 int32 int32plus label_values large_long_double longlong64 lp64 lto mmap native "
    "non_bionic pcc_bitfield_type_matters pie_enabled profile_update_atomic pthread pthread_h return_address "
    "signal size20plus size24plus sse2_runtime sse4_runtime sse_runtime stdint_types sync_long_long_runtime tls "
    "tls_runtime trampolines ucn untyped_assembly unwrapped").split()}
HERE.update({name: False for name in (
    "arm32 arm_eabi arm_fp16_alternative_ok arm_neon arm_thumb1_ok default_packed freestanding gld hard_float "
    "hwaddress_exec ia32 ilp32 mips64 newlib newlib_nano_io nonpic pow10 powerpc_altivec_ok powerpc_spe_nocache "
    "run_expensive_tests vmx_hw vxworks_kernel").split()})
STANDARDS = ["17", "20", "23", "14", "11", "98"]  # in the order they are tried: GCC 12's default first
LEVELS = ["", "-O2", "-O0"]  # the toolchain's own level first
# Options whose results nobody here looks at, and which write files beside the source.
DROPPED = re.compile(r"-save-temps.*|-fdump-.*|-fprofile-note=.*")


class UnknownTarget(Exception):
    """A name that is in neither table."""


def standard_holds(name, standard):
    """c++11, c++14_down, c++17_only for -std=gnu++STANDARD; None: the name is no standard."""
    found = re.fullmatch(r"c\+\+(\w\w)(_down|_only)?", name)
    if not found:
        return None
    year = {"1z": "17", "2a": "20", "2b": "23"}.get(found[1], found[1])
    order = ["98", "11", "14", "17", "20", "23"]
    asked, have = order.index(year), order.index(standard)
    return have <= asked if found[2] == "_down" else have == asked if found[2] == "_only" else have >= asked


def atom_holds(name, standard):
    if "-" in name and not name.startswith("c++"):
        return fnmatch.fnmatch(TRIPLET, name)
    known = standard_holds(name, standard)
    if known is None and name not in HERE:
        raise UnknownTarget(name)
    return HERE[name] if known is None else known


def holds(expression, standard="17"):
    """Whether a target expression, as text or as parsed by `words`, is true.

    >>> holds("i?86-*-* x86_64-*-*"), holds("{ i?86-*-* x86_64-*-* } && { ! ia32 }"), holds("{ ! lp64 } || arm*-*-*")
    (True, True, False)
    >>> holds("c++14_down", "14"), holds("c++14_down", "17"), holds("c++2a", "20")
    (True, False, True)
    """
    items = words(expression) if isinstance(expression, str) else expression

    def alternative(part):  # `a && ! { b c }`; what stands side by side is one or the other
        value, i = None, 0
        both = True
        group = []
        for item in part + ["&&"]:
            if item != "&&":
                group.append(item)
                continue
            value, negated = False, False
            for one in group:
                if one == "!":
                    negated = not negated
                    continue
                true = holds(one, standard) if isinstance(one, list) else atom_holds(one, standard)
                value, negated = value or (true != negated), False
            both, group = both and value, []
        return both

    parts, current = [], []
    for item in items:
        if item == "||":
            parts.append(current)
            current = []
        else:
            current.append(item)
    return any([alternative(part) for part in parts + [current]])


def words(text):
    """The words of a Tcl list; a braced one is a list itself, a quoted one a word.

    >>> words('dg-options "-O2 -w" { target { ! c++17 } }')
    ['dg-options', '-O2 -w', ['target', ['!', 'c++17']]]
    """
    stack = [[]]
    for quoted, brace, word in re.findall(r'"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}"]+)', text):
        if brace == "{":
            stack.append([])
        elif brace == "}":
            if len(stack) > 1:
                inner = stack.pop()
                stack[-1].append(inner)
        elif word.startswith("!") and len(word) > 1:
            stack[-1] += ["!", word[1:]]
        else:
            stack[-1].append(word or quoted)
    return stack[0]


def directives(text):
    """Every `{ dg-NAME ... }` on one line, as words."""
    found = []
    for line in text.splitlines():
        start = re.search(r"\{\s*dg-", line)
        if start:
            depth, end = 0, len(line)
            for i in range(start.start(), len(line)):
                depth += {"{": 1, "}": -1}.get(line[i], 0)
                if depth == 0:
                    end = i
                    break
            found.append(words(line[start.start() + 1:end]))
    return found


def flat(item):
    return " ".join(flat(i) for i in item) if isinstance(item, list) else item


@dataclasses.dataclass
class Settings:
    """How one program is compiled and run."""
    runs: bool = False  # the suite runs it; else it only compiles it
    options: list = dataclasses.field(default_factory=list)
    sources: list = dataclasses.field(default_factory=list)  # further ones, in the program's folder
    env: dict = dataclasses.field(default_factory=dict)
    unmet: str = ""  # why it is not for this machine; empty: it is


def applies(line, standard, at=2):
    """The selector of an options-like directive: absent, or { target X } that holds."""
    selector = next((w for w in line[at:] if isinstance(w, list)), None)
    return selector is None or selector[:1] != ["target"] or holds(selector[1:], standard)


def unmet(lines, standard, options):
    """Why the suite would not run the program with these options; empty: it would."""
    for line in lines:
        name = line[0]
        if name == "dg-do" and len(line) > 2 and isinstance(line[2], list) and line[2][:1] == ["target"]:
            if not holds(line[2][1:], standard):
                return "only for " + flat(line[2][1:])
        elif name == "dg-require-effective-target":
            if applies(line, standard) and not holds([line[1]], standard):
                return "needs " + flat(line[1])
        elif name == "dg-skip-if":
            target = line[2] if isinstance(line[2], list) else [line[2]]
            flags = [flat(w).split() for w in line[3:5]] + [["*"], [""]][len(line[3:5]):]
            given = [o for o in options if o]
            has = lambda patterns: any(p == "*" or any(fnmatch.fnmatch(o, p) for o in given) for p in patterns)
            if holds(target, standard) and has(flags[0]) and not has([f for f in flags[1] if f]):
                return "not with these options or on this target: " + (line[1] or flat(line[2:]))
    return ""


def options_of(lines, standard):
    options, more = [], []
    for line in lines:
        if line[0] in ("dg-options", "dg-additional-options") and applies(line, standard):
            given = shlex.split(flat(line[1]).replace("\\", ""))
            if line[0] == "dg-options":
                options = given  # the last that applies
            else:
                more += given
    return [o for o in options + more if not DROPPED.fullmatch(o)]


def attempt(lines, level, standard, cxx, flags):
    """The options at this level and standard, and why the suite would not run that."""
    own = flags + options_of(lines, standard)
    written = next((o for o in reversed(own) if o.startswith("-std=")), "")
    given = re.sub(r".*\+\+", "", written) if cxx and written else standard
    given = {"0x": "11", "1y": "14", "1z": "17", "2a": "20", "2b": "23", "03": "98"}.get(given, given)
    first = ([] if written or not cxx else ["-std=gnu++" + standard]) + ([level] if level else [])
    options = first + own
    return options, unmet(lines, given, ([] if level else ["-O1"]) + options)


def read(text, cxx, flags=()):
    """The settings of one program; flags: what its folder's .exp file adds for every program.

    >>> s = read('// { dg-do run { target c++20 } }\\n// { dg-options "-O2 -fdump-tree-ssa" }', cxx=True)
    >>> s.runs, s.options, s.unmet
    (True, ['-std=gnu++20', '-O2'], '')
    >>> read('/* { dg-do run { target arm*-*-* } } */', cxx=False).unmet
    'only for arm*-*-*'
    """
    lines = [line for line in directives(text) if line]
    settings = Settings()
    what = [line for line in lines if line[0] == "dg-do"]
    settings.runs = any(len(line) > 1 and line[1] == "run" for line in what) or (not cxx and not what)
    if not settings.runs:
        return settings
    lines = [line for line in lines if line[0] != "dg-do" or line[1:2] == ["run"]]
    for line in lines:
        if line[0] == "dg-additional-sources":
            settings.sources += flat(line[1]).split()
        elif line[0] == "dg-set-target-env-var":
            settings.env[line[1]] = line[2]
    why = ""
    for level, standard in itertools.product(LEVELS, STANDARDS if cxx else ["17"]):
        try:
            settings.options, settings.unmet = attempt(lines, level, standard, cxx, list(flags))
        except UnknownTarget as name:
            settings.unmet = f"asks for '{name}', which ci/dg.py does not know"
        why = why or settings.unmet
        if not settings.unmet:
            return settings
    settings.unmet = why
    return settings
