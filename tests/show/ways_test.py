#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Findings come by the shortest way, whoever met them; few preemptions prove what they lead to."""
import unittest

from heddle_command import EXAMPLES, HeddleTest

ACCOUNT = EXAMPLES / "account.cpp"


class Ways(HeddleTest):
    def finding(self, *options):
        done = self.heddle("check", ACCOUNT, "--races", "ignore", "--json", "result.json", *options)
        self.assert_exit(done, 10)
        [finding] = self.result()["findings"]
        return finding, done.output

    def test_every_strategy_shows_the_same_shortest_way(self):
        # main, one thread up to its write, all of the other one, the rest of the first one, main
        for strategy in ("exact", "dfs", "random", "pct", "pos"):
            finding, output = self.finding("--strategy", strategy)
            self.assertEqual((finding["switches"], finding["shortness"]), (4, "shortest"), strategy)
            self.assertIn(", 4 switches, the fewest possible;", output)
            self.assertEqual(len({thread for thread, _ in finding["schedule"]}), 3)
            self.assertEqual(len(finding["schedule"]), 5)

    def test_what_needs_a_preemption_is_not_found_without(self):
        done = self.heddle("check", ACCOUNT, "--races", "ignore", "--preemptions", "0", "--json", "result.json")
        self.assert_exit(done, 11)
        self.assertIn("no interleaving with at most 0 preemptions breaks it", done.output)
        result = self.result()
        self.assertEqual((result["exhaustive"], result["bounds"]), (False, [{"name": "preemptions", "limit": 0}]))
        self.assertEqual(result["model"]["preemptions"], 0)
        finding, _ = self.finding("--preemptions", "1")
        self.assertEqual(finding["kind"], "assertion")

    def test_a_bound_that_cuts_nothing_is_none(self):
        done = self.heddle("check", EXAMPLES / "account_fixed.cpp", "--preemptions", "50", "--json", "result.json")
        self.assert_exit(done, 0)
        self.assertEqual((self.result()["exhaustive"], self.result()["bounds"]), (True, []))

    def test_only_exact_counts_preemptions(self):
        done = self.heddle("check", ACCOUNT, "--strategy", "random", "--preemptions", "1")
        self.assert_exit(done, 2)
        self.assertIn("--preemptions bounds the strategy exact", done.everything)


if __name__ == "__main__":
    unittest.main()
