#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds one program against unchanged headers of a Debian package with the drop-in compiler, then explores it as its
HEDDLE lines say (see ../run_program.py). FLAGS: are for the compiler. A warning of the pass is a failure: all that these
headers call has to be modelled or known to be harmless."""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import run_program  # noqa: E402


def build(source, compiler, program):
    text = source.read_text()
    flags = [word for line in re.findall(r"^// FLAGS: (.*)$", text, re.MULTILINE) for word in line.split()]
    done = subprocess.run([compiler, "-std=c++20", "-g", "-O1", *flags, str(source), "-o", str(program)],
                          capture_output=True, text=True, check=False)
    run_program.require(done.returncode == 0, f"does not compile:\n{done.stderr}")
    complaints = [line for line in done.stderr.splitlines() if "warning: heddle:" in line]
    run_program.require(not complaints, "the pass complains:\n" + "\n".join(complaints))


def explore(source, pairs, heddle, program, folder):
    wanted = dict(pairs)
    report = folder / "result.json"
    options = [word for word in wanted.get("options", "").split(",") if word]
    options += ["--races=ignore"] if wanted.get("races") == "ignore" else []
    command = [str(heddle), "run", "--strategy", wanted["strategy"], "--json", str(report), *options, "--", str(program)]
    code, output, everything = run_program.run(command, folder, heddle)
    try:
        verdict = wanted["verdict"]
        expected = run_program.EXIT_CODES[verdict]
        run_program.require(code == expected, f"exit code {expected} expected, got {code}")
        result = json.loads(report.read_text())
        run_program.check_executions(source, source.read_text(), wanted.get("executions"), result)
        bounds = [bound["name"] for bound in result["bounds"]]
        expected_bounds = {"clean": [], "incomplete": ["executions"]}.get(verdict, bounds)
        run_program.require(bounds == expected_bounds, f"the search was bounded: {bounds}")
        run_program.require(result["exhaustive"] or verdict != "clean", "not exhaustive")
        for key, text in pairs:
            if key in ("output", "message"):
                found = everything if key == "output" else result["findings"][0]["message"]
                run_program.require(text in found, f"{text!r} expected in the {key}: {found}")
        if verdict == "finding":
            run_program.check_finding(source.read_text(), wanted, result)
            run_program.check_last_line(output, result["findings"][-1], folder, heddle)
    except run_program.Mismatch as mismatch:
        raise run_program.Mismatch(f"{mismatch}\n$ {shlex.join(command)}\n{everything}") from mismatch


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path, help="where heddle and heddle-clang++ are")
    parser.add_argument("source", type=pathlib.Path)
    arguments = parser.parse_args()
    source = arguments.source.resolve()
    bin_folder = arguments.bin.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            build(source, bin_folder / "heddle-clang++", folder / "program")
            for pairs in run_program.expectations(source.read_text()):
                explore(source, pairs, bin_folder / "heddle", folder / "program", folder)
                print("ok     ", shlex.join("=".join(pair) for pair in pairs))
        except (run_program.Mismatch, subprocess.TimeoutExpired) as error:
            print(f"FAILED  {source}: {error}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
