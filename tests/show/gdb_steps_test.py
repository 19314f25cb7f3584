#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Steps forth and back in gdb; that nothing but the recorded schedule matters; and what stands in the way of gdb."""
import ctypes
import os
import re
import struct
import subprocess
import unittest

from gdb_command import GdbTest
from heddle_command import HEDDLE

COUNTER = """#include <pthread.h>
#include <assert.h>
int counter, loaded[2];
static void* work(void* argument) {
  int number = *(int*)argument;
  loaded[number] = counter;
  counter = loaded[number] + 1;
  return argument;
}
int numbers[2] = {0, 1};
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(counter == 2);
  return 0;
}
"""

# Addresses of the environment and of locals become values of events.
SURROUNDINGS = """#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern char** environ;
unsigned long sum, address, descriptor;
int main(int argc, char** argv) {
  for (char** each = environ; *each != NULL; ++each) sum = sum * 31 + strlen(*each);
  address = (unsigned long)getenv("PATH") + (unsigned long)&argc + (unsigned long)argv[0] + (unsigned long)malloc(10);
  descriptor = (unsigned long)dup(1);
  assert(argc == 0);
  return 0;
}
"""

READS_A_FILE = """#include <assert.h>
#include <stdio.h>
int number, seen;
int main(void) {
  FILE* file = fopen("number.txt", "r");
  if (file == NULL || fscanf(file, "%d", &number) != 1) return 0;
  fclose(file);
  seen = number;
  assert(seen == 0);
  return 0;
}
"""


def forbid_ptrace():
    """In the child before exec: a filter as in a container that lets everything pass but ptrace."""
    instructions = [(0x20, 0, 0, 0), (0x15, 0, 1, 101), (0x06, 0, 0, 0x00050001), (0x06, 0, 0, 0x7fff0000)]
    code = b"".join(struct.pack("<HBBI", *each) for each in instructions)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("<HxxxxxxQ", len(instructions), ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program, 0, 0) != 0:
        os._exit(99)


