"""junit_test.py SBX_TEST VICTIM: a run whose tests print what XML cannot hold, read back by an XML parser that is not our own.

All 256 byte values, a NUL, a carriage return and a missing final newline each fail their test, and the file says why.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

PRINTED = {
    "all": (bytes(range(256)), "+\\x00\\x01\\x02\\x03"),
    "nul": (b"hel\0lo\n", "+hel\\x00lo"),
    "carriage": (b"hello\r\n", "+hello\\r"),
    "no_newline": (b"hello", "\\ no newline at the end"),
    "markup": (b"<a>&amp;]]></a>\n", "+<a>&amp;]]></a>"),
}


def main():
    sbx_test, victim = sys.argv[1:]
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        folder.chmod(0o755)
        shutil.copy(victim, folder / "victim")
        for name, (printed, _) in PRINTED.items():
            (folder / f"{name}.stdin").write_bytes(printed)
            (folder / f"{name}.expect").write_text(
                f"sbx-expect: 1\nexec: victim\nargs: [cat]\nstdin-file: {name}.stdin\nexpect: {{stdout: \"hello\\n\"}}\n")
        ran = subprocess.run([sbx_test, "--junit", folder / "x.xml", "--keep", folder / "kept", folder], stdout=subprocess.PIPE, text=True, check=False)
        assert ran.returncode == 1, ran
        cases = {case.get("name"): case for case in xml.etree.ElementTree.parse(folder / "x.xml").iter("testcase")}
        assert sorted(cases) == sorted(PRINTED), sorted(cases)
        for name, (_, why) in PRINTED.items():
            assert why in cases[name].find("failure").text, (name, cases[name].find("failure").text)
            assert why in ran.stdout, (name, ran.stdout)
        shown = cases["all"].find("system-out").text
        assert all(f"\\x{byte:02x}" in shown for byte in (*range(9), 0x0b, 0x0c, *range(0x0e, 0x20), *range(0x7f, 0x100))), shown
        assert all(chr(byte) in shown for byte in range(0x20, 0x7f)), shown


main()
