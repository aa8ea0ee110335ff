"""Debian packages of any suite and architecture, from the mirror that apt is configured for, into a cache.

    archive = Archive(cache, "bookworm", "arm64")
    archive.unpack(["busybox-static"], folder)

Neither /etc/apt nor dpkg's architectures are touched: an archive has lists and a status of its own, and
apt checks the signatures as always.
"""
import os
import pathlib
import subprocess

KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


class Missing(Exception):
    """Something that a lane needs and that could not be had: says what."""


def command(words, **more):
    done = subprocess.run(words, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise Missing(f"{' '.join(map(str, words))[:200]}: exit {done.returncode}\n{(done.stderr or done.stdout)[-2000:]}")
    return done.stdout


def mirrors():
    """The sites of apt's sources: of the archive itself, and of its security updates."""
    # Available=false: those too whose lists are not here, as images of containers leave them.
    sites = sorted(set(command(["apt-get", "-o", "APT::Get::IndexTargets::Available=false", "indextargets", "--format", "$(SITE)",
                                "Created-By: Packages"]).split()))
    ordinary = [s for s in sites if "security" not in s]
    if not ordinary:
        raise Missing("apt has no source of Debian packages")
    security = [s for s in sites if "security" in s]
    return ordinary[0], (security or [ordinary[0].rstrip("/") + "-security"])[0]


class Archive:
    def __init__(self, cache, suite, architecture):
        self.folder = pathlib.Path(cache) / "apt" / f"{suite}-{architecture}"
        self.config = self.folder / "apt.conf"
        if (self.folder / "made").exists():
            return
        for name in ["state/lists/partial", "cache/archives/partial", "preferences"]:
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "status").touch()
        site, security = mirrors()
        rows = []
        if suite.endswith("-security"):
            rows.append(f"{security} {suite}")
        else:
            rows.append(f"{site} {suite}")
            if suite == "bookworm":
                rows.append(f"{security} {suite}-security")
        (self.folder / "sources.list").write_text(
            "".join(f"deb [signed-by={KEYS} check-valid-until=no] {row} main\n" for row in rows))
        where = self.folder
        self.config.write_text(
            f'Dir::State "{where}/state"; Dir::State::status "{where}/status"; Dir::Cache "{where}/cache";\n'
            f'Dir::Etc::sourcelist "{where}/sources.list"; Dir::Etc::sourceparts "-";\n'
            f'Dir::Etc::preferences "-"; Dir::Etc::preferencesparts "{where}/preferences";\n'
            f'APT::Architecture "{architecture}"; APT::Architectures {{ "{architecture}"; }};\n'
            'Acquire::Languages "none"; Acquire::Retries "3"; APT::Sandbox::User "root";\n'
            'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";\n')
        self.apt("apt-get", "update", "-qq", "--error-on=any")
        (self.folder / "made").touch()

    def apt(self, *words, cwd=None):
        return command(words, cwd=cwd, env=dict(os.environ, APT_CONFIG=str(self.config), LC_ALL="C"))

    def depends(self, package):
        """The packages that one of them depends on, as it is named."""
        for line in self.apt("apt-cache", "show", "--no-all-versions", package).splitlines():
            if line.startswith("Depends: "):
                return [word.split()[0] for word in line[len("Depends: "):].split(",")]
        return []

    def knows(self, package):
        try:
            return bool(self.apt("apt-cache", "show", "--no-all-versions", package))
        except Missing:
            return False

    def root(self, names, folder):
        """Unpacks packages and everything they depend on into the root of a system; nothing of them is run."""
        for name in ["bin", "sbin", "lib", "lib64"]:
            (folder / "usr" / name).mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to("usr/" + name)
        loaded = self.folder / "cache/archives"
        self.apt("apt-get", "install", "-y", "-qq", "--download-only", "--no-install-recommends", *names)
        for package in sorted(loaded.glob("*.deb")):
            data = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True).stdout
            subprocess.run(["tar", "-x", "--keep-directory-symlink", "-C", folder], input=data, check=True)
            package.unlink()

    def unpack(self, names, folder):
        """Unpacks packages, nothing of them is run, and their dependencies are not taken along."""
        loaded = self.folder / "debs"
        loaded.mkdir(exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            before = set(loaded.iterdir())
            self.apt("apt-get", "download", "-qq", name, cwd=loaded)
            for package in set(loaded.iterdir()) - before:
                command(["dpkg-deb", "-x", package, folder])
                package.unlink()
