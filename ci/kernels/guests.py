"""Boots a guest and brings back what it left: `boot` returns a folder of results, and what the console said."""
import dataclasses
import os
import pathlib
import shlex
import shutil
import subprocess
import tarfile
import sys

import images
from packages import Missing, command

sys.path.insert(0, str(images.HERE.parent / "proofs"))
import boxed  # noqa: E402  (a folder of its own)

USERS = ["root", "user"]
# Debian's kernels have the page of the old time calls switched off; a case calls into it.
APPEND = {"x86_64": "console=ttyS0 no_timer_check vsyscall=xonly", "aarch64": "console=ttyAMA0"}
# Emulated, never KVM: a guest must not depend on what this host is. One processor: with two, notifications
# take fifteen times as long under emulation. Four levels of page tables: a fifth is one more to walk.
MACHINE = {
    "x86_64": ["qemu-system-x86_64", "-M", "q35", "-accel", "tcg", "-cpu", "max,la57=off"],
    "aarch64": ["qemu-system-aarch64", "-M", "virt", "-accel", "tcg", "-cpu", "cortex-a57"],
}
# What costs an emulated processor much and no lane is about: the kernel's answers to flaws of real processors (on
# aarch64 page tables of its own, which KASLR asks for), pages cleared twice, grace periods waited out.
QUICK = "mitigations=off nokaslr init_on_alloc=0 rcupdate.rcu_expedited=1"
# A handful for a run that is one stage of many, without sbx-test: (program, what `sbx exec` answers).
FEW = boxed.REFUSING + boxed.CLEAN
SLOW = ["--time=20", "--wall=60"]  # an emulated processor takes ten times as long, a busy one more
SECONDS = 1500  # of one guest; a boot is two or three, all cases on a busy host are a thousand
# Under emulation a kernel panicked once in some forty boots, while it patched itself: nothing of ours ran yet.
BOOTS = 3


@dataclasses.dataclass
class Lane:
    name: str
    kernel: str = "6.12"
    machine: str = "x86_64"
    append: str = ""
    leave_out: str = ""
    system: str = ""
    profile: str = ""
    package: bool = False
    compiles: bool = False
    paths: tuple = ("isolation", "attacks", "programs")
    only: str = ""
    root: str = "runs"
    user: str = "runs"
    skips: tuple = ()
    least: int = 0  # so many cases pass at least, where all of them run

    def expects(self, user):
        return getattr(self, user)


def bare_root(folder):
    """The files of a host that has next to nothing: static programs run there, compilers do not."""
    for name in ["bin", "dev", "etc", "home", "lib", "payload", "proc", "root", "sys", "tmp", "usr/bin", "usr/lib", "var"]:
        (folder / name).mkdir(parents=True)
    (folder / "bin/sh").symlink_to("../payload/busybox")
    accounts(folder)
    return folder


def system_root(folder, cache, lane):
    """A Debian that has what the lane needs, and of libsbx's package what AppArmor is concerned with."""
    shutil.copytree(images.system(cache, lane.system, lane.machine), folder, symlinks=True, dirs_exist_ok=True)
    for name in ["payload", "proc", "sys", "dev", "tmp"]:
        (folder / name).mkdir(exist_ok=True)
    accounts(folder)
    if lane.profile:
        package = images.HERE.parent.parent / "cmake/package"
        for name, target in [("apparmor", "usr/share/sbx/apparmor"), ("postinst", "usr/share/sbx/postinst")]:
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(package / name, folder / target)
    return folder


def accounts(root):
    (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n")
    (root / "etc/group").write_text("root:x:0:\nnogroup:x:65534:\n")
    shadow = root / "etc/shadow"
    shadow.write_text("root:*:19000:0:99999:7:::\n")
    shadow.chmod(0o600)
    (root / "etc/hostname").write_text("guest\n")


def payload(folder, cache, machine, build, cases, few):
    """What every guest of a machine gets: the programs, the cases and what they were built to."""
    build = pathlib.Path(build)
    programs = [("sbx", "sbx")] if few else [("sbx", "sbx"), ("sbx-helper", "sbx-helper"), ("sbx-test", "sbx-test-static")]
    for name, program in programs:
        found = build / "bin" / program
        if not found.exists():
            raise Missing(f"{found} is not built")
        shutil.copy(found, folder / name)
    shutil.copy(images.busybox(cache, machine), folder / "busybox")
    shutil.copy(images.HERE / "guest", folder / "guest")
    if few:
        for case in FEW:
            (folder / "static" / case.name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(case.program(build), folder / "static" / case.name)
    else:
        for name in ["isolation", "attacks", "programs", "projects", "compile"]:
            shutil.copytree(cases / name, folder / "cases" / name)
        shutil.copy(cases / "README.md", folder / "cases")  # which a case reads
        shutil.copytree(build / "cases-bin/static", folder / "static")
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444))


