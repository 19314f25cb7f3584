#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the fingerprints of one program of programs/ on random schedules.

The program's header says what to expect:
  // CHECK: 2000 schedules, exactly 114 fingerprints       all that there are are met, whatever the machine
  // CHECK: 2000 schedules, fingerprints at most 30 percent of the pasts
  // NOTICES: a live word less                             with -fheddle-pass=drop-live-word there must be violations
  // NOTICES: words mixed badly                            with -fheddle-pass=mix-badly there must be violations
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

EXACTLY = re.compile(r"// CHECK: (\d+) schedules, exactly (\d+) fingerprints")
AT_MOST = re.compile(r"// CHECK: (\d+) schedules, fingerprints at most (\d+) percent of the pasts")
DEFECTS = {"a live word less": "drop-live-word", "words mixed badly": "mix-badly"}
REPORT = re.compile(r"(\d+) executions, (\d+) events: (\d+) pasts, (\d+) fingerprints, (\d+) violations")


def build(arguments, folder, options):
    program = pathlib.Path(folder) / "program"
    compiler = "heddle-clang++" if arguments.source.suffix == ".cpp" else "heddle-clang"
    language = "-std=c++20" if arguments.source.suffix == ".cpp" else "-std=c17"
    subprocess.run([str(arguments.bin / compiler), language, "-g", *options, str(arguments.source), "-o", str(program)],
                   check=True)
    return program


def measure(arguments, program, schedules):
    """Runs the check; returns pasts, fingerprints, violations and what it printed."""
    done = subprocess.run([str(arguments.check), str(program), str(schedules)], capture_output=True, text=True,
                          check=False)
    report = REPORT.search(done.stdout)
    if not report:
        sys.exit(f"no report: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    pasts, fingerprints, violations = (int(report.group(index)) for index in (3, 4, 5))
    if (violations == 0) != (done.returncode == 0):
        sys.exit(f"exit code {done.returncode} with {violations} violations")
    return pasts, fingerprints, violations, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path, help="where heddle-clang is")
    parser.add_argument("--check", required=True, help="the check_fingerprints program")
    parser.add_argument("source", type=pathlib.Path)
    arguments = parser.parse_args()
    text = arguments.source.read_text()
    exactly, at_most = EXACTLY.search(text), AT_MOST.search(text)
    if not exactly and not at_most:
        sys.exit(f"{arguments.source} has no CHECK line")
    schedules = int((exactly or at_most).group(1))
    for level in ("-O1", "-O2"):
        with tempfile.TemporaryDirectory() as folder:
            pasts, fingerprints, violations, output = measure(arguments, build(arguments, folder, [level]), schedules)
        print(level, output, end="")
        if violations:
            sys.exit("a fingerprint does not decide what the thread does")
        if exactly and fingerprints != int(exactly.group(2)):
            sys.exit(f"{fingerprints} fingerprints, expected {exactly.group(2)}")
        if at_most and fingerprints * 100 > pasts * int(at_most.group(2)):
            sys.exit(f"{fingerprints} fingerprints for {pasts} pasts, expected at most {at_most.group(2)} percent")
    for notice, option in DEFECTS.items():
        if f"// NOTICES: {notice}" not in text:
            continue
        with tempfile.TemporaryDirectory() as folder:
            program = build(arguments, folder, ["-O1", f"-fheddle-pass={option}"])
            if not measure(arguments, program, schedules)[2]:
                sys.exit(f"{notice}: that was not noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
