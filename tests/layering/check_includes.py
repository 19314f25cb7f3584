#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a room of src/ includes a room it must not know. The table is the one in ARCHITECTURE.md."""
import pathlib
import re
import sys

MAY_INCLUDE = {
    "wire": set(),
    "trace": {"wire"},  # for the closed sets of event_kind.h: one list of kinds, not two
    "compile": {"wire", "trace"},
    "runtime": {"wire"},
    "execute": {"wire", "trace"},
    "learn": {"trace"},
    "solve": {"trace", "learn"},
    "analysis": {"trace", "learn", "solve"},
    "search": {"trace", "learn", "solve", "analysis", "execute/runner.h"},
    "fuzz": {"trace", "learn", "solve", "analysis", "search", "execute/runner.h"},
    "report": {"trace", "analysis"},
    "app": {"wire", "trace", "compile", "runtime", "execute", "learn", "solve", "analysis", "search", "fuzz", "report"},
}
# The oracle must not know what it is compared with.
ORACLE = ("program", "generator", "statement_maker", "hand_over", "vocabulary", "lowering", "interpreter", "interpreter_sync",
          "enumerator", "race_walk", "knowledge", "outcomes")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def violations(source):
    for path in sorted(source.rglob("*")):
        if path.suffix not in {".h", ".cpp", ".cc", ".c"}:
            continue
        room = path.relative_to(source).parts[0]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            target = match.group(1) if match else ""
            if "/" not in target or target.split("/")[0] not in MAY_INCLUDE:
                continue
            is_oracle = room == "fuzz" and path.stem in ORACLE
            allowed = {room} if is_oracle else MAY_INCLUDE[room] | {room}
            if path.name.endswith("_test.cpp") and target == "execute/scripted_runner.h":
                continue
            if target not in allowed and target.split("/")[0] not in allowed:
                yield f"{path}:{number}: {room} must not include {target}"


if __name__ == "__main__":
    found = list(violations(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every include points the right way")
    sys.exit(1 if found else 0)
