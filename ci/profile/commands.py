"""What the compile cells run: commands of compilers, linkers, make and shells, and the files they need.

    for command in compile_commands(): prepare(folder, sources); sh -c COMMAND in it
"""
import os
import re
import shutil
import subprocess

MAKEFILE = """\
all: tool
%.o: %.c
\t$(CC) -c -o $@ $<
liba.a: hello.o
\t$(AR) rcs $@ $^ && ranlib $@
tool: leave.o liba.a
\tmkdir -p out/deep && cp leave.o out/deep/copy.o && mv out/deep/copy.o out/deep/moved.o
\tcat leave.o >/dev/null; echo "$$(ls *.c | sed s/c$$/o/ | sort | head -3 | grep o)" > out/list
\ttest -f out/list && touch out/stamp && ln -s list out/link && ln out/list out/hard
\tcd out && for i in 1 2 3; do expr $$i + 1; done; printf '%s\\n' "$(CC)"
\tinstall -m 755 leave.o out/installed; chmod 644 out/stamp; cp -p out/stamp out/kept
\tfind out -name '*.o' -exec basename {} \\; ; rm -rf out/deep; wc -c out/list; date >/dev/null
\tmktemp -p . tmp.XXXXXX; dirname a/b; pwd; uname -m; ls -n out; cmp out/list out/hard
\t$(CC) -o $@ leave.o && strip -o tool.stripped $@ && nm $@ >/dev/null && size $@
clean:
\trm -f *.o *.a tool
.PHONY: all clean
"""
SCRIPT = """\
set -e
x=$(echo sub); cat <<END >here
text $x
END
read line <here; echo "$line" | (cat; true) | tr a-z A-Z >two 2>&1
[ -s two ]; test -d . -a -r here; for f in *; do :; done; i=0
while [ $i -lt 3 ]; do i=$((i + 1)); done; case $x in s*) : ;; esac
trap 'rm -f two' EXIT; sleep 0 & wait; kill -0 $$; umask 022; ulimit -n; exec 5>here; echo e >&5
command -v gcc; type cd; cd ..; cd -; (exit 3) || true; eval 'echo eval'; export A=b; env >/dev/null
"""


def compile_commands():
    """Run by sh in a folder with the C and C++ programs of the corpus. None may ask for the name of
    a user: glibc asks a daemon by unix socket, which is refused. (Without SHELL bash does.)"""
    c = ["gcc", "clang"]
    cxx = ["g++", "clang++"]
    commands = []
    for cc in c:
        commands += [f"{cc} -O0 hello.c -o a", f"{cc} -O2 -g malloc.c -o a",
                     f"{cc} -c -O1 stdio.c -o s.o && {cc} s.o -o a", f"{cc} -S hello.c -o h.s",
                     f"{cc} -c h2.s -o h2.o", f"{cc} -static -pthread threads.c -o a",
                     f"{cc} -fopenmp -O2 openmp.c -o a", f"{cc} -M hello.c",
                     f"{cc} -x c - -o a <hello.c", f"{cc} broken.c -o a", f"{cc} @flags -o a",
                     f"{cc} -fPIC -shared hello.c -o libh.so", f"{cc} -O2 -flto hello.c leave.c -c",
                     f"{cc} -pipe -O3 -ffast-math chance.c -lm -o a", f"{cc} --version",
                     f"{cc} -fsanitize=address,undefined -g hello.c -o a", f"{cc} -v hello.c -o a",
                     f"{cc} -save-temps hello.c -o a", f"{cc} -print-search-dirs missing.c -o a"]
    for cc in cxx:
        commands += [f"{cc} -std=c++20 -O0 memory.cc -o a", f"{cc} -std=c++20 -O2 -g iostream.cc -o a",
                     f"{cc} -std=c++20 -O1 -pthread threads.cc -o a", f"{cc} -std=c++17 brokenxx.cc",
                     f"{cc} -std=c++20 -static exceptions.cc -o a",
                     f"{cc} -std=c++20 -c clocks.cc && {cc} clocks.o -o a",
                     f"{cc} -x c++-header -std=c++20 pre.h -o pre.h.pch"]
    commands += ["gcc -O2 -flto leave.c -o a", "g++ -O2 -flto -std=c++20 fstream.cc -o a",
                 "gcc -O2 -flto=auto hello.c -o a", "gcc -flto -static hello.c -o a",
                 "gcc -fuse-ld=gold hello.c -o a", "gcc -E hello.c -o h.i",
                 "gcc -fprofile-arcs -ftest-coverage hello.c -o a", "gcc -fanalyzer -c leave.c",
                 "g++ -std=c++20 -include pre.h hello2.cc -o a",
                 "tcc -o a hello.c && tcc -c stdio.c", "tcc -run hello.c", "tcc broken.c -o a",
                 "musl-gcc -O2 stdio.c -o a", "musl-gcc -static malloc.c -o a",
                 "musl-gcc -pthread threads.c -o a",
                 "as h2.s -o h.o && ld -r h.o -o h2.o && ar rcs libh.a h.o && ranlib libh.a",
                 "ar t libz.a; ar x libz.a; ar d libz.a hello.o; ar rcsT thin.a libz.a",
                 "make -f Build", "make -f Build -j2 CC=gcc all && make -f Build clean",
                 "make -f Build CC=tcc -s", "make -f Build CC=musl-gcc -j4", "make -f none",
                 "sh script.sh", "SHELL=/bin/sh bash script.sh"]
    return commands


def parts(command):
    """(toolchain, command) of each part, which is traced by itself and takes the shell's place: what a
    shell calls between two, or to wait for one, is not theirs."""
    for part in re.split(r" && |; ", command):
        words = part.split()
        first = next(i for i, word in enumerate(words) if "=" not in word)
        yield words[first], " ".join([*words[:first], "exec", *words[first:]])


FILES = {"Build": MAKEFILE, "script.sh": SCRIPT, "flags": "-O2 hello.c\n",
         "broken.c": "int main(void) { return missing }\n",
         "brokenxx.cc": "#include <vector>\nstd::vector<int> v{1, \"x\"};\n",
         "pre.h": "#include <vector>\n#include <string>\n",
         "hello2.cc": "int main() { return std::vector<int>().size(); }\n"}
BUILT = ("gcc -S hello.c -o h2.s && gcc -c hello.c && ar rcs libz.a hello.o && "
         "g++ -x c++-header -std=c++20 pre.h -o pre.h.gch && rm -f hello.o")


def prepare(folder, sources):
    """A folder in which every command finds what it names."""
    for source in sources:
        shutil.copy(source, folder)
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)
    subprocess.run(["sh", "-c", BUILT], cwd=folder, check=True)