# How everything of a lane comes under a profile: at the exec that starts it. A program that has a profile of its
# own changes over to that, others stay in it.
CONFINE = """setup() {
  printf 'abi <kernel>,\\nprofile lane flags=(attach_disconnected) { /{,**} rwmlk, /** pix, network, signal, ptrace, unix, dbus, %s }\\n' \\
    "$profile" >/tmp/profile
  apparmor_parser --base /etc/apparmor.d --replace --skip-cache /tmp/profile || echo "GUEST no profile"
  printf '#!/bin/sh\\necho "exec lane" >/proc/self/attr/apparmor/exec && exec "$@"\\n' >/tmp/confined
  $b chmod 755 /tmp/confined
}
"""
# What installing libsbx does; its programs lie where the package has them.
INSTALL = """install() {
  mkdir -p /usr/libexec/sbx
  $b cp /payload/sbx /usr/bin/sbx
  if [ -e /payload/sbx-helper ]; then $b cp /payload/sbx-helper /usr/libexec/sbx; fi
  sh /usr/share/sbx/postinst configure || echo "GUEST no profile"
  export SBX_HELPER=/usr/libexec/sbx/sbx-helper
}
"""


def job(lane, few):
    """The shell of /tmp/job/lane."""
    arguments = "" if lane.compiles else "--prebuilt /payload/static"
    if lane.only:
        arguments += " -k " + lane.only
    kinds = {"runs": "few" if few else "runs", "measures": "measures", "nothing": "nothing"}
    lines = {user: kinds.get(lane.expects(user), "refused") for user in USERS}
    lines |= {"arguments": arguments, "confined": "/tmp/confined" if lane.profile else "", "profile": lane.profile,
              "sbx": "/usr/bin/sbx" if lane.package else "/payload/sbx",
              "paths": " ".join("/payload/cases/" + p for p in lane.paths)}
    text = "".join(f"{name}={shlex.quote(value)}\n" for name, value in lines.items())
    commands = "".join(f"  one {number} {' '.join([*SLOW, *case.options, '/payload/static/' + case.name, *case.arguments])}\n"
                       for number, case in enumerate(FEW))
    text += CONFINE if lane.profile else "setup() { :; }\n"
    text += INSTALL if lane.package else "install() { :; }\n"
    return text + "the_few() {\n" + commands + "}\n"


def boot(lane, cache, root, payload_image, few, work, most=SECONDS):
    """Runs a lane in the folder `work`, for `most` seconds; returns (folder of results or None, console)."""
    kernel = images.kernel(cache, lane.kernel, lane.machine)
    initial = images.initial(cache, lane.kernel, lane.machine, lane.leave_out != "overlay")
    results, disk = work / "results", work / "disk"
    (work / "lane").write_text(job(lane, few))
    with tarfile.open(disk, "w") as tar:
        tar.add(work / "lane", "lane")
    os.truncate(disk, 512 << 20)
    drives = []
    for number, (image, how) in enumerate([(root, "snapshot=on"), (payload_image, "readonly=on"), (disk, "snapshot=off")]):
        drives += ["-drive", f"file={image},if=none,id=d{number},format=raw,{how}",
                   "-device", f"virtio-blk-pci,drive=d{number}"]
    words = MACHINE[lane.machine] + [
        "-smp", "1", "-m", "2048", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-serial", "stdio",
        "-monitor", "none", "-kernel", kernel / "Image", "-initrd", initial, *drives,
        "-append", f"{APPEND[lane.machine]} quiet panic=-1 {QUICK} {lane.append}"]
    for _ in range(BOOTS):
        late = ""
        with open(work / "console", "wb") as out:
            try:
                subprocess.run(words, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, timeout=most)
            except subprocess.TimeoutExpired:
                late = f"\nno end within {most} s\n"
        console = (work / "console").read_text(errors="replace") + late
        if "GUEST starts" in console or late:
            break
        print(f"{lane.name}: the kernel did not come up: {work}/console", flush=True)
        (work / "console").rename(work / "console.early")
    if "GUEST done" not in console:
        return None, console
    results.mkdir()
    command(["tar", "-xf", disk, "-C", results])
    return results, console
