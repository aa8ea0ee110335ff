"""What a guest boots from: a kernel with the modules it needs, an initial file system, and a root.

A kernel is a folder of the cache: boot image, modules. The initial file system loads the modules, mounts
the root (an ext4 image, as on a real host) and goes over to it; `guest` in the root does the rest.
"""
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading

from packages import Archive, Missing, command

HERE = pathlib.Path(__file__).resolve().parent
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}
# Of each kernel: the suite that has it, and the package that depends on its newest version.
KERNELS = {
    ("5.10", "x86_64"): ("bullseye-security", "linux-image-cloud-amd64"),
    ("6.1", "x86_64"): ("bookworm", "linux-image-cloud-amd64"),
    ("6.12", "x86_64"): ("bookworm", "linux-image-6.12-cloud-amd64"),
    ("newest", "x86_64"): ("trixie-backports", "linux-image-cloud-amd64"),
    ("6.1", "aarch64"): ("bookworm", "linux-image-cloud-arm64"),
    ("6.12", "aarch64"): ("bookworm", "linux-image-6.12-cloud-arm64"),
}
MODULES = ["virtio_pci", "virtio_blk", "ext4"]


def cache_folder():
    """$SBX_KERNELS, /var/cache/sbx/kernels for root, else below ~/.cache."""
    if os.environ.get("SBX_KERNELS"):
        return pathlib.Path(os.environ["SBX_KERNELS"]).resolve()
    if os.geteuid() == 0:
        return pathlib.Path("/var/cache/sbx/kernels")
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "sbx/kernels"


MAKING = threading.RLock()  # guests are started by several threads


def made(folder, make):
    """A folder of the cache: made in another and moved, so that half of one is never taken for it."""
    with MAKING:
        if not (folder / "made").exists():
            new = folder.with_name(folder.name + ".new")
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir(parents=True)
            make(new)
            (new / "made").touch()
            shutil.rmtree(folder, ignore_errors=True)
            new.rename(folder)
    return folder


# What a guest has besides static programs, by name: the suite and the packages.
BASE = ["base-files", "bash", "dash", "coreutils", "util-linux", "libc-bin", "grep", "sed"]
SYSTEMS = {
    "compilers": ("bookworm", [*BASE, "tcc", "gcc", "g++", "libc6-dev", "make"]),
    "measures": ("bookworm", [*BASE, "strace", "musl", "libstdc++6", "libgomp1"]),
    "apparmor": ("trixie", [*BASE, "apparmor"]),  # the first with a parser that knows userns
}


def system(cache, name, machine):
    """The folder of a Debian, unpacked."""
    suite, packages = SYSTEMS[name]

    def make(folder):
        Archive(cache, suite, DEBIAN[machine]).root(packages, folder)
        for big in ["doc", "man", "locale", "info"]:
            shutil.rmtree(folder / "usr/share" / big, ignore_errors=True)

    return made(pathlib.Path(cache) / f"{name}-{machine}", make)


def kernel(cache, version, machine):
    """The folder of a kernel: Image, and lib/modules."""
    suite, package = KERNELS[version, machine]

    def make(folder):
        archive = Archive(cache, suite, DEBIAN[machine])
        image = next((d for d in archive.depends(package) if d.startswith("linux-image-")), None)
        if image is None:
            raise Missing(f"{suite} has no {package}")
        release = image[len("linux-image-"):]
        # From 7 on the image depends on packages of its own for its parts.
        parts = [image] + [p for p in (f"linux-binary-{release}", f"linux-modules-{release}") if archive.knows(p)]
        archive.unpack(parts, folder)
        usr = folder / "usr"
        if (usr / "lib/modules").exists():
            shutil.copytree(usr / "lib", folder / "lib", dirs_exist_ok=True)
        shutil.rmtree(usr, ignore_errors=True)
        found = [*folder.glob("boot/vmlinuz-*"), *folder.glob("lib/modules/*/vmlinuz")]
        if not found:
            raise Missing(f"no boot image in {' '.join(parts)}")
        found[0].rename(folder / "Image")
        command(["depmod", "-b", folder, release])

    return made(pathlib.Path(cache) / "kernels" / f"{machine}-{version}", make)


def release_of(folder):
    return next((folder / "lib/modules").iterdir()).name


def libraries(cache):
    """Of the aarch64 build: what it links and no cross package of Debian has."""
    def make(folder):
        Archive(cache, "bookworm", "arm64").unpack(["libyaml-cpp-dev", "libre2-dev"], folder)

    return made(pathlib.Path(cache) / "libraries-aarch64", make)


def busybox(cache, machine):
    def make(folder):
        Archive(cache, "bookworm", DEBIAN[machine]).unpack(["busybox-static"], folder / "all")
        found = [*folder.glob("all/bin/busybox"), *folder.glob("all/usr/bin/busybox")]
        found[0].rename(folder / "busybox")
        shutil.rmtree(folder / "all")

    return made(pathlib.Path(cache) / f"busybox-{machine}", make) / "busybox"


def module_files(folder, names):
    """The files of modules and of those they need, in the order to load them."""
    files = []
    for name in names:
        text = subprocess.run(["modprobe", "-d", folder, "-S", release_of(folder), "--show-depends", name],
                              capture_output=True, text=True).stdout
        for path in re.findall(r"^insmod (\S+)", text, re.M):
            if path not in files:
                files.append(path)
    return files


def initial(cache, version, machine, overlay=True):
    """The initial file system of a kernel, compressed, as a file of the cache."""
    folder = kernel(cache, version, machine)
    target = folder / ("initial" if overlay else "initial-without-overlay")
    with MAKING:
        if not target.exists() or target.stat().st_mtime < (HERE / "init").stat().st_mtime:
            target.write_bytes(pack_initial(folder, busybox(cache, machine), overlay))
    return target


def pack_initial(folder, shell, overlay):
    with tempfile.TemporaryDirectory() as d:
        root = pathlib.Path(d)
        root.chmod(0o755)
        for name in ["bin", "dev", "proc", "sys", "root", "modules"]:
            (root / name).mkdir()
        shutil.copy(shell, root / "bin/busybox")
        shutil.copy(HERE / "init", root / "init")
        (root / "init").chmod(0o755)
        order = []
        for path in module_files(folder, MODULES + (["overlay"] if overlay else [])):
            name = pathlib.Path(path).name.removesuffix(".xz")
            data = command_bytes(["xz", "-dc", path]) if path.endswith(".xz") else pathlib.Path(path).read_bytes()
            (root / "modules" / name).write_bytes(data)
            order.append(name)
        (root / "modules/order").write_text("\n".join(order) + "\n")
        names = "\n".join(str(p.relative_to(root)) for p in sorted(root.rglob("*")))
        packed = subprocess.run(["cpio", "-o", "-H", "newc", "--quiet", "-R", "0:0"], cwd=root,
                                input=names.encode(), capture_output=True, check=True).stdout
    return gzip.compress(packed, 1)


def command_bytes(words):
    return subprocess.run(words, capture_output=True, check=True).stdout


def ext4(folder, target, megabytes):
    """An image of a folder's files, all of them root's but what others own already."""
    target.unlink(missing_ok=True)
    command(["mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-E", "root_owner=0:0", "-d", folder, target,
             f"{megabytes}M"])
    return target
