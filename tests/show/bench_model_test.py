#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle bench model`: it measures, it says what it compares with, and its programs are what their table says."""
import json
import re
import subprocess
import unittest

from heddle_command import HEDDLE, HeddleTest

MOST_EXECUTIONS = 20000  # with dfs; what has more interleavings in its smallest size is left out of the comparison


class BenchModel(HeddleTest):
    def measure(self, *words):
        done = subprocess.run([str(HEDDLE), "bench", "model", *words], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True, timeout=800, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_a_filter_chooses_and_the_table_compares(self):
        code, text = self.measure("--filter", "counter(2)", "--filter", "counter(3)", "--filter", "bubblelock(4,3",
                                  "--repeat", "3", "--json", "model.json")
        self.assertEqual(code, 0, text)
        result = json.loads((self.folder / "model.json").read_text())
        programs = {each["name"]: each for each in result["programs"]}
        self.assertEqual(set(programs), {"counter(2)", "counter(3)", "bubblelock(4,3, NOERR)"})
        for each in programs.values():
            self.assertTrue(each["exhaustive"], each)
            self.assertEqual((each["verdict"], each["repeats"]), ("clean", 3))
            self.assertGreater(min(each["cpu_seconds"], each["peak_kilobytes"], each["steps_per_second"]), 0)
            self.assertIn(each["name"], text)
        self.assertEqual(programs["counter(3)"]["prototype"], {"executions": 15, "states": 155})
        self.assertEqual(programs["bubblelock(4,3, NOERR)"]["peer"]["tool"], "genmc-sc")
        met = {target["text"]: (target["met"], target["of"]) for target in result["targets"]}
        self.assertEqual(met["right verdict"], (3, 3))
        self.assertEqual(met["not slower than the best peer where that needs more than 0.2 s"][1], 1)
        self.assertIn("right verdict: 3 of 3", text)

    def test_a_search_that_is_cut_short_is_not_called_finished(self):
        code, text = self.measure("--filter", "sum_history(4)", "--filter", "sum_history(5)", "--time", "200ms",
                                  "--repeat", "2", "--json", "model.json")
        self.assertEqual(code, 0, text)
        [program] = json.loads((self.folder / "model.json").read_text())["programs"]
        self.assertEqual((program["verdict"], program["exhaustive"], program["repeats"]), ("incomplete", False, 1))
        self.assertIn("sum_history(4) unfinished", text)

    def test_estimates_are_compared_with_what_was_done(self):
        code, text = self.measure("--estimates", "--filter", "sum_history(4)", "--time", "60s")
        self.assertEqual(code, 0, text)
        looks = [int(done) for done in re.findall(r" (\d+)%:(?:\d+%|-)", text)]
        self.assertGreater(len(looks), 0, text)
        # 100: stopped when the last state was met and the executions at the end were still to come.
        self.assertTrue(all(0 <= done <= 100 for done in looks), text)
        said = re.search(r"^(\d+) looks, (\d+) answers, (\d+) of these within a factor of two", text, re.MULTILINE)
        self.assertEqual(int(said[1]), len(looks))
        self.assertEqual(int(said[2]), len(re.findall(r"%:\d", text)))

    def test_a_filter_without_match_is_wrong_usage(self):
        code, text = self.measure("--filter", "no_such_program")
        self.assertEqual(code, 2, text)
        self.assertIn("nothing matches --filter no_such_program", text)

    def test_every_program_has_the_verdict_of_brute_force(self):
        code, text = self.measure("--quick", "--time", "5s", "--json", "model.json")
        self.assertEqual(code, 0, text)
        programs = json.loads((self.folder / "model.json").read_text())["programs"]
        compared, seen = 0, set()
        for each in programs:
            sweep = (each["program"], *[define for define in each["defines"] if "=" not in define])
            if sweep in seen:
                continue
            seen.add(sweep)
            binary = self.folder / "heddle-out/model" / "_".join([each["program"], *each["defines"]])
            self.heddle("run", "--strategy", "dfs", "--max-executions", MOST_EXECUTIONS, "--keep-going", "--quiet",
                        "--json", "dfs.json", "--", binary)
            judge = self.result("dfs.json")
            if not judge["exhaustive"]:
                continue
            compared += 1
            with self.subTest(each["name"]):
                self.assertEqual(judge["verdict"], each["expected"])
        self.assertGreaterEqual(compared, 25)


if __name__ == "__main__":
    unittest.main()
