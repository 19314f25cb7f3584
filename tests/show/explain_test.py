#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle explain: the saved report again, without program and sources."""
import re
import shutil
import unittest

from heddle_command import EXAMPLES, HeddleTest


class Explain(HeddleTest):
    def setUp(self):
        super().setUp()
        shutil.copy(EXAMPLES / "account.cpp", self.folder)
        self.found = self.heddle("check", "account.cpp", "--races=ignore")
        self.assert_exit(self.found, 10)
        self.file = self.folder / re.search(r"\S+\.heddle$", self.found.last_line).group()

    def test_needs_neither_program_nor_sources(self):
        shutil.rmtree(self.folder / "heddle-out/build")
        (self.folder / "account.cpp").unlink()
        again = self.heddle("explain", self.file)
        self.assert_exit(again, 0)
        without_closing = re.sub(r"\nFound 1 defect.*\n", "", self.found.output)
        self.assertEqual(again.output, without_closing)
        self.assertIn("assert(account.balance == 150);", again.output)

    def test_full_shows_every_event(self):
        folded, full = self.heddle("explain", self.file), self.heddle("explain", "--full", self.file)
        self.assert_exit(full, 0)
        events = int(re.search(r"(\d+) events", full.output).group(1))
        rows = re.findall(r"^ +(\d+)  ", full.output, re.MULTILINE)
        self.assertEqual([int(row) for row in rows if int(row) <= events][:events], list(range(1, events + 1)))
        self.assertGreater(len(full.output.splitlines()), len(folded.output.splitlines()))

    def test_bad_files_are_named(self):
        text = self.file.read_text()
        cases = {
            "missing.heddle": (None, "No such file"),
            "cut.heddle": (text[:len(text) // 2], "truncated or damaged"),
            "edited.heddle": (text.replace("assertion failed", "assertion passed"), "edited or damaged"),
            "other.heddle": ("int main() {}", "not a replay file"),
            "old.heddle": (re.sub('"format_version": [0-9]+', '"format_version": 0', text), "replay format version 0"),
        }
        for name, (content, message) in cases.items():
            with self.subTest(name):
                if content is not None:
                    self.source(name, content)
                done = self.heddle("explain", name)
                self.assert_exit(done, 2)
                self.assertIn(name, done.everything)
                self.assertIn(message, done.everything)


if __name__ == "__main__":
    unittest.main()
