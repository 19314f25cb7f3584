#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares primitives.md with the programs that it names and with the functions that the runtime defines."""
import argparse
import pathlib
import re
import subprocess
import sys

WORDS = ("--", "std::", "~", "static", "thread_local")  # begin what is no name of a function
THREAD_FUNCTION = re.compile(r"(pthread|sem|thrd|mtx|cnd|tss|sched)_\w+|call_once")
PROGRAMS = pathlib.Path(__file__).parent.parent / "programs"


def rows(page):
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            yield re.findall(r"`([^`]+)`", cells[0]), cells[1].split(), cells[2].split()


def read(name):
    found = [path for ending in (".c", ".cpp") if (path := PROGRAMS / (name + ending)).exists()]
    return found[0].read_text() if found else None


def has_number(source, verdict):
    """A run with dfs that has this verdict and states how many interleavings there are, and a model to compare with. If
    nothing is wrong but that plain accesses race, the primitive is used as it should be."""
    lines = re.findall(r"^// HEDDLE: (.*)$", source, re.MULTILINE)
    verdicts = [f"verdict={verdict}"] + (["verdict=finding kind=data-race"] if verdict == "clean" else [])
    stated = any("strategy=dfs" in line and any(wanted in line for wanted in verdicts) and "executions=" in line
                 for line in lines)
    return stated and re.search(r"^// MODEL: ", source, re.MULTILINE) is not None


def is_used(function, sources):
    """As a call of exactly this name, or for an option, a class or a keyword as the word itself."""
    pattern = re.escape(function) + (r"\b" if function.startswith(WORDS) else r"\s*\(")
    return any(re.search(r"(?<!\w)" + pattern, source) for source in sources)


def problems_of(functions, right, wrong):
    for names, verdict in ((right, "clean"), (wrong, "finding")):
        if not names:
            yield f"{functions}: no program with verdict {verdict}"
        sources = {name: read(name) for name in names}
        for name, source in sources.items():
            if source is None:
                yield f"{name} does not exist"
            elif not has_number(source, verdict):
                yield f"{name} states no number of interleavings with verdict {verdict}, or has no model"
        present = [source for source in sources.values() if source is not None]
        for function in functions:
            only_makes = function.endswith("_init") and verdict == "finding"
            if not only_makes and not is_used(function, present):
                yield f"{function} is in none of {' '.join(names)}"


def defined(nm, library):
    listing = subprocess.run([nm, "--defined-only", "-g", library], capture_output=True, text=True, check=True).stdout
    names = {line.split()[-1] for line in listing.splitlines() if len(line.split()) == 3}
    return {name for name in names if THREAD_FUNCTION.fullmatch(name)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nm", required=True)
    parser.add_argument("library")
    arguments = parser.parse_args()
    page = (pathlib.Path(__file__).parent / "primitives.md").read_text()
    table = list(rows(page))
    problems = [problem for row in table for problem in problems_of(*row)]
    if len(table) < 40:
        problems.append(f"only {len(table)} rows were understood")
    named = set(re.findall(r"`([^`]+)`", page))
    functions = defined(arguments.nm, arguments.library)
    problems += [f"{name} is defined by the runtime and not mentioned" for name in sorted(functions - named)]
    if "pthread_create" not in functions:
        problems.append(f"{arguments.library} defines no pthread_create")
    for problem in problems:
        print(f"primitives.md: {problem}")
    print(f"{len(table)} rows, {len(functions)} functions of the runtime")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
