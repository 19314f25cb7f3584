# SPDX-License-Identifier: Apache-2.0
"""heddle replay --gdb in batch mode, for the tests of this folder."""
import pathlib
import re
import subprocess

from heddle_command import HEDDLE, HeddleTest

DEATHS = pathlib.Path(__file__).resolve().parent / "gdb/deaths.cpp"


def marked_line(source, mark):
    """Number of the line that ends in `// mark`."""
    lines = [number for number, line in enumerate(pathlib.Path(source).read_text().splitlines(), 1)
             if line.endswith("// " + mark)]
    assert len(lines) == 1, mark
    return lines[0]


class GdbTest(HeddleTest):
    def build(self, source, *flags):
        program = self.folder / pathlib.Path(source).stem
        compiler = "heddle-clang" if str(source).endswith(".c") else "heddle-clang++"
        subprocess.run([HEDDLE.parent / compiler, "-g", *flags, str(source), "-o", program], check=True,
                       capture_output=True)
        return program

    def find(self, program, *arguments, options=()):
        """Explores until the first finding; its replay file."""
        done = self.heddle("run", "--quiet", *options, "--", program, *arguments)
        self.assert_exit(done, 10)
        return re.search(r"\S+\.heddle$", done.last_line).group()

    def gdb(self, file, *commands, code=10):
        words = [word for command in commands for word in ("--gdb-command", command)]
        done = self.heddle("replay", file, *words)
        self.assert_exit(done, code)
        return done.everything
