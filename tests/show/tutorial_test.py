#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial.md: its files are written, its commands run in one shell, and each line of output that it shows must
come, in that order. `...` stands for anything."""
import re
import unittest

from heddle_command import HEDDLE, ROOT, HeddleTest

PAGE = (ROOT / "docs/tutorial.md").read_text()
END = "--- end of command ---"


def files():
    return re.findall(r"Save this as `([^`]+)`:\n\n```\w+\n(.*?)```", PAGE, re.S)


def sessions():
    """[(command, [expected line...])...] in the order of the page."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


class Tutorial(HeddleTest):
    def test_everything_in_it_is_true(self):
        self.environment["HEDDLE_PREFIX"] = str(HEDDLE.parent.parent)
        for name, text in files():
            self.source(name, text)
        commands = sessions()
        self.assertGreaterEqual(len(commands), 8)
        # `echo $?` must see the command before it: a blank status is kept between the marks.
        script = "".join(f"(exit $status); {{ {command}\n}} 2>&1; status=$?; printf '\\n{END}\\n'\n" for command, _ in commands)
        outputs = self.run_command(["bash", "-c", "status=0\n" + script]).everything.split(END)
        for (command, expected), output in zip(commands, outputs):
            with self.subTest(command):
                self.assert_shows(expected, output)


if __name__ == "__main__":
    unittest.main()
