"""Other C libraries: roots that ci/profile/root made, and how this host's compiler builds for them.

    options = link_options(root)
    compiler_words = ["gcc", "-o", product, source, *options]
"""
import os
import re
import subprocess

MULTIARCH = "lib/x86_64-linux-gnu"
LOADER = "ld-linux-x86-64.so.2"


def version_of(libc, root="/"):
    if libc == "musl":
        text = subprocess.run(["/lib/ld-musl-x86_64.so.1"], capture_output=True, text=True).stderr
        return re.search(r"Version (\S+)", text).group(1)
    where = os.path.join(root, MULTIARCH)
    text = subprocess.run([os.path.join(where, LOADER), "--library-path", where,
                           os.path.join(where, "libc.so.6")], capture_output=True, text=True).stdout
    return re.search(r"version (\d+\.\d+)", text).group(1)


def is_newer(root):
    """Whether a root's C library is as new as this host's: its libstdc++ needs that."""
    return tuple(map(int, version_of("glibc", root).split("."))) >= tuple(map(int, version_of("glibc").split(".")))


def link_options(root):
    """gcc's own folders lead to this host's C library, so the root's is named first."""
    lib = os.path.join(root, "usr", MULTIARCH)
    options = ["--sysroot=" + root, "-B" + lib, "-L" + lib]
    if not is_newer(root):  # this host's libgcc unwinds by a function of a newer C library
        options.append("-Wl,--defsym=_dl_find_object=0")
    return options
