#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks one whole program with the real heddle and compares with what the program says about itself.

    // HEDDLE: strategy=dfs verdict=clean executions=118        one line per run; several are allowed
    // HEDDLE: strategy=random verdict=finding kind=deadlock    replays the finding with the command that was printed
    // MODEL: counter_locked.model                              the number of executions, from tests/enumerator

Keys: strategy (`default`: none is named), verdict, kind (alternatives with a comma), executions, flags (for the compiler, with commas), options
(of heddle, with commas), arguments (of the program), message (in the finding's message), output (somewhere in what
heddle prints), without (nowhere in it), exit (where it does not follow from the verdict), replays (how often the finding must come again),
races: `ignore` (do not look for data races: the program has some, and they are
not what it is about), `some` (data races may come with the finding), a number (of findings that are data races, with kind=data-race);
without it there must be none. The line of a finding is one that ends in `//
FINDING`, of an unsupported call one that ends in `// UNSUPPORTED`; without any such line it is not compared.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent / "enumerator"))
import enumerator  # noqa: E402
import model as language  # noqa: E402

EXIT_CODES = {"clean": 0, "finding": 10, "incomplete": 11, "unsupported": 12}
SECONDS = 240


class Mismatch(Exception):
    """What heddle did is not what the program states."""


def expectations(source):
    """One list of (key, value) pairs per HEDDLE line; a key may occur twice."""
    found = [[tuple(word.split("=", 1)) for word in shlex.split(line)]
             for line in re.findall(r"^// HEDDLE: (.*)$", source, re.MULTILINE)]
    if not found:
        raise Mismatch("the program states no expectation")
    return found


def marked_lines(source, mark):
    return [number for number, line in enumerate(source.splitlines(), 1) if line.endswith("// " + mark)]


def run(command, folder, heddle):
    environment = dict(os.environ, PATH=f"{heddle.parent}:{os.environ['PATH']}")
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, errors="replace",
                          timeout=SECONDS, shell=isinstance(command, str), check=False)
    return done.returncode, done.stdout, done.stdout + done.stderr


def require(condition, message):
    if not condition:
        raise Mismatch(message)


def freedoms(options):
    """What the enumerator has to know of heddle's options."""
    spurious = re.search(r"--spurious[= ,](\d+)", options)
    return {"spurious": int(spurious[1]) if spurious else 0, "weak_cas": "--weak-cas=fail" in options,
            "visible_ends": "--keep-going" in options}


def check_executions(program, source, wanted, result, options=""):
    """The three numbers must agree: written in the program, worked out by the enumerator, counted by heddle."""
    if wanted is None:
        return
    named = re.search(r"^// MODEL: (\S+)$", source, re.MULTILINE)
    if named:
        model = language.read_file(program.parent / named[1])
        counted = sum(enumerator.count(model, **freedoms(options)).values())
        require(counted == int(wanted), f"the program states {wanted} executions, its model has {counted}")
    require(result["executions"] == int(wanted), f"{wanted} executions expected, got {result['executions']}")


def races_of(result):
    """Pairs of lines."""
    return {tuple(sorted((access["location"]["file"], access["location"]["line"]) for access in finding["race"]["accesses"]))
            for finding in result["findings"] if finding["kind"] == "data-race"}


def check_races(wanted, result):
    found = len(races_of(result))
    stated = wanted.get("races")
    if stated is None and "data-race" in wanted.get("kind", ""):
        require(found, "a data race expected, none found")
    elif stated != "some":
        expected = int(stated) if stated and stated.isdigit() else 0
        require(found == expected, f"{expected} data races expected, got {found}: {sorted(races_of(result))}")


def check_finding(source, wanted, result):
    finding = result["findings"][0]
    kinds = wanted["kind"].split(",")
    require(finding["kind"] in kinds, f"kind {wanted['kind']} expected, got {finding['kind']}: {finding['message']}")
    lines = marked_lines(source, "FINDING")
    line = finding["location"]["line"]
    require(not lines or line in lines, f"the finding should be in line {lines}, it is in line {line}")
    require(finding["schedule"] and finding["trace"], "the finding has no schedule or no trace")


def check_last_line(output, finding, folder, heddle):
    command = output.rstrip("\n").splitlines()[-1].strip()
    require("replay" in command and finding["replay"] in command, f"the last line is no replay command: {command!r}")
    check_replay(command, finding, folder, heddle)


