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


# On processors with AMX, gdb before 14 cannot restore registers after a call.
CANNOT_CALL = ("Couldn't write extended state", "only gdb 14 and newer")


class GdbTest(HeddleTest):
    def skip_if_gdb_is_too_old(self, text):
        if any(words in text for words in CANNOT_CALL):
            self.skipTest("gdb cannot call functions on this processor")

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
        self.skip_if_gdb_is_too_old(done.everything)
        self.assert_exit(done, code)
        return done.everything
