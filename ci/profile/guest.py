"""Programs of another architecture, traced in a guest under QEMU (ci/kernels): built here, run there by both tracers.

    tracer = GuestTracer(scratch)
    tracer.programs(cell, compiler, cxx, variants, tracer.native("gnu"))
    tracer.finish()  # boots the guest and adds to the cells what it brought back

What is below the scratch folder has the same path in the guest.
"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

from tracers import ENV, ROOT, STDIN, Tracer

sys.path.insert(0, os.path.join(ROOT, "ci/kernels"))
import guests  # noqa: E402
import images  # noqa: E402
from packages import Archive, Missing  # noqa: E402, F401

MACHINE = "aarch64"
CROSS = "aarch64-linux-gnu"
LIBRARY = "lib/" + CROSS
# What is built with besides the cross compiler's own C library, which is the guest's: suite, packages.
LIBRARIES = {"trixie": ("trixie", ["libc6", "libc6-dev", "libcrypt1", "libcrypt-dev", "libstdc++6", "libgcc-s1", "libgomp1"]),
             "musl": ("bookworm", ["musl", "musl-dev"]),
             "clang": ("bookworm", ["libclang-rt-14-dev", "libclang-common-14-dev"])}


def library(name):
    """The folder of a C library of the guest's architecture, from the cache of ci/kernels."""
    suite, packages = LIBRARIES[name]
    cache = images.cache_folder()

    def make(folder):
        Archive(cache, suite, images.DEBIAN[MACHINE]).unpack(packages, folder)
        if (folder / "lib").is_dir():
            shutil.copytree(folder / "lib", folder / "usr/lib", symlinks=True, dirs_exist_ok=True)
            shutil.rmtree(folder / "lib")
        (folder / "lib").symlink_to("usr/lib")
        for link in folder.rglob("*"):
            if link.is_symlink() and os.readlink(link).startswith("/"):
                target = folder / os.readlink(link)[1:]
                link.unlink()
                link.symlink_to(os.path.relpath(target, link.parent))

    return str(images.made(cache / f"{name}-{MACHINE}-libc", make))


def musl_specs(scratch, root):
    """musl-gcc's way of building, for the cross compiler."""
    with open("/usr/lib/x86_64-linux-musl/musl-gcc.specs", encoding="ascii") as specs:
        text = specs.read()
    path = os.path.join(scratch, "musl-gcc.specs")
    with open(path, "w", encoding="ascii") as out:
        out.write(text.replace("x86_64", MACHINE).replace(" /usr/", f" {root}/usr/").replace("-L/usr/", f"-L{root}/usr/"))
    return path


def resources(scratch):
    """clang's folder of its own, with the run-time libraries of the guest's architecture."""
    own = subprocess.run(["clang++-14", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    theirs = next(pathlib.Path(library("clang")).glob("usr/lib/llvm-14/lib/clang/*"))
    folder = pathlib.Path(scratch) / "resources"
    folder.mkdir(exist_ok=True)
    (folder / "include").symlink_to(own + "/include")
    (folder / "lib").symlink_to(theirs / "lib")
    return str(folder)


class GuestTracer(Tracer):
    def __init__(self, scratch, build):
        os.mkdir(scratch)
        super().__init__(scratch, "/payload/sbx")
        self.build = pathlib.Path(build)
        self.runs = []  # (words, environment, folder, what is left, what to do with it)
        self.shown = []  # folders of this host that the guest needs too

    def show(self, folder):
        self.shown.append(folder)
        return folder

    def boxed(self, words, answer, cwd, done):
        self.runs.append((words, ENV, cwd, answer, done))

    def straced(self, words, log, cwd, env, done):
        self.runs.append((words, env, cwd, log, done))

    def script(self):
        """What the guest does; the programs' folders are copied, for they write there."""
        lines = ["export LC_ALL=C", "$b mkdir -p " + shlex.quote(self.scratch),
                 f"$b cp {shlex.quote('/payload/scratch/stdin')} {shlex.quote(self.stdin)}"]
        for number, (words, env, cwd, left, _) in enumerate(self.runs):
            name = os.path.relpath(cwd, self.scratch)
            lines += [f"$b cp -r /payload/scratch/{name} {self.scratch}/ && cd {shlex.quote(cwd)}",
                      f"$b timeout 300 $b env -i {shlex.join([f'{k}={v}' for k, v in env.items()] + list(words))} <{self.stdin} "
                      f">/dev/null 2>$r/each/{number}.err",
                      f"echo $? >$r/each/{number}.code; $b mv {left} $r/each/{number}; cd /; $b rm -rf {shlex.quote(cwd)}"]
        return "\n".join(lines) + "\n"

    def payload(self, folder):
        for name, source in [("sbx", self.build / "bin/sbx"), ("busybox", images.busybox(images.cache_folder(), MACHINE)),
                             ("guest", images.HERE / "guest")]:
            shutil.copy(source, folder / name)
        (folder / "scratch").mkdir()
        for cwd in sorted({run[2] for run in self.runs}):
            shutil.copytree(cwd, folder / "scratch" / os.path.relpath(cwd, self.scratch), symlinks=True)
        (folder / "scratch/stdin").write_bytes(STDIN)
        (folder / "measure").write_text(self.script())
        subprocess.run(["chmod", "-R", "a+rwX", folder], check=True)

    def finish(self):
        super().finish()
        if not self.runs:
            return
        work = pathlib.Path(self.scratch) / "guest"
        for name in ["root", "payload", "lane"]:
            (work / name).mkdir(parents=True)
        lane = guests.Lane("measure", machine=MACHINE, system="measures", root="nothing", user="measures")
        guests.system_root(work / "root", images.cache_folder(), lane)
        for folder in self.shown:
            shutil.copytree(folder, work / "root" / os.path.relpath(folder, "/"), symlinks=True)
        root = images.ext4(work / "root", work / "root.image", 900)
        self.payload(work / "payload")
        payload = images.ext4(work / "payload", work / "payload.image", 1500)
        results, console = guests.boot(lane, images.cache_folder(), root, payload, False, work / "lane", most=3600)
        if results is None or not (results / "user/done").exists():
            self.failed.append("the guest did not end well:\n" + console[-2000:])
            return
        for number, (_, _, _, left, done) in enumerate(self.runs):
            got = results / "user/each" / str(number)
            if got.exists():
                shutil.copy(got, left)
            code = got.with_suffix(".code").read_text().strip()
            done(int(code), got.with_suffix(".err").read_text(errors="replace"))
