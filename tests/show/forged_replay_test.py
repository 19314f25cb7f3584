#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replay files that somebody has made by hand, with a checksum that fits: nothing is started that was not checked, nothing is
written elsewhere, and every one ends with a verdict or a named error.

    forged_replay_test.py [--files N] [--seed S]     makes N mutated files
"""
import argparse
import copy
import ctypes
import json
import random
import shutil
import sys
import unittest

from heddle_command import EXAMPLES, HeddleTest

CHOSEN = argparse.ArgumentParser()
CHOSEN.add_argument("--files", type=int, default=150)
CHOSEN.add_argument("--seed", type=int, default=1)
OPTIONS = CHOSEN.parse_args([])


class Hash128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def checksum(content):
    """Of the content as one line of JSON, as Heddle computes it."""
    hash_bytes = ctypes.CDLL("libxxhash.so.0").XXH3_128bits
    hash_bytes.restype = Hash128
    hash_bytes.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    data = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")
    value = hash_bytes(data, len(data))
    return f"{value.high:016x}{value.low:016x}"


def places(value, path=()):
    """Every place in a tree of JSON."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, path + (key,))


def at(content, path):
    for key in path:
        content = content[key]
    return content


def changed_text(text, chance):
    position = chance.randrange(len(text) + 1)
    return chance.choice([
        text[:position], text[position:], text + text, text.replace("0", "4294967295", 1), text.replace("1", "18446744073709551616", 1),
        text[:position] + chance.choice("\0\n/:,=-9{}") + text[position:],
    ])


def mutated(content, chance):
    """One to three places of it changed. The report is text that is only printed."""
    content = copy.deepcopy(content)
    for _ in range(chance.randint(1, 3)):
        path = chance.choice([each for each in places(content) if each and each[0] not in ("report", "full_report")])
        owner, key = at(content, path[:-1]), path[-1]
        old = owner[key]
        pool = ["", "x", "/", "..", "/usr/bin/touch", "/dev/null", "{project}", 0, 1, -1, 65536, 2**32 - 1, 2**63, 2**64 - 1, None, True, [], {},
                [0], [[0, 0]] * 2000, list(range(5000)), "a" * 100_000, 0.5, {"bytes": "ff"}, {"bytes": "zz"}]
        if isinstance(old, str) and chance.random() < 0.5:
            owner[key] = changed_text(old, chance)
        elif isinstance(old, int) and not isinstance(old, bool) and chance.random() < 0.5:
            owner[key] = old + chance.choice([-1, 1, 1000])
        elif chance.random() < 0.2:
            del owner[key]
        else:
            owner[key] = chance.choice(pool)
    return content


class Forged(HeddleTest):
    def setUp(self):
        super().setUp()
        shutil.copy(EXAMPLES / "account.cpp", self.folder / "account.cpp")
        self.assert_exit(self.heddle("check", "account.cpp", "--json", "result.json"), 10)
        self.file = self.folder / self.result()["findings"][0]["replay"]
        self.whole = json.loads(self.file.read_text())
        self.content = self.whole["content"]

    def replay(self, content, *words):
        whole = dict(self.whole, content=content, checksum=checksum(content))
        self.file.write_text(json.dumps(whole, ensure_ascii=False), errors="surrogatepass")
        return self.heddle("replay", self.file, *words)

    def program(self):
        return next(path for path in (self.folder / "heddle-out/build").rglob("account") if path.is_file() and not path.is_symlink())

    def test_an_unchanged_file_with_a_checksum_of_ours_replays(self):
        self.assert_exit(self.replay(self.content), 10)

    def test_another_program_is_not_started(self):
        marker = self.folder / "marker"
        content = dict(self.content, binary=shutil.which("touch"), arguments=["touch", str(marker)])
        content["build"] = dict(content["build"], sources=[])
        refused = self.replay(content)
        self.assert_exit(refused, 2)
        self.assertIn("touch is gone or was built anew", refused.everything)
        build_id = self.run_command(["readelf", "-n", shutil.which("touch")]).output.split("Build ID:")[-1].split()[0]
        refused = self.replay(dict(content, build_id=build_id))
        self.assert_exit(refused, 2)
        self.assertIn("was not built with this heddle-clang++: it is not started", refused.everything)
        self.assertFalse(marker.exists())

    def test_the_loader_is_given_nothing(self):
        marker, library = self.folder / "marker", self.folder / "evil.so"
        source = self.folder / "evil.c"
        source.write_text('#include <stdio.h>\n__attribute__((constructor)) static void run(void) '
                          f'{{ fclose(fopen("{marker}", "w")); }}\n')
        self.assert_exit(self.run_command(["clang-19", "-shared", "-fPIC", source, "-o", library]), 0)
        for name in ("LD_PRELOAD", "LD_AUDIT"):
            self.run_command(["env", f"{name}={library}", "true"])
            self.assertTrue(marker.exists(), name)
            marker.unlink()
            forged = [{"name": name, "value": str(library)}] + self.content["environment"]
            self.assertIn(self.replay(dict(self.content, environment=forged)).code, (10, 12))  # 12: its addresses are others
            self.assertFalse(marker.exists(), name)

    def test_the_compiler_gets_no_flags_that_load_code_or_write_files(self):
        self.program().unlink()
        for flag in ("-fplugin=./evil.so", "-o/tmp/elsewhere", "-Xclang", "@words", "-Wl,-plugin,./evil.so"):
            build = dict(self.content["build"], arguments=["account.cpp", flag])
            refused = self.replay(dict(self.content, build=build))
            self.assert_exit(refused, 2)
            self.assertIn(f"no replay file may give `{flag}` to the compiler", refused.everything)

    def test_nothing_is_written_where_the_file_says(self):
        self.program().unlink()
        elsewhere = self.folder / "elsewhere"
        build = dict(self.content["build"], output=str(elsewhere / "build" / "account"))
        self.assert_exit(self.replay(dict(self.content, build=build, binary=str(elsewhere / "program"))), 10)
        self.assertFalse(elsewhere.exists())

    def test_mutated_files_end_with_a_verdict_or_a_named_error(self):
        chance = random.Random(OPTIONS.seed)
        codes = {}
        for number in range(OPTIONS.files):
            content = mutated(self.content, chance)
            done = self.replay(content)
            codes[done.code] = codes.get(done.code, 0) + 1
            described = f"file {number} of seed {OPTIONS.seed} ended with {done.code}:\n{done.everything[-2000:]}"
            self.assertIn(done.code, (2, 10, 12), described)
            if done.code != 10:
                self.assertIn("heddle: error: ", done.everything, described)
        print(f"{OPTIONS.files} mutated files, by exit code: {dict(sorted(codes.items()))}")


if __name__ == "__main__":
    OPTIONS, rest = CHOSEN.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
