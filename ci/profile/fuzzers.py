"""What the fuzz and leaks sets are measured with: programs/fuzz/target.cc by each clang of this host and each
sanitizer, run in every way in which sbx-fuzz runs a target.

    for compiler in compilers(): for sanitizer in SANITIZERS: build_words(compiler, sanitizer)
    for kind, options, words in runs(sanitizer): ...
"""
import os
import shutil

# Oldest and newest that are supported, and the host's own.
COMPILERS = ("clang++", "clang++-14", "clang++-19")
SANITIZERS = ("", "address", "undefined", "memory")
HARMLESS = "emv"
INPUTS = "adehlmstuv"  # the first byte of an input says what it does


def compilers():
    """Each clang once, whatever its names."""
    found = {os.path.realpath(path): path for path in map(shutil.which, COMPILERS) if path}
    return sorted(found.values())


def build_words(compiler, sanitizer):
    flags = "-fsanitize=fuzzer" + ("," + sanitizer if sanitizer else "")
    return [compiler, "-std=c++20", "-g", "-O1", "-w", flags]


def prepare(folder):
    """A corpus that does no harm, one that is merged into, and an input of each kind."""
    for name in ("corpus", "merged", "inputs", "found"):
        os.makedirs(os.path.join(folder, name))
    for first in INPUTS:
        with open(os.path.join(folder, "inputs", first), "w", encoding="ascii") as out:
            out.write(first + "bcd")
    for first in HARMLESS:
        shutil.copy(os.path.join(folder, "inputs", first), os.path.join(folder, "corpus"))
    with open(os.path.join(folder, "control"), "w", encoding="ascii") as out:
        out.write("\n".join([str(len(HARMLESS)), "0", *("corpus/" + first for first in HARMLESS)]) + "\n")


def runs(sanitizer):
    """(set, environment, arguments): paths are of a folder made by prepare()."""
    # As sbx-fuzz does: memory is the box's to cap. libFuzzer's own limit ends in a profile of the heap, for
    # which ASan traces itself.
    options = "detect_leaks=0:symbolize=0"
    common = ["-seed=1", "-artifact_prefix=found/", "-rss_limit_mb=0", "-print_final_stats=1"]
    env = {name + "_OPTIONS": options for name in ("ASAN", "UBSAN", "MSAN")}
    jobs = [["-runs=500", "-reload=0", "-print_funcs=0", "corpus"],
            ["-runs=100", "-max_total_time=20", "-close_fd_mask=3", "-use_value_profile=1", "merged", "corpus"],
            ["-merge=1", "-merge_inner=1", "-merge_control_file=control"],
            ["-minimize_crash_internal_step=1", "-runs=200", "inputs/v"]]
    jobs += [["-timeout=1", "inputs/" + first] for first in INPUTS]
    for words in jobs:
        yield "fuzz", env, common + words
    if sanitizer == "address":
        leaks = {"ASAN_OPTIONS": "detect_leaks=1:symbolize=0"}
        yield "leaks", leaks, common + ["-detect_leaks=1", "inputs/l"]
        yield "leaks", leaks, common + ["-detect_leaks=1", "-runs=500", "corpus"]