class Steps(GdbTest):
    def finding(self, name, text, options=()):
        path = self.source(name, text)
        done = self.heddle("check", path, "--quiet", *options)
        self.assert_exit(done, 10)
        return re.search(r"\S+\.heddle$", done.last_line).group()

    def steps_of(self, file):
        """(thread, text) of every step, as `heddle explain --full` numbers them."""
        full = self.heddle("explain", "--full", file).output
        return {int(number): text for number, text in re.findall(r"^ +(\d+)  +(?:\d+ )?(.*?) *$", full, re.MULTILINE)}

    def test_back_and_step_land_at_the_steps_of_the_report(self):
        file = self.finding("counter.c", COUNTER, ("--strategy", "dfs"))
        steps = self.steps_of(file)
        total = max(steps)
        store = next(number for number, text in steps.items() if "write counter: 0 -> 1" in text)
        text = self.gdb(file, f"heddle back {total + 1 - store}", "print counter", "heddle where", "heddle step", "print counter",
                        "heddle back", "print counter", "heddle step 2", "heddle where", "heddle back 1000", "heddle where",
                        "heddle step 1000", "print counter")
        said = re.findall(r"heddle: (before step \d+|the failing step)", text)
        self.assertEqual(said, ["the failing step", f"before step {store}", f"before step {store}", f"before step {store + 1}",
                                f"before step {store}", f"before step {store + 2}", f"before step {store + 2}",
                                "before step 1", "before step 1", "the failing step"])
        self.assertEqual(re.findall(r"^\$\d+ = (\d+)", text, re.MULTILINE), ["0", "1", "0", "1"])
        self.assertIn(f"before step {store} of {total}: T", text)
        self.assertRegex(text, r"before step %d of .*write counter: 0 -> 1\n#\d+ .*work \(.*counter\.c:7\b" % store)

    def test_every_step_is_reached_by_single_steps(self):
        file = self.finding("counter.c", COUNTER, ("--strategy", "dfs"))
        total = max(self.steps_of(file))
        text = self.gdb(file, f"heddle back {total}", *["heddle step"] * total)
        said = [int(number) for number in re.findall(r"heddle: before step (\d+) of", text)]
        self.assertEqual(said, list(range(1, total + 1)))
        self.assertEqual(text.count("the failing step"), 2)

    def test_wrong_words_get_an_answer(self):
        file = self.finding("counter.c", COUNTER, ("--strategy", "dfs"))
        text = self.gdb(file, "heddle step")
        self.assertIn("there is no next step", text)
        text = self.gdb(file, "heddle thread 77")
        self.assertIn("there is no thread 77", text)
        text = self.gdb(file, "heddle thread 1")
        self.assertIn("has ended", text)
        text = self.gdb(file, "heddle back some")
        self.assertIn("expected a number, not `some`", text)
        text = self.gdb(file, "heddle back 1000", "heddle thread 1")
        self.assertIn("there is no thread 1 yet", text)

    def test_breakpoints_and_calls_of_the_users_own_work(self):
        file = self.finding("counter.c", COUNTER, ("--strategy", "dfs"))
        text = self.gdb(file, "break work", "heddle back 1000", "continue", "print ((int (*)(int))toupper)('a')", "bt 1",
                        "delete", "continue", "print counter")
        self.assertRegex(text, r"Breakpoint 1(\.\d+)?, .*work \(")
        self.assertIn("$1 = 65", text)
        self.assertIn("$2 = 1", text)
        self.assertEqual(text.count("the failing step"), 2)

    def test_next_goes_on_in_the_line_of_the_step(self):
        file = self.finding("counter.c", COUNTER, ("--strategy", "dfs"))
        steps = self.steps_of(file)
        store = next(number for number, text in steps.items() if "write counter: 0 -> 1" in text)
        text = self.gdb(file, f"heddle back {max(steps) + 1 - store}", "next", "print counter", "bt 1", "heddle where")
        self.assertRegex(text, r"\n8\s+return argument;\n\$1 = 1\n#0 .*work \(.*counter\.c:8\n")
        self.assertNotIn("src/runtime", text)
        self.assertIn(f"heddle: after step {store} of {max(steps)}, in T", text)

    def test_works_from_an_installation_and_with_blanks_in_names(self):
        prefix = self.folder / "some where"
        self.assert_exit(self.run_command(["cmake", "--install", str(HEDDLE.parent.parent), "--prefix", str(prefix)]), 0)
        folder = self.folder / "it's here"
        folder.mkdir()
        (folder / "a counter.c").write_text(COUNTER)
        heddle = [str(prefix / "bin/heddle")]
        done = self.run_command([*heddle, "check", "it's here/a counter.c", "--strategy", "dfs", "--races", "ignore", "--out",
                                 "out of here"])
        self.assert_exit(done, 10)
        file, = (self.folder / "out of here/findings").glob("*.heddle")
        done = self.run_command([*heddle, "replay", str(file.relative_to(self.folder)), "--gdb-command", "print counter",
                                 "--gdb-command", "heddle back"])
        self.assert_exit(done, 10)
        self.assertIn("$1 = 1", done.everything)
        self.assertRegex(done.everything, r"before step \d+ of .*read counter: 1")

    def test_the_surroundings_of_gdb_do_not_matter(self):
        file = self.finding("surroundings.c", SURROUNDINGS)
        self.environment.update({f"EXTRA_{number}": "x" * number for number in range(100)}, LINES="11", COLUMNS="33",
                                SHELL="/bin/false", HOME="/", LC_ALL="C")
        text = self.gdb(file, "print sum", "heddle back 1", "continue", "print sum")
        sums = re.findall(r"^\$\d+ = (\d+)", text, re.MULTILINE)
        self.assertEqual(len(set(sums)), 1, text)
        self.assertNotIn("differs", text)

    def test_a_run_that_differs_is_named(self):
        self.source("number.txt", "5\n")
        file = self.finding("reads_a_file.c", READS_A_FILE)
        text = self.gdb(file, "shell echo 7 > number.txt", "heddle back 1", "continue", code=12)
        self.assertIn("the run in gdb differs from the recorded one at step", text)

    def test_missing_gdb_and_forbidden_ptrace_are_named(self):
        file = self.finding("counter.c", COUNTER, ("--strategy", "dfs"))
        path = self.environment["PATH"]
        self.environment["PATH"] = str(HEDDLE.parent)
        done = self.heddle("replay", "--gdb", file)
        self.assert_exit(done, 3)
        self.assertIn("apt install gdb", done.everything)
        self.environment["PATH"] = path
        refused = subprocess.run([HEDDLE, "replay", "--gdb", file], cwd=self.folder, env=self.environment, text=True,
                                 capture_output=True, preexec_fn=forbid_ptrace, check=False)
        self.assertEqual(refused.returncode, 3, refused.stderr)
        self.assertIn("ptrace is not allowed (Operation not permitted)", refused.stderr)

    def test_words_for_gdb_reach_it(self):
        file = self.finding("counter.c", COUNTER, ("--strategy", "dfs"))
        done = self.heddle("replay", file, "--gdb", "--", "-nx", "-batch", "-ex", "print counter + 40")
        self.assert_exit(done, 10)
        self.assertIn("$1 = 41", done.everything)
        self.assert_exit(self.heddle("replay", file, "--", "-batch"), 2)

    def test_the_program_may_be_optimised_and_without_debug_information(self):
        path = self.source("counter.c", COUNTER)
        program = self.folder / "counter"
        subprocess.run([HEDDLE.parent / "heddle-clang", "-O2", "-g0", path, "-o", program], check=True, capture_output=True)
        text = self.gdb(self.find(program, options=("--strategy", "dfs")), "bt", "heddle threads")
        self.assertRegex(text, r"#\d+ .* in main \(")
        self.assertRegex(text, r"\* T0 main +runs")


if __name__ == "__main__":
    unittest.main()
