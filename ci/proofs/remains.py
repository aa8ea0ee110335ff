"""What a command may leave behind: processes, mounts, namespaces, names in /tmp, SysV objects, changes in a tree.

    adopt_orphans()
    before = Host()
    ...
    problems = before.changes()          # [] when everything is as it was

A process of a box, of a helper or of a program that lost its parent becomes a child of this one (a subreaper), so "nothing of mine
is left" is exact. Names in /tmp and namespaces belong to everybody on the host: one counts as left when it stays for the whole wait;
a name only if its owner is this user, or nobody (as whom root's boxes run), and no process (there is none of ours by then) uses it.
"""
import ctypes
import hashlib
import os
import stat
import time

WAIT = 3.0  # seconds a kernel may take to clear up; bounded, so that nothing hangs
PR_SET_CHILD_SUBREAPER = 36
NOBODY = 65534


def adopt_orphans():
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError("cannot become a subreaper")


def children(pid="self"):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as f:
                found += [int(word) for word in f.read().split()]
    except OSError:
        pass  # it ended meanwhile
    return found


def name_of(pid):
    try:
        with open(f"/proc/{pid}/comm") as f:
            return f.read().strip()
    except OSError:
        return ""


def reap(wait=WAIT):
    """Reaps until no child is left. What still lives after the wait: [(pid, name)]."""
    until = time.monotonic() + wait
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return []
        if pid == 0:
            if time.monotonic() > until:
                return [(p, name_of(p)) for p in children()]
            time.sleep(0.0005)


def namespaces():
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        for kind in ("user", "mnt", "pid", "net", "ipc", "uts", "cgroup", "time"):
            try:
                found.add(os.readlink(f"/proc/{pid}/ns/{kind}"))
            except OSError:
                pass  # it ended meanwhile, or belongs to somebody else
    return found


def own_names():
    """Names in /tmp that this user, or a box of root's, may have made."""
    found = set()
    for entry in os.scandir("/tmp"):
        try:
            if entry.stat(follow_symlinks=False).st_uid in (os.geteuid(), NOBODY):
                found.add(entry.name)
        except OSError:
            pass  # it is gone
    return found


def in_use():
    """Names in /tmp that somebody has open."""
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            for fd in os.listdir(f"/proc/{pid}/fd"):
                path = os.readlink(f"/proc/{pid}/fd/{fd}").split("/")
                if path[:2] == ["", "tmp"] and len(path) > 2:
                    found.add(path[2])
        except OSError:
            pass  # it ended meanwhile, or belongs to somebody else
    return found


def sysv():
    found = set()
    for kind in ("msg", "sem", "shm"):
        with open(f"/proc/sysvipc/{kind}") as f:
            found |= {(kind, *line.split()[:2]) for line in f.readlines()[1:]}
    return found


def text_of(path):
    with open(path) as f:
        return f.read()


def tree(top):
    """path -> what must not change: kind, mode, owner, size, time of the last change, content."""
    found = {}
    for folder, folders, files in os.walk(top):
        for path in [folder] + [os.path.join(folder, n) for n in files + folders]:
            s = os.lstat(path)
            content = ""
            if stat.S_ISREG(s.st_mode):
                with open(path, "rb") as f:
                    content = hashlib.sha256(f.read()).hexdigest()
            elif stat.S_ISLNK(s.st_mode):
                content = os.readlink(path)
            found[path] = (oct(s.st_mode), s.st_uid, s.st_gid, s.st_size, s.st_mtime_ns, content)
    return found


class Host:
    def __init__(self, top=None):
        self.top = top
        self.tree = tree(top) if top else {}
        self.mounts = text_of("/proc/self/mountinfo")
        self.sysv = sysv()
        self.namespaces = namespaces()
        self.tmp = own_names()

    def changes(self):
        problems = [f"process {pid} ({name}) is left" for pid, name in reap()]
        problems += self._stays("namespace", lambda: namespaces() - self.namespaces)
        problems += self._stays("/tmp", lambda: own_names() - self.tmp - in_use())
        problems += [f"SysV object {o} is left" for o in sorted(sysv() - self.sysv)]
        if text_of("/proc/self/mountinfo") != self.mounts:
            problems.append("the mounts are not what they were")
        now = tree(self.top) if self.top else {}
        for path in sorted(self.tree.keys() | now.keys()):
            was, is_now = self.tree.get(path), now.get(path)
            if was != is_now:
                problems.append(f"tree: {path}: {'new' if was is None else 'gone' if is_now is None else f'{was} -> {is_now}'}")
        return problems

    @staticmethod
    def _stays(what, look):
        until = time.monotonic() + WAIT
        left = look()
        while left and time.monotonic() < until:
            time.sleep(0.05)
            left &= look()
        return [f"{what}: {name} is left" for name in sorted(left)]
