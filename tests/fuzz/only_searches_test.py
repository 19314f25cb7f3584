#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle fuzz --only-searches` leaves out what it says, and still notices a search that is wrong."""
import re
import subprocess
import sys

EXIT_FINDING = 10
HEDDLE, FOLDER = sys.argv[1], sys.argv[2]


def fuzz(*words):
    command = [HEDDLE, "fuzz", "--programs", "8", "--quiet", "--out", FOLDER, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    explored = int(re.search(r"(\d+) explorations", done.stdout)[1])
    by_dfs = float(re.search(r"([\d.]+) % were explored by dfs", done.stdout)[1])
    outcomes = int(re.search(r"of (\d+) every outcome was compared", done.stdout)[1])
    return done.returncode, explored, by_dfs, outcomes


def main():
    everything, searches = fuzz(), fuzz("--only-searches")
    defective = fuzz("--only-searches", "--defect", "read-write")
    problems = []
    if everything[0] != 0 or everything[2] == 0 or everything[3] == 0:
        problems.append(f"everything: {everything}")
    if searches[0] != 0 or searches[2] != 0 or searches[3] != 0:
        problems.append(f"only searches: {searches}")
    if not everything[1] > searches[1] > 8:
        problems.append(f"{searches[1]} explorations of {everything[1]}")
    if defective[0] != EXIT_FINDING:
        problems.append(f"a defect is not noticed: {defective}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
