#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replay files that were damaged, edited, or belong to another build are refused by name, never replayed wrongly."""
import json
import os
import pty
import re
import shutil
import subprocess
import unittest

from heddle_command import EXAMPLES, HEDDLE, HeddleTest


# Prints before it allocates, and looks where to.
COLOURED = """
#include <assert.h>
#include <stdio.h>
#include <thread>
#include <unistd.h>
int value;
int main() {
  printf(isatty(1) ? "\\033[32mbegins\\033[0m\\n" : "begins\\n");
  std::thread writer([] { __atomic_store_n(&value, 1, __ATOMIC_SEQ_CST); });
  const int seen = __atomic_load_n(&value, __ATOMIC_SEQ_CST);
  writer.join();
  assert(seen == 1);
}
"""


class InATerminal(HeddleTest):
    def in_terminal(self, *words):
        reader, terminal = pty.openpty()
        with os.fdopen(reader, "rb", buffering=0) as reading:
            process = subprocess.Popen([str(HEDDLE), *map(str, words)], cwd=self.folder, env=self.environment,
                                       stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal)
            os.close(terminal)
            text = b""
            try:
                while part := reading.read(4096):
                    text += part
            except OSError:  # nobody has the other end any more
                pass
            return process.wait(timeout=60), text.decode(errors="replace")

    def test_a_finding_comes_again(self):
        self.source("coloured.cpp", COLOURED)
        self.assert_exit(self.heddle("check", "coloured.cpp", "--races=ignore", "--json", "result.json"), 10)
        code, text = self.in_terminal("replay", self.result()["findings"][0]["replay"])
        self.assertEqual(code, 10, text)
        self.assertIn("begins", text)


