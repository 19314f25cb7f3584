# SPDX-License-Identifier: Apache-2.0
"""How the tests of this folder start the real heddle: in a folder of their own, with its output caught."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

HEDDLE = pathlib.Path(os.environ.get("HEDDLE_BINARY", "build/release/bin/heddle")).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
SECONDS = 240


class Finished:
    """What one command did."""

    def __init__(self, done):
        self.code = done.returncode
        self.output = done.stdout
        self.everything = done.stdout + done.stderr

    @property
    def last_line(self):
        return self.output.rstrip("\n").splitlines()[-1].strip()


class HeddleTest(unittest.TestCase):
    """Gives every test an empty folder, in which its commands run."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.environment = dict(os.environ, PATH=f"{HEDDLE.parent}:{os.environ['PATH']}")

    def shell(self, command):
        return self.run_command(command, shell=True)

    def run_command(self, command, **more):
        return Finished(subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True,
                                       errors="replace", timeout=SECONDS, check=False, **more))

    def heddle(self, *words):
        return self.run_command([str(HEDDLE), *map(str, words)])

    def start(self, *words):
        """A command in the background, which is ended and reaped with the test at the latest."""
        process = subprocess.Popen([str(HEDDLE), *map(str, words)], cwd=self.folder, env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

        def end():
            process.kill()
            process.communicate()

        self.addCleanup(end)
        return process

    def source(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def result(self, name="result.json"):
        return json.loads((self.folder / name).read_text())

    def assert_shows(self, expected, output):
        """Each line of a page's example comes in the output, in this order; `...` stands for anything."""
        lines = output.splitlines()
        at = 0
        for line in filter(lambda text: text.strip() not in ("", "..."), expected):
            pattern = re.compile(".*".join(r"\s+".join(map(re.escape, part.split())) for part in line.split("...")))
            while at < len(lines) and not pattern.search(lines[at]):
                at += 1
            self.assertLess(at, len(lines), f"`{line}` did not come in:\n{output}")
            at += 1

    def assert_exit(self, finished, code):
        self.assertEqual(finished.code, code, finished.everything)


def children_of(pid):
    """Direct children, by asking each process who its parent is."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                after_name = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(after_name[1]) == pid:
                found.append(int(entry.name))
    return found
