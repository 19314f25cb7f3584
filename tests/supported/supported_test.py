#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/supported.md, the table of library calls and the runtime itself must say the same.

Compared by sections of the page: "Modelled" with what the runtime's archives define and what the pass redirects,
"Refused" with wire/refused_calls.h, "Fixed answers", "Harmless" and "Unseen" with wire/library_calls.h (their reasons
too). Names stand in backquotes; a '*' in the page stands for any characters. C++ functions are compared by qualified
name, patterns of them only by their reason.
"""
import argparse
import fnmatch
import pathlib
import re
import subprocess
import sys

# Heddle's own interface and parts, and what compilers leave behind.
INTERNAL = re.compile(r"^(__heddle_|heddle_|_ZNK?6heddle|_ZGVN6heddle|(jump|make|ontop)_fcontext$|DW\.ref|__clang_call)")


def sections(page):
    found = {}
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        found[title.strip()] = text
    return found


def names_in(text):
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def strip_arguments(name):
    """std::a<int>::b(c) -> std::a::b"""
    while True:
        shorter = re.sub(r"<[^<>]*>|\([^()]*\)", "", name)
        if shorter == name:
            break
        name = shorter
    return name.split(" const")[0].replace("__cxx11::", "").split()[-1]


def runtime_functions(nm, archives):
    listing = subprocess.run([nm, "--defined-only", "--extern-only", "--format=posix", *archives], check=True,
                             capture_output=True, text=True).stdout
    names = {line.split()[0] for line in listing.splitlines() if re.match(r"\S+ [TWi] ", line)}
    plain = {name for name in names if not INTERNAL.match(name)}
    mangled = sorted(name for name in plain if name.startswith("_Z"))
    readable = subprocess.run(["c++filt"], input="\n".join(mangled), check=True, capture_output=True, text=True).stdout
    return {name for name in plain if not name.startswith("_Z")} | {strip_arguments(line) for line in readable.splitlines()}


def refused_functions(text):
    return set(re.findall(r"X\((\w+), HEDDLE_\w+\)", text))


def rows_of_table(text):
    """(class, reason, names) of each row of kLibraryCalls."""
    array = text[text.index("kLibraryCalls[] = {"):text.index("clang-format on")]
    for kind, reason, names in re.findall(r"\{CallClass::(\w+),\s*\"([^\"]*)\",\s*((?:\"[^\"]*\"\s*)+)(?:,\s*true\s*)?\}", array):
        yield kind, reason, " ".join("".join(re.findall(r'"([^"]*)"', names)).split()).split()


class Comparison:
    def __init__(self):
        self.problems = []

    def equal(self, section, documented, actual):
        for name in sorted(actual):
            if not any(fnmatch.fnmatchcase(name, pattern) for pattern in documented):
                self.problems.append(f"section '{section}' of the page lacks `{name}`")
        for pattern in sorted(documented):
            if pattern not in actual and not fnmatch.filter(actual, pattern):
                self.problems.append(f"section '{section}' of the page names `{pattern}`, which is not so")

    def contains(self, section, text, part):
        if part not in text:
            self.problems.append(f"section '{section}' of the page lacks the reason \"{part}\"")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", required=True, type=pathlib.Path)
    parser.add_argument("--wire", required=True, type=pathlib.Path)
    parser.add_argument("--nm", required=True)
    parser.add_argument("archives", nargs="+")
    arguments = parser.parse_args()

    page = sections(arguments.page.read_text())
    refused = refused_functions((arguments.wire / "refused_calls.h").read_text())
    redirected = set(re.findall(r'X\((\w+), "\w+\.?"\)', (arguments.wire / "libc_redirects.h").read_text()))
    rows = list(rows_of_table((arguments.wire / "library_calls.h").read_text()))
    assert len(refused) > 50 and len(redirected) > 100 and len(rows) > 15, "the headers could not be read"
    runtime = runtime_functions(arguments.nm, arguments.archives)
    assert refused <= runtime, f"not in the runtime: {refused - runtime}"

    comparison = Comparison()
    comparison.equal("Modelled", names_in(page["Modelled"]), (runtime - refused) | redirected)
    comparison.equal("Refused", names_in(page["Refused"]), refused)
    for kind, section in (("Fixed", "Fixed answers"), ("Harmless", "Harmless"), ("Unseen", "Unseen")):
        ours = [row for row in rows if row[0] == kind]
        plain = {name for row in ours for name in row[2] if not name.startswith("_Z")}
        comparison.equal(section, names_in(page[section]), plain)
        for _, reason, _ in ours:
            comparison.contains(section, page[section], reason)
    for problem in comparison.problems:
        print(problem)
    print(f"{len(runtime)} functions of the runtime, {len(redirected)} redirected, {len(refused)} refused, "
          f"{len(rows)} rows: {len(comparison.problems)} differences")
    return 1 if comparison.problems else 0


if __name__ == "__main__":
    sys.exit(main())