class ReplayFile(HeddleTest):
    def setUp(self):
        super().setUp()
        shutil.copy(EXAMPLES / "account.cpp", self.folder / "account.cpp")
        found = self.heddle("check", "account.cpp", "--json", "result.json")
        self.assert_exit(found, 10)
        self.file = self.folder / self.result()["findings"][0]["replay"]
        self.text = self.file.read_text()

    def assert_refused(self, *words):
        done = self.heddle("replay", self.file)
        self.assert_exit(done, 2)
        for word in words:
            self.assertRegex(done.everything.lower(), word)

    def test_untouched_file_replays(self):
        done = self.heddle("replay", self.file)
        self.assert_exit(done, 10)
        self.assertIn("account.cpp:", done.everything)

    def test_missing_file_is_named(self):
        self.file.unlink()
        self.assert_refused(self.file.name)

    def test_truncated_file_is_refused_wherever_it_is_cut(self):
        for part in (0, 1, len(self.text) // 4, len(self.text) // 2, len(self.text) - 10):
            with self.subTest(part):
                self.file.write_text(self.text[:part])
                self.assert_refused(self.file.name)

    def test_edited_schedule_is_refused(self):
        turns = re.search(r"turns=(\d+):(\d+)", self.text)
        self.assertIsNotNone(turns, self.text)
        edited = self.text[:turns.start(2)] + str(int(turns[2]) + 1) + self.text[turns.end(2):]
        self.file.write_text(edited)
        self.assert_refused("changed|edited|damaged|checksum")

    def test_garbage_is_refused(self):
        self.file.write_bytes(bytes(range(256)) * 20)
        self.assert_refused(self.file.name)

    def test_file_of_another_version_is_refused_by_version(self):
        edited = re.sub(r"(?m)(version\W+)(\d+)", lambda found: found[1] + "999", self.text, count=1)
        self.assertNotEqual(edited, self.text)
        self.file.write_text(edited)
        self.assert_refused("version")

    def test_another_program_with_the_same_defect_has_a_file_of_its_own(self):
        shutil.copy(EXAMPLES / "account.cpp", self.folder / "other.cpp")
        self.assert_exit(self.heddle("check", "other.cpp"), 10)
        self.assertEqual(self.file.read_text(), self.text)

    def findings(self):
        return sorted(path.name for path in (self.folder / "heddle-out/findings").iterdir())

    def test_the_same_defect_of_the_same_program_keeps_its_file(self):
        before = self.findings()
        self.assert_exit(self.heddle("check", "account.cpp"), 10)
        self.assertEqual(self.findings(), before)
        program = "heddle-out/build/account/account"
        self.assert_exit(self.heddle("run", "--", f"./{program}"), 10)
        with_run = self.findings()
        for name in (program, self.folder.resolve() / program):
            self.assert_exit(self.heddle("run", "--", name), 10)
            self.assertEqual(self.findings(), with_run)

    def binaries(self):
        found = [path for path in (self.folder / "heddle-out").rglob("*")
                 if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
        self.assertTrue(found)
        return found

    def test_missing_binary_is_built_again(self):
        for path in self.binaries():
            path.unlink()
        self.assert_exit(self.heddle("replay", self.file), 10)

    def test_binary_of_another_build_is_not_believed(self):
        program = next(path for path in self.binaries() if path.suffix != ".o")
        recorded = program.read_bytes()
        self.run_command([str(HEDDLE.parent / "heddle-clang++"), "-std=c++20", "-g", "-DOTHER", "-O2",
                          str(EXAMPLES / "deadlock.cpp"), "-o", str(program)])
        self.assertNotEqual(program.read_bytes(), recorded)
        done = self.heddle("replay", self.file)
        self.assert_exit(done, 10)
        self.assertIn("account.cpp:", done.everything)

    def test_changed_source_is_noted_while_the_recorded_build_is_there(self):
        source = self.folder / "account.cpp"
        source.write_text("// one line more\n" + source.read_text())
        done = self.heddle("replay", self.file)
        self.assert_exit(done, 10)
        self.assertIn("account.cpp has changed since", done.everything)

    def test_changed_source_cannot_be_built_again_and_is_named(self):
        for path in self.binaries():
            path.unlink()
        source = self.folder / "account.cpp"
        source.write_text(source.read_text().replace("deposit(100)", "deposit(101)"))
        done = self.heddle("replay", self.file)
        self.assert_exit(done, 2)
        self.assertIn("account.cpp", done.everything)


READS_ENVIRONMENT = """
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <thread>
int value;
int main() {
  const char* mode = getenv("MODE");
  std::thread writer([] { __atomic_store_n(&value, 1, __ATOMIC_SEQ_CST); });
  const int seen = __atomic_load_n(&value, __ATOMIC_SEQ_CST);
  writer.join();
  assert(seen == 1 || mode == nullptr || strcmp(mode, "strict") != 0);
}
"""


class HandedOn(HeddleTest):
    """Replay files go into bug reports, and into other checkouts."""

    def check(self, folder, *words):
        done = self.shell(f"cd '{folder}' && {HEDDLE} check account.cpp --json result.json {' '.join(words)}")
        self.assert_exit(done, 10)
        return folder / json.loads((folder / "result.json").read_text())["findings"][0]["replay"]

    def checkout(self, name):
        folder = self.folder / name
        (folder / ".git").mkdir(parents=True)
        shutil.copy(EXAMPLES / "account.cpp", folder / "account.cpp")
        return folder

    def test_another_checkout_builds_and_replays_it(self):
        there, here = self.checkout("there"), self.checkout("here")
        file = self.check(there)
        self.assertNotIn(str(self.folder), file.read_text())
        (here / "heddle-out/findings").mkdir(parents=True)
        moved = shutil.copy(file, here / "heddle-out/findings")
        alone = shutil.copy(file, self.folder / "attached.heddle")
        shutil.rmtree(there)
        for place, name in ((self.folder, moved), (here, alone)):
            done = self.shell(f"cd '{place}' && {HEDDLE} replay '{name}'")
            self.assert_exit(done, 10)
            self.assertIn("account.cpp:", done.everything)
        with_gdb = self.shell(f"cd '{here}' && {HEDDLE} replay '{alone}' --gdb-command 'heddle where'")
        self.assert_exit(with_gdb, 10)

    def test_where_its_project_is_not_it_says_so(self):
        there = self.checkout("there")
        alone = shutil.copy(self.check(there), self.folder / "attached.heddle")
        shutil.rmtree(there)
        done = self.heddle("replay", alone)
        self.assert_exit(done, 2)
        self.assertIn("account.cpp has changed", done.everything)

    def test_a_folder_whose_name_is_no_text(self):
        folder = os.path.join(os.fsencode(self.folder), b"m\xe4rz")
        os.makedirs(os.path.join(folder, b"\xff"))
        shutil.copy(EXAMPLES / "account.cpp", os.path.join(folder, b"\xff", b"account.cpp"))

        def heddle(*words):
            return subprocess.run([HEDDLE, *words], cwd=folder, env=self.environment, capture_output=True, timeout=240, check=False)

        self.assertEqual(heddle("check", b"\xff/account.cpp").returncode, 10)
        [file] = os.listdir(os.path.join(folder, b"heddle-out/findings"))[:1]
        done = heddle("replay", b"heddle-out/findings/" + file)
        self.assertEqual(done.returncode, 10, done.stderr)

    def findings(self):
        return sorted((self.folder / "heddle-out/findings").glob("assertion-*"))

    def test_secrets_in_the_environment_stay_there(self):
        self.environment.update(MODE="strict", TOKEN="very-secret")
        source = self.source("reads.cpp", READS_ENVIRONMENT)
        self.assert_exit(self.heddle("check", source.name), 10)
        [file] = self.findings()
        self.assertNotIn("very-secret", file.read_text())
        self.assertNotIn("strict\"", file.read_text())
        self.assert_exit(self.heddle("replay", file), 10)
        del self.environment["TOKEN"]
        self.assert_exit(self.heddle("replay", file), 10)
        del self.environment["MODE"]
        lost = self.heddle("replay", file)
        self.assert_exit(lost, 12)
        self.assertRegex(lost.everything, r"does not hold .*: .*MODE.* \(--keep-env records them\)")
        self.environment["MODE"] = "strict"
        self.assert_exit(self.heddle("check", source.name, "--keep-env", "MODE"), 10)
        del self.environment["MODE"]
        self.assert_exit(self.heddle("replay", file), 10)

    def test_what_a_wrapper_starts_is_replayed_without_it(self):
        source = self.source("reads.cpp", READS_ENVIRONMENT)
        self.assert_exit(self.run_command([str(HEDDLE.parent / "heddle-clang++"), "-g", source.name, "-o", "program"]), 0)
        script = self.source("script", '#!/bin/sh\nMODE=strict exec ./program "$@"\n')
        script.chmod(0o755)
        for wrapper in (["env", "MODE=strict", "./program"], ["./script", "word"]):
            shutil.rmtree(self.folder / "heddle-out", ignore_errors=True)
            self.assert_exit(self.heddle("run", "--keep-env", "MODE", "--", *wrapper), 10)
            [file] = self.findings()
            self.assertEqual(json.loads(file.read_text())["content"]["binary"], "{project}/program")
            self.assert_exit(self.heddle("replay", file), 10)


if __name__ == "__main__":
    unittest.main()
