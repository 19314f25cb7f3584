#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a program with the drop-in compiler and lets repeat_schedules execute it again and again."""
import argparse
import pathlib
import subprocess
import sys
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path, help="where heddle-clang++ is")
    parser.add_argument("--repeat", required=True, help="the repeat_schedules program")
    parser.add_argument("--seeds", default="1000")
    parser.add_argument("--rounds", default="100")
    parser.add_argument("source")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = str(pathlib.Path(folder) / "program")
        subprocess.run([str(arguments.bin / "heddle-clang++"), "-std=c++20", "-g", "-O1", "-mcx16", arguments.source,
                        "-latomic", "-o", program], check=True)
        subprocess.run([program], check=True, stdout=subprocess.DEVNULL, timeout=60)  # by hand it just runs
        return subprocess.run([arguments.repeat, program, arguments.seeds, arguments.rounds], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
