"""What a lane brought back against what it must bring: one Row a lane and user, and JUnit for all of them."""
import dataclasses
import pathlib
import re
import xml.etree.ElementTree as ET

import guests
from guests import boxed

HERE = pathlib.Path(__file__).resolve().parent
NO_BOX = 126
RUNNER_NO_BOX = 4  # sbx-test where no box can be built
ALWAYS_SKIPPED = r"$^"


@dataclasses.dataclass
class Row:
    lane: str
    user: str
    kernel: str = "-"
    passed: int = 0
    refused: int = 0
    skipped: int = 0
    seconds: int = 0
    tests: list = dataclasses.field(default_factory=list)  # (name, failure or None)

    def add(self, name, failure=None):
        self.tests.append((name, failure))

    @property
    def failures(self):
        return [(name, failure) for name, failure in self.tests if failure is not None]


def read(path):
    return path.read_text(errors="replace") if path.exists() else ""


def number(path):
    text = read(path).strip()
    return int(text) if text.lstrip("-").isdigit() else -1


def baseline(lane, user):
    return HERE / "baselines" / f"{lane}.{user}"


def check_text(folder, release):
    """What `sbx check` printed, without the kernel's release: that moves with every update."""
    return read(folder / "check").replace(release, "RELEASE") + f"exit {number(folder / 'check.code')}\n"


def judge_check(row, folder, release, approve):
    got = check_text(folder, release)
    path = baseline(row.lane, row.user)
    if approve:
        path.parent.mkdir(exist_ok=True)
        path.write_text(got)
    wanted = read(path)
    row.add("sbx check", None if got == wanted else f"baselines/{path.name} says\n{wanted}and it printed\n{got}{read(folder / 'check.err')}")


def judge_few(row, folder, machine):
    """The handful of guests.FEW: code, report and output of each, as the proofs have them."""
    for index, case in enumerate(guests.FEW):
        at = folder / "each" / str(index)
        report = case.report.replace(f"syscall {boxed.SOCKET} (", f"syscall {boxed.SOCKETS[machine]} (")
        said = read(at.with_suffix(".err")).splitlines(keepends=True)
        got = (number(at.with_suffix(".code")), "".join(said[-1:]), read(at.with_suffix(".out")))
        wanted = (case.code, f"sandbox: {report}\n", case.stdout.decode())
        row.add(str(case), None if got == wanted else f"want {wanted}\ngot {got}")
        row.passed += got == wanted


def judge_cases(row, folder, lane):
    """Cases that ran in boxes: all pass; one that is skipped has a reason that this lane gives."""
    try:
        tree = ET.parse(folder / "junit.xml")
    except (OSError, ET.ParseError) as broken:
        row.add("the cases", f"no result: {broken}\n{read(folder / 'log')[-2000:]}")
        return
    allowed = re.compile("|".join(lane.skips) or ALWAYS_SKIPPED)
    for case in tree.iter("testcase"):
        name = case.get("name", "")
        bad = [*case.findall("failure"), *case.findall("error")]
        skipped = case.find("skipped")
        if bad:
            row.add(name, "\n".join(b.get("message", "") + "\n" + (b.text or "") for b in bad))
        elif skipped is None:
            row.add(name)
            row.passed += 1
        elif allowed.search(skipped.get("message", "")):
            row.skipped += 1
        else:
            row.add(name, "skipped: " + skipped.get("message", ""))
    if row.passed < lane.least:
        row.add("the cases", f"{row.passed} passed: fewer than {lane.least}")
    if number(folder / "code") != 0 and not row.failures:
        row.add("sbx-test", f"exit {number(folder / 'code')}\n{read(folder / 'log')[-2000:]}")


def judge_refusal(row, folder, wanted, few):
    """Programs that must not run: the line, its code, and nothing that the program printed."""
    for code in sorted((folder / "each").glob("*.code")):
        name = code.name.removesuffix(".code")
        printed, said = read(code.with_suffix(".out")), read(code.with_suffix(".err"))
        last = said.strip().splitlines()[-1] if said.strip() else ""
        if number(code) == NO_BOX and not printed and last == f"sandbox: {wanted}":
            row.add(name)
            row.refused += 1
        else:
            row.add(name, f"want exit {NO_BOX} and\nsandbox: {wanted}\ngot exit {number(code)} and\n{said}{printed}")
    if row.refused == 0:
        row.add("the programs", "none was refused")
    runner = number(folder / "code")
    if not few:
        row.add("sbx-test", None if runner == RUNNER_NO_BOX else f"want exit {RUNNER_NO_BOX}, got {runner}\n{read(folder / 'log')}")


def judge(lane, user, results, few, approve):
    row = Row(lane.name, user)
    folder = results / user
    row.kernel = read(results / "release").strip()
    if not (folder / "done").exists():
        row.add("the guest", "did not come to the end of this user's part")
        return row
    row.seconds = number(folder / "seconds")
    judge_check(row, folder, row.kernel, approve)
    if lane.expects(user) != "runs":
        judge_refusal(row, folder, lane.expects(user), few)
    elif few:
        judge_few(row, folder, lane.machine)
    else:
        judge_cases(row, folder, lane)
    return row


def clean(text):
    return re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd]", "?", text)


def junit(rows, path):
    suites = ET.Element("testsuites")
    for row in rows:
        suite = ET.SubElement(suites, "testsuite", name=f"{row.lane}.{row.user}", tests=str(len(row.tests)),
                              failures=str(len(row.failures)), time=str(row.seconds))
        for name, failure in row.tests:
            case = ET.SubElement(suite, "testcase", classname=f"{row.lane}.{row.user}", name=clean(name))
            if failure is not None:
                ET.SubElement(case, "failure", message=clean(failure.splitlines()[0] if failure else "")).text = clean(failure)
    ET.ElementTree(suites).write(path, encoding="utf-8", xml_declaration=True)
