"""A cell and its list: what the programs of one architecture, C library and version call."""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
LISTS = os.path.join(HERE, "lists")
SETS = ("base", "threads", "net")
COMPILE = "compile"
FUZZ = ("fuzz", "leaks")
KEEP = 3  # programs named a line; of compile all, for they are the toolchains


class Cell:
    """seen: (set, call) -> programs; by: the same for each tracer; lacking: (set, call) a box's table refused."""

    def __init__(self, name):
        self.name = name
        self.seen = {}
        self.by = {}
        self.lacking = set()

    def add(self, tracer, kind, calls, program):
        mine = self.by.setdefault(tracer, {})
        for call in calls:
            self.seen.setdefault((kind, call), set()).add(program)
            mine.setdefault((kind, call), set()).add(program)

    @property
    def path(self):
        return os.path.join(LISTS, self.name + ".list")

    def read(self):
        """The committed list, in the form of `seen`."""
        have = {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as lines:
                for line in lines:
                    if not line.startswith("#"):
                        kind, call, programs = line.split()
                        have[(kind, call)] = set(programs.split(","))
        return have

    def text(self, seen):
        lines = [f"# {self.name} - written by ci/profile/measure. Do not edit."]
        order = {kind: i for i, kind in enumerate(SETS + (COMPILE, *FUZZ))}
        for kind, call in sorted(listed(seen), key=lambda key: (order[key[0]], key[1])):
            programs = ",".join(sorted(seen[(kind, call)])[:None if kind == COMPILE else KEEP])
            lines.append(f"{kind:8} {call:24} {programs}")
        return "\n".join(lines) + "\n"


def listed(seen):
    """The rows of a list: a call of base stands there alone."""
    return {(kind, call) for kind, call in seen if kind == "base" or ("base", call) not in seen}


def rows_of(seen):
    """What two lists are compared by: each call of a set, and of compile each with the toolchain that makes it."""
    rows = {key for key in listed(seen) if key[0] != COMPILE}
    return rows | {(COMPILE, call, tool) for tool, calls in toolchains(seen).items() for call in calls}


def toolchains(seen):
    """toolchain -> what it calls beyond base: what it would lose without the compile set."""
    alone = {tool: set() for (kind, _), tools in seen.items() if kind == COMPILE for tool in tools}
    for kind, call in listed(seen):
        for tool in seen[(kind, call)] if kind == COMPILE else ():
            alone[tool].add(call)
    return alone
