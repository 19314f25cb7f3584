#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C in the middle of a long `heddle fuzz` loses no disagreement that was found before."""
import pathlib
import re
import signal
import subprocess
import sys

EXIT_FINDING = 10


def main():
    heddle, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    command = [heddle, "fuzz", "--defect", "read-write", "--programs", "100000", "--out", str(folder)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in running.stderr:  # one from time to time
        if re.search(r" [1-9]\d* disagreement", line):
            break
    running.send_signal(signal.SIGINT)
    output, errors = running.communicate(timeout=300)
    kept = re.findall(r"^/.*\.cpp$", output, re.MULTILINE)
    problems = []
    if running.returncode != EXIT_FINDING:
        problems.append(f"ended with {running.returncode}")
    if not re.search(r"^interrupted$", output, re.MULTILINE):
        problems.append("does not say that it was interrupted")
    if not re.search(r"^[1-9]\d* programs with a disagreement$", output, re.MULTILINE):
        problems.append("does not say how many disagreements there were")
    if not kept or not all(pathlib.Path(file).stat().st_size > 0 for file in kept):
        problems.append(f"kept {kept}")
    for problem in problems:
        print(problem)
    if problems:
        print(output, errors)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
