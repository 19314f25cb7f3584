#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What can happen to a campaign while it runs: a worker is killed, the user interrupts, the disk is full."""
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from heddle_command import EXAMPLES, HeddleTest, children_of

FIXED = EXAMPLES / "account_fixed.cpp"


class Campaign(HeddleTest):
    def workers_of(self, process, seconds=60):
        """The processes two levels below: heddle, its supervisor, the supervisor's worker."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and process.poll() is None:
            found = [worker for supervisor in children_of(process.pid) if self.is_instrumented(supervisor)
                     for worker in children_of(supervisor)]
            if found:
                return found
            time.sleep(0.01)
        return []

    @staticmethod
    def kill(worker):
        try:
            os.kill(worker, signal.SIGKILL)
        except ProcessLookupError:  # it has just ended
            return 0
        return 1

    @staticmethod
    def is_instrumented(pid):
        try:
            return "HEDDLE_CONTROL" in pathlib.Path(f"/proc/{pid}/environ").read_text(errors="replace")
        except OSError:
            return False

    def test_killed_workers_cost_nothing(self):
        asked = 300000
        process = self.start("check", FIXED, "--strategy", "random", "--max-executions", asked, "--json", "result.json")
        killed = 0
        while killed < 5 and process.poll() is None:
            for worker in self.workers_of(process):
                killed += self.kill(worker)
            time.sleep(0.05)
        output = process.communicate(timeout=240)[0]
        self.assertGreaterEqual(killed, 3, output)
        self.assertEqual(process.returncode, 11, output)
        result = self.result()
        self.assertEqual((result["verdict"], result["executions"], result["findings"]), ("incomplete", asked, []))

    def test_killed_workers_do_not_change_an_exhaustive_count(self):
        program = pathlib.Path(__file__).resolve().parents[1] / "programs/clean/three_threads.c"
        counts = []
        for kills in (0, 2):
            process = self.start("check", program, "--strategy", "dfs", "--races", "ignore", "--json", "result.json")
            while kills > 0 and process.poll() is None:
                for worker in self.workers_of(process):
                    kills -= self.kill(worker)
            output = process.communicate(timeout=240)[0]
            self.assertEqual(process.returncode, 0, output)
            counts.append(self.result()["executions"])
        self.assertEqual(counts, [1121, 1121])

    def test_two_runs_with_the_same_seed_are_equal(self):
        cut = pathlib.Path(__file__).resolve().parents[1] / "programs/cut/counted_right.c"
        for program, more in ((FIXED, []), (cut, ["--max-events", "200", "--max-executions", "1000"])):
            with self.subTest(program):
                runs = []
                for seed in (7, 7, 8):
                    self.heddle("check", program, "--strategy", "exact", "--seed", seed, *more, "--json", "result.json")
                    result = self.result()
                    figures = ("verdict", "executions", "sampled", "verified", "states")
                    runs.append([result[name] for name in figures] + [result["model"]["nodes"]])
                self.assertEqual(runs[0], runs[1])
                self.assertEqual(runs[0][0], runs[2][0])

    def test_interrupt_and_termination_end_with_what_is_known(self):
        for sent in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(sent):
                process = self.start("check", FIXED, "--strategy", "random", "--max-executions", 10**9, "--json", "result.json")
                workers = self.workers_of(process)
                self.assertTrue(workers)
                time.sleep(0.5)
                process.send_signal(sent)
                output = process.communicate(timeout=20)[0]
                self.assertEqual(process.returncode, 11, output)
                result = self.result()
                self.assertIn("interrupted", [bound["name"] for bound in result["bounds"]])
                self.assertEqual((result["verdict"], result["exhaustive"]), ("incomplete", False))
                self.assertGreater(result["executions"], 0)
                time.sleep(0.3)
                self.assertFalse([worker for worker in workers if self.is_instrumented(worker)])

    def test_time_budget_ends_the_search(self):
        done = self.heddle("check", FIXED, "--strategy", "random", "--max-executions", 10**9, "--time", "1s", "--json", "result.json")
        self.assert_exit(done, 11)
        self.assertIn("time", [bound["name"] for bound in self.result()["bounds"]])

    def test_event_limit_is_a_bound_and_no_hang(self):
        path = self.source("spin.c", "#include <pthread.h>\n#include <stddef.h>\nvolatile int go;\n"
                           "static void* work(void* unused) {\n  while (!go) {\n  }\n  return unused;\n}\n"
                           "int main(void) {\n  pthread_t thread;\n  pthread_create(&thread, NULL, work, NULL);\n"
                           "  go = 1;\n  pthread_join(thread, NULL);\n  return 0;\n}\n")
        done = self.heddle("check", path, "--strategy", "dfs", "--races", "ignore", "--max-events", "20",
                           "--json", "result.json")
        self.assert_exit(done, 11)
        self.assertEqual([(bound["name"], bound["limit"]) for bound in self.result()["bounds"]], [("events", 20)])

    def test_report_to_a_full_device_is_an_error(self):
        done = self.heddle("check", FIXED, "--strategy", "random", "--max-executions", "10", "--json", "/dev/full")
        self.assertIn(done.code, (2, 3), done.everything)
        self.assertIn("/dev/full", done.everything)

    def test_full_disk_is_named(self):
        with tempfile.TemporaryDirectory() as disk:
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], check=False,
                                     capture_output=True)
            if mounted.returncode != 0:
                self.skipTest("mounting a small disk needs root")
            try:
                done = self.heddle("check", EXAMPLES / "account.cpp", "--out", disk)
            finally:
                subprocess.run(["umount", disk], check=True)
        self.assertIn(done.code, (2, 3), done.everything)
        self.assertIn("No space left on device", done.everything)


if __name__ == "__main__":
    unittest.main()
