#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The examples of README.md and docs/replay.md: their commands give the output that the pages show."""
import re
import shutil
import unittest

from gdb_command import GdbTest
from heddle_command import EXAMPLES, HEDDLE, ROOT


def indented_block(page, first_line):
    """The lines of the indented block that begins with `first_line`, without the indentation."""
    text = (ROOT / page).read_text()
    block = re.match(r"(?:    .*\n|\n(?=    ))+", text[text.index("    " + first_line):]).group()
    return [line[4:] for line in block.splitlines()]


class Pages(GdbTest):
    def setUp(self):
        super().setUp()
        # as in a clone: ./heddle beside examples/
        shutil.copytree(EXAMPLES, self.folder / "examples", ignore=shutil.ignore_patterns("heddle-out"))
        (self.folder / "heddle").symlink_to(HEDDLE)
        self.environment["HEDDLE_LAUNCHER"] = "./heddle"

    def test_readme_shows_what_its_first_command_prints(self):
        self.assertIn("    ./heddle check examples/account.cpp\n", (ROOT / "README.md").read_text())
        done = self.shell("./heddle check examples/account.cpp")
        self.assert_exit(done, 10)
        expected = indented_block("README.md", "heddle: assertion failed")
        self.assertEqual(done.last_line, expected[-1])
        self.assert_shows(expected, done.output)

    def test_the_debugger_shows_what_the_page_says(self):
        self.assert_exit(self.shell("./heddle check examples/account.cpp"), 10)
        block = indented_block("docs/replay.md", "$ heddle replay --gdb")
        commands = [line.removeprefix("(gdb) ") for line in block if line.startswith("(gdb) ")]
        self.assertEqual(len(commands), 2)
        words = " ".join(f"--gdb-command '{command}'" for command in commands)
        done = self.shell(block[0].removeprefix("$ ") + " " + words)
        self.skip_if_gdb_is_too_old(done.everything)
        self.assert_exit(done, 10)
        # numbers of frames depend on how the compiler inlined the runtime
        shown = [re.sub(r"^#\d+", "#...", line) for line in block[1:] if not line.startswith("(gdb) ")]
        self.assert_shows(shown, done.output)


if __name__ == "__main__":
    unittest.main()
