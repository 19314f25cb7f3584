#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every function of the library table has an answer in `heddle fuzz --library`, and nothing else has.

Compared are the names and patterns of wire/library_calls.h (harmless, fixed), the functions that the pass redirects, those
that the runtime defines, and the functions of <math.h>. Refused functions need no answer: the runtime ends the execution.
"""
import argparse
import fnmatch
import importlib.util
import pathlib
import re
import subprocess
import sys

# Parts of the compiler and of the C++ library's own headers.
NOT_CALLED = {"__clang_call_terminate"}


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def math_functions(text):
    names = " ".join(re.findall(r'"([^"]*)"', text[text.index("kMathCalls[] ="):].split(";")[0])).split()
    return set(names)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--wire", required=True, type=pathlib.Path)
    parser.add_argument("--nm", required=True)
    parser.add_argument("archives", nargs="+")
    arguments = parser.parse_args()
    supported = load(pathlib.Path(__file__).parent.parent / "supported" / "supported_test.py")

    listing = subprocess.run([arguments.heddle, "fuzz", "--library", "--list"], check=True, capture_output=True, text=True).stdout
    answered = {line.split(" ", 1)[0] for line in listing.splitlines()}
    calls = (arguments.wire / "library_calls.h").read_text()
    refused = supported.refused_functions((arguments.wire / "refused_calls.h").read_text())
    redirected = set(re.findall(r'X\((\w+), "\w+\.?"\)', (arguments.wire / "libc_redirects.h").read_text()))
    rows = {name for kind, _, names in supported.rows_of_table(calls) if kind in ("Harmless", "Fixed") for name in names}
    runtime = supported.runtime_functions(arguments.nm, arguments.archives)
    mathematics = math_functions(calls)
    needed = rows | redirected | mathematics | (runtime - refused - NOT_CALLED)
    assert len(rows) > 200 and len(redirected) > 100 and len(mathematics) > 50, "the headers could not be read"

    patterns = [name for name in answered if "*" in name]
    problems = [f"`{name}` has no row in src/fuzz/library/ and no other answer" for name in sorted(needed - answered)
                if not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)]
    with_suffixes = {name + suffix for name in mathematics for suffix in ("f", "l")}
    problems += [f"`{name}` is answered, but the library table does not have it" for name in sorted(answered - needed - with_suffixes)
                 if "*" not in name or not fnmatch.filter(needed, name)]
    print("\n".join(problems))
    print(f"{len(needed)} functions and patterns in the library table, {len(answered)} answers: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
