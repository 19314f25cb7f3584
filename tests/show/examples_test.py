#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The two commands a newcomer types: a broken example ends in its finding, whose last line replays it; the repaired
twin is explored completely."""
import unittest

from heddle_command import EXAMPLES, HeddleTest

KINDS = {
    "account": "assertion",
    "deadlock": "deadlock",
    "lost_wakeup": "deadlock",
    "double_checked_locking": "assertion",
    "spsc_ring": "assertion",
    "dekker": "assertion",
}


class Examples(HeddleTest):
    def test_every_example_has_a_twin_and_is_listed_here(self):
        names = {path.stem for path in EXAMPLES.glob("*.cpp")}
        self.assertEqual(names, set(KINDS) | {name + "_fixed" for name in KINDS})

    def test_broken_examples_end_in_a_finding_that_the_last_line_replays(self):
        for name, kind in KINDS.items():
            with self.subTest(name):
                found = self.heddle("check", EXAMPLES / f"{name}.cpp", "--json", "result.json")
                self.assert_exit(found, 10)
                finding = self.result()["findings"][0]
                self.assertEqual(finding["kind"], kind)
                self.assertIn(f"{name}.cpp:{finding['location']['line']}", found.everything)
                again = self.shell(found.last_line)
                self.assert_exit(again, 10)
                self.assertIn(f"{name}.cpp:{finding['location']['line']}", again.everything)

    def test_repaired_twins_are_explored_completely(self):
        for name in KINDS:
            with self.subTest(name):
                for strategy in ([], ["--strategy", "dfs"]):
                    done = self.heddle("check", EXAMPLES / f"{name}_fixed.cpp", *strategy, "--json", "result.json")
                    self.assert_exit(done, 0)
                    result = self.result()
                    self.assertEqual((result["verdict"], result["exhaustive"]), ("clean", True))
                    self.assertEqual((result["bounds"], result["findings"]), ([], []))
                    self.assertEqual(result["strategy"], "dfs" if strategy else "exact")
                    self.assertGreater(result["executions"] + result["verified"], 1)

    def test_random_is_ten_thousand_executions_and_no_proof(self):
        done = self.heddle("check", EXAMPLES / "account_fixed.cpp", "--strategy", "random", "--json", "result.json")
        self.assert_exit(done, 11)
        result = self.result()
        self.assertEqual((result["strategy"], result["executions"]), ("random", 10000))
        self.assertEqual((result["verdict"], result["exhaustive"]), ("incomplete", False))
        self.assertEqual([bound["limit"] for bound in result["bounds"]], [10000])

    def test_accept_incomplete_turns_it_into_success(self):
        done = self.heddle("check", EXAMPLES / "account_fixed.cpp", "--accept-incomplete", "--strategy", "random",
                           "--max-executions", "100")
        self.assert_exit(done, 0)

    def test_equal_seeds_find_the_same_schedule(self):
        schedules = []
        for seed in (7, 7, 8):
            done = self.heddle("check", EXAMPLES / "deadlock.cpp", "--strategy", "random", "--seed", seed, "--json", "result.json")
            self.assert_exit(done, 10)
            schedules.append((self.result()["executions"], self.result()["findings"][0]["schedule"]))
        self.assertEqual(schedules[0], schedules[1])

    def test_paranoid_runs_agree_with_fork(self):
        done = self.heddle("check", EXAMPLES / "account_fixed.cpp", "--paranoid", "10", "--strategy", "random",
                           "--max-executions", "2000")
        self.assert_exit(done, 11)
        done = self.heddle("check", EXAMPLES / "account_fixed.cpp", "--paranoid", "1")
        self.assert_exit(done, 0)


if __name__ == "__main__":
    unittest.main()
