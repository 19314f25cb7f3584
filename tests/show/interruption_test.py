#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signals and limits at any moment: a true partial verdict, every finding so far, nothing left running."""
import json
import pathlib
import random
import signal
import subprocess
import time
import unittest

import jsonschema

from heddle_command import HEDDLE, ROOT, HeddleTest, children_of

SCHEMA = json.loads((ROOT / "docs/report.schema.json").read_text())
PROGRAMS = ROOT / "bench/programs"
SIGNALS = 24  # sent at moments drawn from this seed
SEED = 4


class Interruption(HeddleTest):
    def build(self, name, *flags):
        binary = self.folder / name
        done = self.run_command([str(HEDDLE.parent / "heddle-clang"), "-O2", "-g", str(PROGRAMS / f"{name}.c"), "-pthread",
                                 "-o", str(binary), *flags])
        self.assertEqual(done.code, 0, done.everything)
        return binary

    def listening(self, process):
        """Waits until heddle has its own handlers."""
        end = time.monotonic() + 60
        while time.monotonic() < end and process.poll() is None:
            for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
                if line.startswith("SigCgt:") and int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1:
                    return True
            time.sleep(0.005)
        return False

    def finish(self, process, seconds=120):
        """Ended by itself, and so has everything that it started."""
        descendants = [grandchild for child in children_of(process.pid) for grandchild in [child, *children_of(child)]]
        output = process.communicate(timeout=seconds)[0]
        end = time.monotonic() + 20
        while any(pathlib.Path(f"/proc/{pid}/exe").exists() for pid in descendants):
            self.assertLess(time.monotonic(), end, "something was left running")
            time.sleep(0.02)
        return output

    def check_report(self, process, output):
        self.assertIn(process.returncode, (10, 11), output)
        result = self.result()
        jsonschema.validate(result, SCHEMA, cls=jsonschema.Draft202012Validator)
        self.assertFalse(result["exhaustive"], output)
        self.assertEqual(result["verdict"], "finding" if process.returncode == 10 else "incomplete")
        for finding in result["findings"]:
            explained = self.heddle("explain", finding["replay"])
            self.assert_exit(explained, 0)
            self.assertIn(finding["message"], explained.everything)
        return result

    def interrupted(self, words, delay, sent):
        (self.folder / "result.json").unlink(missing_ok=True)
        process = self.start(*words)
        self.assertTrue(self.listening(process))
        time.sleep(delay)
        process.send_signal(sent)
        output = self.finish(process)
        result = self.check_report(process, output)
        self.assertIn("interrupted", [bound["name"] for bound in result["bounds"]], output)
        return result

    def test_signals_at_any_moment_of_a_long_search(self):
        draw = random.Random(SEED)
        long, failing = self.build("readers", "-DN=26"), self.build("account", "-DN=10")
        # All states one by one: what spares them would be done before the signal.
        shared = ["--strategy", "exact", "--plain", "--keep-going", "--json", "result.json"]
        findings = 0
        for number in range(SIGNALS):
            words, delay = draw.choice(((["run", *shared, "--", long], 1.5), (["run", *shared, "--", failing], 1.5),
                                        (["check", PROGRAMS / "account.c", "-DN=10", *shared], 3)))
            delay, sent = draw.uniform(0, delay), draw.choice((signal.SIGINT, signal.SIGTERM))
            with self.subTest(number=number, words=[str(word) for word in words], delay=delay, sent=sent):
                findings += len(self.interrupted(words, delay, sent)["findings"])
        self.assertGreater(findings, 0)

    def test_a_stop_while_compiling_says_that_nothing_was_explored(self):
        path = self.source("slow.cpp", "".join(f"#include <{name}>\n" for name in (
            "algorithm", "regex", "map", "thread", "future", "functional", "iostream")) + "int main() { return 0; }\n")
        for sent in (signal.SIGINT, signal.SIGTERM):
            result = self.interrupted(["check", path, "--json", "result.json"], 0.05, sent)
            self.assertEqual((result["executions"], result["verdict"]), (0, "incomplete"))

    def hanging(self):
        return self.source("hanging.c", "#include <pthread.h>\nstatic void* work(void* unused) {\n"
                           "  for (;;) {}\n  return unused;\n}\n"
                           "int main(void) {\n  pthread_t thread;\n  pthread_create(&thread, 0, work, 0);\n"
                           "  pthread_join(thread, 0);\n  return 0;\n}\n")

    def workers_of(self, process):
        return {worker for supervisor in children_of(process.pid) for worker in children_of(supervisor)}

    def test_a_stop_does_not_cost_a_finding_that_is_being_repeated(self):
        self.heddle("check", self.hanging())
        process = self.start("run", "--json", "result.json", "--", self.folder / "heddle-out/build/hanging/hanging")
        seen, end = set(), time.monotonic() + 120
        # The first worker hangs and is ended. The next one is there to repeat that.
        while len(seen) < 2 and process.poll() is None and time.monotonic() < end:
            seen |= self.workers_of(process)
            time.sleep(0.01)
        self.assertIsNone(process.poll())
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        output = self.finish(process)
        self.assertEqual(self.check_report(process, output)["findings"][0]["kind"], "hang", output)

    def test_the_second_signal_ends_at_once(self):
        self.heddle("check", self.hanging())
        for second in (signal.SIGINT, signal.SIGTERM):
            process = self.start("run", "--", self.folder / "heddle-out/build/hanging/hanging")
            self.assertTrue(self.listening(process))
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
            process.send_signal(second)
            self.finish(process, seconds=20)
            self.assertEqual(process.returncode, -second)

    def test_the_memory_limit_ends_the_search(self):
        program = self.build("sum_history", "-DN=5")
        done = self.heddle("run", "--strategy", "exact", "--max-memory", "16M", "--json", "result.json", "--", program)
        self.assert_exit(done, 11)
        result = self.result()
        jsonschema.validate(result, SCHEMA, cls=jsonschema.Draft202012Validator)
        self.assertEqual(result["bounds"], [{"name": "memory", "limit": "16M"}])
        self.assertGreater(result["executions"], 100)
        self.assertIn("out of memory (--max-memory 16M)", done.everything)

    def test_the_time_limit_ends_a_search_that_executes_nothing(self):
        program = self.build("readers", "-DN=26")
        begin = time.monotonic()
        done = self.heddle("run", "--strategy", "exact", "--plain", "--time", "2s", "--json", "result.json", "--",
                           program)
        self.assert_exit(done, 11)
        self.assertLess(time.monotonic() - begin, 30)
        self.assertEqual(self.result()["bounds"], [{"name": "time", "limit": "2s"}])


if __name__ == "__main__":
    unittest.main()
