"""ci/profile/generate: reproduces the table, and fails on what it must not guess. Run by ctest."""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "engine/policy/syscalls.inc")


class Try:
    """A copy of the lists and reasons that may be changed."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(os.path.join(HERE, "lists"), os.path.join(folder, "lists"))
        shutil.copy(os.path.join(HERE, "reasons"), folder)
        self.table = os.path.join(folder, "table.inc")

    def edit(self, name, change):
        path = os.path.join(self.folder, name)
        with open(path, encoding="ascii") as text:
            before = text.read()
        after = change(before)
        assert before != after, f"nothing to change in {name}"
        with open(path, "w", encoding="ascii") as out:
            out.write(after)

    def generate(self, *words):
        return subprocess.run([os.path.join(HERE, "generate"), *words, "--lists", os.path.join(self.folder, "lists"),
                               "--reasons", os.path.join(self.folder, "reasons"), "--table", self.table],
                              capture_output=True, text=True)

    def rows(self):
        with open(self.table, encoding="ascii") as text:
            return text.read()


GLIBC, MUSL = "lists/x86_64-glibc-2.36.list", "lists/x86_64-musl-1.2.3.list"


def lines_without(word):
    return lambda text: "".join(line for line in text.splitlines(True) if word not in line.split())


def fails(name, change, said):
    with tempfile.TemporaryDirectory() as folder:
        t = Try(folder)
        t.edit(name, change)
        got = t.generate()
        assert got.returncode == 1 and said in got.stderr, f"{said}: exit {got.returncode}: {got.stderr}"


def gives(changes, row):
    with tempfile.TemporaryDirectory() as folder:
        t = Try(folder)
        for name, change in changes:
            t.edit(name, change)
        got = t.generate()
        assert got.returncode == 0, got.stderr
        assert any(line.split('"')[0].split() == row.split() for line in t.rows().splitlines()), f"no {row}"


def reproduces():
    with tempfile.TemporaryDirectory() as folder:
        t = Try(folder)
        assert t.generate().returncode == 0
        with open(TABLE, encoding="ascii") as have:
            assert t.rows() == have.read(), "the committed table is another"
        assert t.generate("--check").returncode == 0
        t.edit("table.inc", lambda text: text.replace("ROW(read,", "ROW(readv,", 1))
        got = t.generate("--check")
        assert got.returncode == 1 and "is not what the lists and reasons give" in got.stdout, got.stdout


reproduces()
fails(GLIBC, lambda text: text + "base     mount                    x.c\n", "mount was measured and has no reason")
fails("reasons", lines_without("munmap"), "munmap was measured and has no reason")
fails("reasons", lambda text: text + "mount allow - why not\n", "mount: nothing measured makes it")
fails("reasons", lambda text: text + "munmap allow - again\n", "munmap stands there twice")
fails("reasons", lambda text: text.replace("munmap             allow   -   ", "munmap             allow   base"), "by themselves")
fails("reasons", lambda text: text + "mount allow everybody why not\n", "everybody is nothing to grant")
fails("reasons", lambda text: text + "mount perhaps base+any why not\n", "not CALL RULE GRANTS WHY")
# The lists decide for whom a row is.
gives([(GLIBC, lambda text: text + "net      mount                    x.c\n"),
       ("reasons", lambda text: text + "mount allow - a test\n")], "ROW(mount, kNet, kGlibc, allow,")
gives([(MUSL, lambda text: text + "net      mount                    x.c\n"), (GLIBC, lambda text: text + "threads mount x.c\n"),
       ("reasons", lambda text: text + "mount ask - a test\n")], "ROW(mount, kNet | kThreads, kAny, ask,")
gives([(MUSL, lambda text: text + "base     mount                    x.c\n"), (GLIBC, lambda text: text + "net mount x.c\n"),
       ("reasons", lambda text: text + "mount allow - a test\n")], "ROW(mount, kBase, kMusl, allow,")
gives([("reasons", lambda text: text + "mount allow compile+any a test\n")], "ROW(mount, kCompile, kAny, allow,")
gives([("lists/aarch64-glibc-2.36.list", lambda text: text + "base     mount                    x.c\n"),
       ("reasons", lambda text: text + "mount allow any a test\n")], "ROW(mount, kGeneric, kAny, allow,")
sys.exit(0)
