#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The JSON report: every promised field is there, with its type, and docs/report.schema.json holds for real reports."""
import copy
import json
import unittest

import jsonschema

from heddle_command import EXAMPLES, ROOT, HeddleTest

SCHEMA = json.loads((ROOT / "docs/report.schema.json").read_text())

FIELDS = {"verdict": str, "exhaustive": bool, "bounds": list, "notes": list, "findings": list, "executions": int,
          "sampled": int, "verified": int,
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

    def test_report_of_a_search_of_a_model_has_its_figures(self):
        done = self.heddle("check", EXAMPLES / "dekker_fixed.cpp", "--strategy", "exact", "--json", "result.json")
        self.assert_exit(done, 0)
        result = self.result()
        jsonschema.validate(result, SCHEMA, cls=jsonschema.Draft202012Validator)
        self.assertGreater(result["states"], 0)
        self.assertGreaterEqual(result["model"]["steps"], result["states"])
        self.assertGreaterEqual(result["states"], result["model"]["table_states"])
        self.assertIn(f"and {result['states']:,} states of the model in ", done.everything)

    def test_schema_holds_for_reports_of_every_verdict(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        forks = self.source("forks.c", "#include <unistd.h>\nint main(void) { return fork() == 0; }\n")
        verdicts = set()
        for file, more in ((EXAMPLES / "account.cpp", ["--keep-going", "--max-executions", "50"]),
                           (EXAMPLES / "deadlock.cpp", []), (EXAMPLES / "lost_wakeup.cpp", ["--strategy", "dfs"]),
                           (EXAMPLES / "dekker_fixed.cpp", ["--strategy", "dfs"]),
                           (EXAMPLES / "account_fixed.cpp", ["--max-executions", "1"]), (forks, [])):
            with self.subTest(file):
                self.heddle("check", file, "--json", "result.json", *more)
                result = self.result()
                jsonschema.validate(result, SCHEMA, cls=jsonschema.Draft202012Validator)
                verdicts.add(result["verdict"])
        self.assertEqual(verdicts, {"clean", "finding", "incomplete", "unsupported"})

    def test_schema_refuses_what_contradicts_itself(self):
        self.heddle("check", EXAMPLES / "account.cpp", "--json", "result.json")
        good = self.result()
        for change in (lambda report: report.pop("verdict"),
                       lambda report: report.update(exhaustive=True, bounds=[{"name": "time", "limit": "30s"}]),
                       lambda report: report.update(verdict="clean"), lambda report: report.update(findings=[]),
                       lambda report: report["findings"][0].pop("schedule"),
                       lambda report: report["findings"][0]["threads"][0].update(state="asleep"),
                       lambda report: report["findings"][0]["trace"][0].update(thread="T1")):
            bad = copy.deepcopy(good)
            change(bad)
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate(bad, SCHEMA, cls=jsonschema.Draft202012Validator)

    def test_quiet_still_says_what_was_found(self):
        done = self.heddle("check", EXAMPLES / "account.cpp", "--quiet")
        self.assert_exit(done, 10)
        self.assertIn("account.cpp:", done.everything)


if __name__ == "__main__":
    unittest.main()
