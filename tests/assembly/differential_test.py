#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What heddle-clang makes of inline assembly does what the processor does.

Every form of forms.py is compiled twice: by clang, so that the processor runs it, and by heddle-clang, which must have turned
all of it into instructions of its own, without a warning. Both programs run on the same random states: results, flags
and memory must be the same.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import forms

HERE = pathlib.Path(__file__).resolve().parent
ROUNDS = 300


def run(command, folder):
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def write_forms(folder, wanted):
    functions = "".join(form.function(number) for number, form in enumerate(wanted))
    names = ", ".join(f"form_{number}" for number in range(len(wanted)))
    (folder / "forms.inc").write_text(f"{functions}\nstatic void (*const forms[])(struct state*) = {{{names}}};\n"
                                      f"enum {{ kForms = {len(wanted)}, kRounds = {ROUNDS} }};\n")


def require_all_understood(warnings, folder):
    lines = (folder / "forms.inc").read_text().splitlines()
    refused = [lines[int(line) - 1] for line in re.findall(r"forms\.inc:(\d+):", warnings)]
    if warnings:
        sys.exit("not understood:\n" + "\n".join(refused[:10]) + "\n" + warnings[:1000])


def compare(folder, wanted):
    native, lowered = (run([folder / name], folder).splitlines() for name in ("native", "lowered"))
    differences = [number for number in range(len(wanted)) if native[number] != lowered[number]]
    for number in differences[:5]:
        print(f"differs: {wanted[number].name}")
        by_processor, by_heddle = (run([folder / name, number], folder).splitlines() for name in ("native", "lowered"))
        at = next((i for i, (one, other) in enumerate(zip(by_processor, by_heddle)) if one != other), 0) // 4 * 4
        print("before", *by_processor[at:at + 2], "native", *by_processor[at + 2:at + 4], "heddle", *by_heddle[at + 2:at + 4], sep="\n  ")
    if differences:
        sys.exit(f"{len(differences)} of {len(wanted)} forms differ")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--clang", required=True, type=pathlib.Path)
    arguments.add_argument("--heddle-clang", required=True, type=pathlib.Path)
    arguments.add_argument("--level", default="O0", help="of optimisation, after Heddle's pass")
    arguments.add_argument("--sequences", type=int, default=300)
    arguments.add_argument("--only-sequences", action="store_true")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    options.heddle_clang = options.heddle_clang.resolve()
    wanted = [] if options.only_sequences else list(forms.all_forms())
    wanted += forms.sequences(random.Random(options.seed), options.sequences)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_forms(folder, wanted)
        source = ["-I", folder, HERE / "harness.c", "-Wall", "-Wno-unused", "-Werror"]
        run([options.clang, "-O1", *source, "-o", folder / "native"], folder)
        built = run([options.heddle_clang, f"-{options.level}", *source, "-o", folder / "lowered"], folder)
        require_all_understood(built, folder)
        compare(folder, wanted)
    print(f"{len(wanted)} forms, {ROUNDS} states each, do the same")


if __name__ == "__main__":
    main()
