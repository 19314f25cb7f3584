#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The JSON report: every promised field is there, with its type."""
import unittest

from heddle_command import EXAMPLES, HeddleTest

FIELDS = {"verdict": str, "exhaustive": bool, "bounds": list, "notes": list, "findings": list, "executions": int,
          "states": int, "seconds": (int, float), "strategy": str, "memory_model": str, "build_id": str}
FINDING_FIELDS = {"kind": str, "location": dict, "message": str, "threads": list, "replay": str, "schedule": list,
                  "trace": list}


class Json(HeddleTest):
    def assert_fields(self, where, fields):
        for name, kind in fields.items():
            self.assertIn(name, where)
            self.assertIsInstance(where[name], kind, name)

    def test_report_of_a_finding_has_every_field(self):
        self.assert_exit(self.heddle("check", EXAMPLES / "account.cpp", "--json", "result.json"), 10)
        result = self.result()
        self.assert_fields(result, FIELDS)
        self.assertEqual((result["verdict"], result["memory_model"], result["exhaustive"]), ("finding", "sc", False))
        finding = result["findings"][0]
        self.assert_fields(finding, FINDING_FIELDS)
        self.assert_fields(finding["location"], {"file": str, "line": int, "column": int, "function": str})
        self.assertTrue(all(len(turn) == 2 for turn in finding["schedule"]))
        self.assertEqual(sum(events for _, events in finding["schedule"]), len(finding["trace"]))

    def test_report_of_an_exhaustive_search_has_every_field(self):
        done = self.heddle("check", EXAMPLES / "dekker_fixed.cpp", "--strategy", "dfs", "--json", "result.json")
        self.assert_exit(done, 0)
        self.assert_fields(self.result(), FIELDS)

    def test_quiet_still_says_what_was_found(self):
        done = self.heddle("check", EXAMPLES / "account.cpp", "--quiet")
        self.assert_exit(done, 10)
        self.assertIn("account.cpp:", done.everything)


if __name__ == "__main__":
    unittest.main()
