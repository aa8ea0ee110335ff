#!/usr/bin/env python3
"""ci/layers.py: fails when a file includes something its folder may not. The table: ci/layers.txt."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The room (child/step.cc, child/carrier.cc, child/reaper.cc, child/reap.cc, child/line.cc, child/init.cc) may see these alone: whatever else it included could bring
# in libc.
ROOM = {"child/carrier.h", "child/reaper.h", "child/reap.h", "child/line.h", "child/init.h", "child/step.h", "child/wire.h", "plan/op.h", "sys/raw_syscall.h",
        "sys/start_on.h", "sys/kernel_abi.h"}
ROOM_FILES = tuple("engine/" + name for name in ROOM) + ("engine/child/carrier.cc", "engine/child/reaper.cc", "engine/child/line.cc", "engine/child/reap.cc", "engine/child/init.cc", "engine/child/step.cc")


def read_table():
    table = {}
    for line in (ROOT / "ci/layers.txt").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            table[words[0]] = words[1:]
    return table


def resolve(include, folder):
    """The file an include names, relative to the project's root; None for third-party headers."""
    for base in ("engine/include", "engine", ".", folder):
        if (ROOT / base / include).is_file():
            return (pathlib.PurePosixPath(base) / include).as_posix().removeprefix("./")
    return None


def main():
    table = read_table()
    bad = 0
    files = subprocess.run(["git", "ls-files", "*.h", "*.cc", "*.inc"], cwd=ROOT, text=True,
                           capture_output=True, check=True).stdout.split()
    for name in files:
        if name.startswith(("cases/", "ci/", "docs/", "bench/programs/", "engine/testcases/")):
            continue
        folder = str(pathlib.PurePosixPath(name).parent)
        if folder not in table:
            print(f"{name}: the folder {folder} is not in ci/layers.txt")
            bad += 1
            continue
        test = name.endswith("_test.cc")
        for number, line in enumerate((ROOT / name).read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not match:
                continue
            target = resolve(match[1], folder)
            if name in ROOM_FILES and match[1] not in ROOM:
                print(f"{name}:{number}: the room may not include {match[1]}")
                bad += 1
            if target is None:
                continue
            allowed = [folder] + table[folder] + (["engine/client"] if test else [])
            if not any(target == a or target.startswith(a + "/") for a in allowed):
                print(f"{name}:{number}: {folder} may not include {target}")
                bad += 1
    return 1 if bad else 0


sys.exit(main())
