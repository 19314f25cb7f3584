#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gdb stops at the failing step: for every way to die in the right frame, and the other thread can be looked at."""
import pathlib
import shutil
import tempfile
import unittest

from gdb_command import DEATHS, GdbTest, marked_line
from heddle_command import ROOT

PROGRAMS = ROOT / "tests/programs/crash"

# How the program dies -> function of the user's whose frame gdb must select.
WAYS = {
    "assertion": "assertion",
    "null": "null",
    "wild": "wild",
    "jump": "jump",
    "null_jump": "null_jump",
    "overflow": "overflow",
    "division": "division",
    "trap": "trap",
    "aborted": "aborted",
    "exception": "exception",
    "double_free": "double_free",
    "use_after_free": "use_after_free",
    "loop": "loop",
    "locked_loop": "locked_loop",
    "spin": "spin",
    "left": "left",
}
ENDLESS = {"loop", "locked_loop", "spin"}
FRAME = r"#\d+ +(0x[0-9a-f]+ in )?{function}( |\().*deaths\.cpp:{line}\b"


class Deaths(GdbTest):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.cache = pathlib.Path(holder.name)

    def deaths(self):
        """The program, compiled once."""
        kept = self.cache / "deaths"
        if not kept.exists():
            shutil.copy(self.build(DEATHS), kept)
        return kept

    def assert_frame(self, text, function, line):
        self.assertRegex(text, FRAME.format(function=function, line=line))

    def look(self, way, *more, options=()):
        file = self.find(self.deaths(), way, options=options)
        return self.gdb(file, "echo bt begins\\n", "bt 12", "echo bt ends\\n", "heddle threads", "heddle thread 0",
                        "print local_of_main", *more)

    def assert_death(self, way, function, line):
        text = self.look(way)
        stack = text[text.index("bt begins"):text.index("bt ends")]
        self.assert_frame(text[:text.index("bt begins")].rstrip().splitlines()[-2], function, line)
        self.assert_frame(stack, function, line)
        self.assertNotIn("heddle::runtime", stack)
        self.assertRegex(text, r"the failing step, after step (\d+) of \1, in T1 worker")
        self.assertRegex(text, r"\n\* T1 worker +runs +deaths\.cpp:%d in %s" % (line, function))
        other = text[text.index("bt ends"):]
        # By the shortest way main goes no further than it must; endless loops are shown as they were met.
        mark = "joins: main" if way in ENDLESS else "starts: main"
        self.assert_frame(other, "main", marked_line(DEATHS, mark))
        self.assertIn("$1 = 815", other)

    def test_every_death_is_seen_in_its_frame(self):
        for way, function in WAYS.items():
            with self.subTest(way):
                mark = "grows: overflow" if way == "overflow" else "dies: " + way
                self.assert_death(way, function, marked_line(DEATHS, mark))

    def test_a_trap_for_debuggers_is_seen_behind_its_instruction(self):
        self.assertRegex(self.look("debug_trap"), r"the failing step.*\n#0 +(0x[0-9a-f]+ in )?debug_trap \(\)")

    def test_a_throw_out_of_a_destructor_is_seen_where_it_was_thrown(self):
        line = marked_line(DEATHS, "dies: destructor")
        text = self.look("destructor")
        self.assert_frame(text[:text.index("bt begins")], "Thrower::~Thrower", line)
        self.assert_frame(text[text.index("bt begins"):text.index("bt ends")], "destructor", r"\d+")

    def test_a_process_that_leaves_by_a_system_call_is_caught_there(self):
        self.assertRegex(self.look("vanished"), r"the failing step, after step (\d+) of \1, in T1 worker\n#0 .*vanished \(\)")

    def test_a_process_that_is_killed_is_caught_in_the_call(self):
        killed = PROGRAMS / "killed.c"
        text = self.gdb(self.find(self.build(killed)), "bt")
        line = next(number for number, line in enumerate(killed.read_text().splitlines(), 1) if "raise(" in line)
        # The thread begins, writes a variable, and looks which handler there is for the signal.
        self.assertRegex(text, rf"the failing step, after step 3 of 3, in T0 main\n#\d+ .* in main \(\) at .*killed\.c:{line}\n")

    def test_a_program_that_overwrites_the_runtime_is_said_to_have_done_so(self):
        text = self.gdb(self.find(self.build(PROGRAMS / "trashed_runtime.c"), options=("--strategy", "dfs")), "heddle threads", "heddle back 1", "heddle threads")
        self.assertIn("heddle: the program has overwritten Heddle's memory and died of it here", text)
        self.assertIn("heddle: not known here", text)
        self.assertRegex(text, r"heddle: before step 2 of 2: .*write x: 0 -> 1\n(.*\n)+\* T0 main +runs")
        self.assertNotIn("Python", text)

    def test_a_deadlock_is_shown_in_a_blocked_thread_and_the_other_one(self):
        text = self.look("deadlock", "heddle thread 1", "up", "print local_of_worker", "heddle thread T1", "heddle thread",
                         options=("--strategy", "dfs"))
        waiting, wanted = marked_line(DEATHS, "waits: main"), marked_line(DEATHS, "dies: deadlock")
        self.assertRegex(text, r"T0 main +blocked +deaths\.cpp:%d in main: blocked on mutex g_second held by T1" % waiting)
        self.assertRegex(text, r"T1 worker +blocked +deaths\.cpp:%d in deadlock: blocked on mutex g_first held by T0" % wanted)
        self.assert_frame(text, "main", waiting)
        self.assert_frame(text, "deadlock", wanted)
        self.assertIn("$2 = 4711", text)
        self.assertIn("heddle: T1 worker is shown", text)

    def test_errno_is_that_of_the_thread_that_is_shown(self):
        file = self.find(self.deaths(), "assertion")
        asks = "print *(int *)__errno_location()"
        text = self.gdb(file, asks, "heddle thread 0", asks, "heddle thread 1", asks, "continue")
        self.assertEqual([line for line in text.splitlines() if line.startswith("$")], ["$1 = 42", "$2 = 24", "$3 = 42"])
        self.assertIn("exited normally", text)

    def test_it_goes_on_to_the_end_after_other_threads_were_shown(self):
        text = self.look("null", "continue")
        self.assertIn("exited normally", text)
        text = self.look("assertion", "stepi", "continue")
        self.assertIn("exited normally", text)


if __name__ == "__main__":
    unittest.main()