def check_replay(command, finding, folder, heddle, times=1):
    """The command shows the same finding again, however often."""
    code, _, everything = run(command if times == 1 else f"{command} --times {times}", folder, heddle)
    require(times == 1 or f"came {times} of {times} times" in everything, f"not {times} of {times}:\n{everything}")
    require(code == 10, f"replay ended with {code} instead of 10:\n{everything}")
    line = finding["location"]["line"]
    require(not line or f":{line}" in everything, f"replay does not show line {line} again:\n{everything}")


def check_run(program, source, pairs, heddle, most_executions=sys.maxsize):
    wanted = dict(pairs)
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "result.json"
        is_default = wanted["strategy"] == "default"
        command = [str(heddle), "check", str(program), "--json", str(report)]
        command += [] if is_default else ["--strategy", wanted["strategy"]]
        command += [word for key in ("options", "flags") for word in wanted.get(key, "").split(",") if word]
        command += ["--races=ignore"] if wanted.get("races") == "ignore" else []
        command += ["--", *wanted["arguments"].split(",")] if "arguments" in wanted else []
        code, output, everything = run(command, folder, heddle)
        try:
            verdict = wanted["verdict"]
            expected_code = int(wanted.get("exit", EXIT_CODES[verdict]))
            require(code == expected_code, f"exit code {expected_code} expected, got {code}")
            result = json.loads(report.read_text())
            require(result["verdict"] == verdict, f"verdict {verdict} expected, got {result['verdict']}")
            only_races = all(finding["kind"] == "data-race" for finding in result["findings"])
            everything_tried = result["strategy"] in ("dfs", "exact") and ("--keep-going" in command or only_races) and not result["bounds"]
            require(result["exhaustive"] == (verdict == "clean" or (verdict == "finding" and everything_tried)), "exhaustive is claimed wrongly")
            check_races(wanted, result)
            require(is_default or result["strategy"] == wanted["strategy"], f"another strategy ran: {result['strategy']}")
            require(result["executions"] <= most_executions, f"{result['executions']} executions, dfs {most_executions}")
            is_verified = result["strategy"] == "exact" and result["exhaustive"]
            require(result["verified"] > 0 or not is_verified, "nothing was verified")
            check_executions(program, source, wanted.get("executions"), result, wanted.get("options", ""))
            for key, text in pairs:
                if key in ("output", "message"):
                    found = everything if key == "output" else result["findings"][0]["message"]
                    require(text in found, f"{text!r} expected in the {key}: {found}")
                if key == "without":
                    require(text not in everything, f"{text!r} not expected in the output: {everything}")
            for line in marked_lines(source, "UNSUPPORTED"):
                require(f"{program.name}:{line}" in everything, f"line {line} is not named")
            if verdict == "finding":
                check_finding(source, wanted, result)
                others = [finding for finding in result["findings"] if finding["kind"] != "data-race"]
                check_last_line(output, (others or result["findings"])[-1], folder, heddle)
                times = int(wanted.get("replays", 1))
                command = f"{shlex.quote(str(heddle))} replay {shlex.quote(result['findings'][0]['replay'])}"
                if times > 1 or len(result["findings"]) > 1:
                    check_replay(command, result["findings"][0], folder, heddle, times)
            return result
        except Mismatch as mismatch:
            raise Mismatch(f"{mismatch}\n$ {shlex.join(command)}\n{everything}") from mismatch


def check_exact(program, source, pairs, heddle, result):
    """Whatever brute force says, `exact` must say, without executing more, and where both saw everything, of the same data
    races."""
    wanted = dict(pairs)
    is_refused = any(option in wanted.get("options", "") for option in ("--reuse", "--malloc-failures"))
    is_left_out = is_refused or wanted["verdict"] not in ("clean", "finding")
    if wanted["strategy"] != "dfs" or is_left_out:
        return False
    left_out = {"executions", "output", "without", "message", "replays"}
    others = [(key, value) for key, value in pairs if key not in left_out]
    found = check_run(program, source, [("strategy", "exact") if key == "strategy" else (key, value) for key, value in others],
              heddle, int(wanted.get("executions", sys.maxsize)))
    if result["exhaustive"] and found["exhaustive"]:
        require(races_of(found) == races_of(result), f"data races: dfs {races_of(result)}, exact {races_of(found)}")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    failures = 0
    for program in arguments.programs:
        source = program.read_text()
        try:
            for pairs in expectations(source):
                result = check_run(program.resolve(), source, pairs, arguments.heddle.resolve())
                print(f"ok      {program.name}: {shlex.join('='.join(pair) for pair in pairs)}")
                if check_exact(program.resolve(), source, pairs, arguments.heddle.resolve(), result):
                    print(f"ok      {program.name}: exact says the same")
        except (Mismatch, subprocess.TimeoutExpired) as error:
            failures += 1
            print(f"FAILED  {program}: {error}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
