#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generated programs: `heddle --strategy dfs --keep-going` must run exactly as many executions as the enumerator
counts, and find an assertion or a deadlock exactly where one exists; so must exact, with no more executions and the same
data races."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "enumerator"))
import enumerator  # noqa: E402
import generator  # noqa: E402
import model as language  # noqa: E402

FEWEST_EXECUTIONS, MOST_EXECUTIONS = 20, 20000


def expected(outcomes):
    kinds = {"deadlock" if outcome == "deadlock" else "assertion" for outcome in outcomes if outcome != "finished"}
    return kinds, sum(outcomes.values())


def freedoms_of(seed):
    """Every third program of each kind runs in an environment that is allowed more."""
    return {"spurious": 1 if seed % 3 == 1 else 0, "weak_cas": seed % 3 == 2, "visible_ends": True}


def races_of(result):
    return {tuple(sorted(access["location"]["line"] for access in finding["race"]["accesses"]))
            for finding in result["findings"] if finding["kind"] == "data-race"}


def actual(heddle, source, folder, freedoms, strategy):
    report = folder / "result.json"
    command = [str(heddle), "check", str(source), "--strategy", strategy, "--keep-going", "--max-executions", "1000000",
               "--json", str(report), f"--spurious={freedoms['spurious']}"]
    command += ["--weak-cas=fail"] if freedoms["weak_cas"] else []
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    if not report.exists():
        raise RuntimeError(f"no report, exit code {done.returncode}\n{done.stdout}{done.stderr}")
    result = json.loads(report.read_text())
    kinds = {finding["kind"] for finding in result["findings"]} - {"data-race"}
    hides_races = "not exhaustively" in done.stdout + done.stderr  # then exact makes some more executions
    return kinds, result["executions"] - (32 if hides_races else 0), result["exhaustive"], races_of(result)


def check_seed(heddle, seed):
    """Whether heddle and the enumerator agree; nothing when the program is too small to be
    interesting or too large to count one by one."""
    c, model = generator.generate(seed)
    freedoms = freedoms_of(seed)
    wanted = expected(enumerator.count(language.parse(model), **freedoms))
    if not FEWEST_EXECUTIONS <= wanted[1] <= MOST_EXECUTIONS:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / f"generated{seed}.c"
        source.write_text(c)
        kinds, executions, _, races = actual(heddle, source, pathlib.Path(folder), freedoms, "dfs")
        found, fewer, complete, others = actual(heddle, source, pathlib.Path(folder), freedoms, "exact")
    same = (kinds, executions) == wanted and found == wanted[0] and complete and fewer <= executions
    same = same and races == others
    if not same:
        print(f"seed {seed}, {freedoms}: the enumerator has {wanted}, dfs {kinds, executions}, "
              f"exact {found, fewer, complete}; data races: {races} and {others}\n{c}\n{model}")
    return same


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=25)
    arguments = parser.parse_args()
    seed, verdicts = arguments.first, []
    while len(verdicts) < arguments.programs:
        verdict = check_seed(arguments.heddle.resolve(), seed)
        seed += 1
        if verdict is not None:
            verdicts.append(verdict)
    print(f"{len(verdicts)} programs, {verdicts.count(False)} disagreements")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
