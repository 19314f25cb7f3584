#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds workers.c with the drop-in compiler and lets check_policies execute it; then the same through heddle: what a
strategy reports must depend on its seed and on nothing else."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def finding(heddle, program, folder, *options):
    """(executions until the finding, its schedule) of one search."""
    report = pathlib.Path(folder) / "report.json"
    subprocess.run([heddle, "run", "--quiet", "--json", report, "--out", pathlib.Path(folder) / "out", *options, "--",
                    program], check=False, stdout=subprocess.DEVNULL)
    result = json.loads(report.read_text())
    assert result["verdict"] == "finding", result
    return result["executions"], json.dumps(result["findings"][0]["schedule"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path, help="where heddle and heddle-clang are")
    parser.add_argument("--check", required=True, help="the check_policies program")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = str(pathlib.Path(folder) / "workers")
        compiler = str(arguments.bin / "heddle-clang")
        subprocess.run([compiler, "-g", "-O1", HERE / "workers.c", "-o", program], check=True)
        code = subprocess.run([arguments.check, program], check=False).returncode
        if code != 0:
            return code
        broken = str(pathlib.Path(folder) / "late_window")
        source = HERE.parent / "programs" / "strategy" / "late_window.c"
        subprocess.run([compiler, "-g", "-O1", source, "-o", broken], check=True)
        for strategy in ("pct", "pos"):
            seen = {}
            for seed in ("1", "2", "3"):
                options = ("--strategy", strategy, "--seed", seed)
                seen[seed] = finding(arguments.bin / "heddle", broken, folder, *options)
                assert finding(arguments.bin / "heddle", broken, folder, *options) == seen[seed], (strategy, seed)
                assert finding(arguments.bin / "heddle", broken, folder, *options, "--paranoid", "1") == seen[seed]
            assert len(set(seen.values())) > 1, f"{strategy}: the seed changes nothing: {seen}"
            print(strategy, "executions until the finding, by seed:", {seed: each[0] for seed, each in seen.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
