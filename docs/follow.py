#!/usr/bin/env python3
"""docs/follow.py PROGRAMS PAGE.md...: does what a page says, word for word, and holds what it prints against what the page shows.

Everything happens in an empty folder of its own, with PROGRAMS (PREFIX/bin of what is installed) first on PATH and nothing in HOME. In
the page

    ```c tests/sum.c            a block with a path after its language is a file: it is written;
    ```console                  lines after `$ ` are commands for bash, those below them what they print
                                (`...` in a line stands for anything, a line of `...` alone for any lines);
    ```sh                       anything else is only shown.

Ends 1 at the first page that does not hold, with what was printed instead.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ANY = "..."
TIMEOUT = 600  # a library is built
# Of the caller's environment: where apt finds sources, how long a night is.
KEPT = ("APT_CONFIG", "NIGHT")


def blocks(page):
    """(line, language, path, lines) of each fenced block."""
    lines = page.read_text().splitlines()
    start = None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number
        else:
            language, _, path = lines[start][3:].partition(" ")
            yield start + 1, language, path.strip(), lines[start + 1:number]
            start = None


def commands(lines):
    """(command, printed lines) of a console block; a command goes on after a backslash."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and found[-1][0].endswith("\\") and not found[-1][1]:
            found[-1][0] = found[-1][0][:-1] + line.lstrip()
        else:
            found[-1][1].append(line)
    return found


def shows(wanted, printed):
    parts = ["(?:.*\n)*?" if line == ANY else re.escape(line).replace(re.escape(ANY), ".*?") + "\n" for line in wanted]
    return re.fullmatch("".join(parts), "".join(line + "\n" for line in printed)) is not None


def follow(page, programs):
    done = 0
    with tempfile.TemporaryDirectory() as top:
        work = pathlib.Path(top) / "work"
        work.mkdir()
        os.chmod(top, 0o755)
        environment = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": f"{top}/home", "LC_ALL": "C.UTF-8",
                       "CMAKE_PREFIX_PATH": str(programs.parent),
                       **{name: os.environ[name] for name in KEPT if name in os.environ}}
        code = 0
        for number, language, path, lines in blocks(page):
            if path:
                target = work / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text("".join(line + "\n" for line in lines))
            if language != "console":
                continue
            for command, wanted in commands(lines):
                # $? is the last command's, as in one shell.
                ran = subprocess.run(["bash", "-c", f"(exit {code}); {command}"], cwd=work, env=environment, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
                code = ran.returncode
                printed = ran.stdout.decode(errors="backslashreplace").splitlines()
                if not shows(wanted, printed):
                    print(f"{page}:{number}: `{command}` prints (exit {code})", *printed, "and the page says", *wanted, sep="\n")
                    return False
                done += 1
    print(f"{page}: {done} commands do what it says")
    return done > 0


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    programs = pathlib.Path(sys.argv[1]).resolve()
    return 0 if all([follow(pathlib.Path(page), programs) for page in sys.argv[2:]]) else 1


sys.exit(main())
