#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kill -9 at any moment, of any process of a campaign, and two campaigns at a time in one folder.

Worker or supervisor killed: the verdict is that of the undisturbed run. Explorer killed (while it builds, too): every finding
that it had told of is on the disk and replays, no file is half-written, nothing runs on, and the next run is as if nothing had
been. Two programs of the same name checked at a time: each gets its own verdict.

Without arguments a small sample, as in ./test. The long version (about 15 minutes on two processors):

    python3 tests/show/kill_test.py --kills 500 --campaigns 50 --pairs 40 --seed 1
"""
import argparse
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time
import unittest

from heddle_command import HEDDLE, ROOT, HeddleTest, children_of

PROGRAMS = ROOT / "bench/programs"
SAMPLE = {"kills": 12, "campaigns": 3, "pairs": 2, "seed": 1}
WANTED = argparse.Namespace(**SAMPLE)
SECONDS = 300
TOLD = r"saved as (\S+?); the search goes on"

RACY = """
#include <assert.h>
#include <pthread.h>
int first, second, third;
_Atomic int turn;
static void* work(void* unused) {
  for (int i = 0; i < 3; i++) {
    int seen = turn;
    turn = seen + 1;
  }
  if (turn == 1) first++;
  if (turn == 2) second++;
  third++;
  return unused;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(turn != 3);
  return 0;
}
"""
CLEAN = RACY.replace("int first, second, third;", "_Atomic int first, second, third;").replace("turn != 3", "turn > 0")


def campaigns(folder):
    """Words of the command, and whether the number of executions is the same from run to run."""
    clean, racy = folder / "clean.c", folder / "racy.c"
    clean.write_text(CLEAN)
    racy.write_text(RACY)
    many = ["--strategy", "random", "--max-executions", "150000", "--keep-going"]
    return [
        ([PROGRAMS / "fib.c", "-DN=6", "--strategy", "exact"], False),  # learns until the end
        ([clean, *many], True),
        ([racy, *many], True),
        ([racy, "--strategy", "dfs", "--max-executions", "100000", "--keep-going"], False),
        ([clean, "--strategy", "dfs", "--max-executions", "100000"], True),
        ([PROGRAMS / "account.c", "-DN=7", "--strategy", "exact", "--plain", "--keep-going"], False),
        ([PROGRAMS / "readers.c", "-DN=15", "--strategy", "exact", "--plain"], False),
    ]


def instrumented(pid):
    try:
        return "HEDDLE_CONTROL" in pathlib.Path(f"/proc/{pid}/environ").read_text(errors="replace")
    except OSError:
        return False


class Kills(HeddleTest):
    def setUp(self):
        super().setUp()
        self.draw = random.Random(WANTED.seed)
        self.campaigns = campaigns(self.folder)
        self.references = {}

    def verdict(self, path, counts):
        """What must not depend on who was killed meanwhile."""
        result = json.loads(path.read_text())
        findings = sorted({(each["kind"], each["location"]["file"], each["location"]["line"]) for each in result["findings"]})
        return (result["verdict"], result["exhaustive"], sorted(bound["name"] for bound in result["bounds"]), findings,
                result["executions"] if counts else None)

    def words(self, number, *more):
        return ["check", *self.campaigns[number][0], "--json", "result.json", *more]

    def undisturbed(self, number):
        if number not in self.references:
            done = self.heddle(*self.words(number))
            self.assertIn(done.code, (0, 10, 11), done.everything)
            self.references[number] = (done.code, self.verdict(self.folder / "result.json", self.campaigns[number][1]))
        return self.references[number]

    def family(self, process):
        """Supervisors and workers."""
        supervisors = [pid for pid in children_of(process.pid) if instrumented(pid)]
        return supervisors, [worker for each in supervisors for worker in children_of(each)]

    def kill_some(self, process, most):
        killed = 0
        while killed < most and process.poll() is None:
            time.sleep(self.draw.uniform(0.02, 0.15))
            victims = self.draw.choice(self.family(process))
            for victim in victims[:1]:
                try:
                    os.kill(victim, signal.SIGKILL)
                    killed += 1
                except ProcessLookupError:
                    pass
        return killed

    def test_a_killed_worker_or_supervisor_changes_no_verdict(self):
        kills = 0
        for campaign in range(WANTED.campaigns):
            number = campaign % len(self.campaigns)
            code, expected = self.undisturbed(number)
            process = self.start(*self.words(number))
            kills += self.kill_some(process, most=WANTED.kills // WANTED.campaigns + 1)
            output = process.communicate(timeout=SECONDS)[0]
            with self.subTest(campaign=campaign, words=self.words(number)):
                self.assertEqual(process.returncode, code, output)
                self.assertEqual(self.verdict(self.folder / "result.json", self.campaigns[number][1]), expected, output)
        print(f"killed {kills} workers and supervisors in {WANTED.campaigns} campaigns", file=sys.stderr)
        self.assertGreater(kills, 0)

    def saved(self):
        folder = self.folder / "heddle-out/findings"
        return sorted(folder.iterdir()) if folder.exists() else []

    def is_ours(self, pid):
        try:
            return os.readlink(pid / "exe").startswith(str(self.folder.resolve()))
        except OSError:  # somebody else's, or gone
            return False

    def await_end_of_all(self):
        """Nobody of the killed explorer's family lives on."""
        end = time.monotonic() + 20
        while True:
            left = [pid for pid in pathlib.Path("/proc").iterdir() if pid.name.isdigit() and self.is_ours(pid)]
            if not left:
                return
            self.assertLess(time.monotonic(), end, f"left running: {left}")
            time.sleep(0.02)

    def killed_when_it_tells(self):
        """As killed_explorer, of a search that would go on for hours, killed at its first finding."""
        process = self.start("check", self.folder / "racy.c", "--strategy", "random", "--max-executions", 10**10, "--keep-going")
        told = []
        while not told:
            line = process.stdout.readline()
            self.assertNotEqual(line, "", "it ended")
            told = re.findall(TOLD, line)
        process.kill()
        told += re.findall(TOLD, process.stdout.read())
        process.wait()
        self.await_end_of_all()
        return True, told

    def killed_explorer(self, number, delay):
        """Whether it was killed before it ended, and what it had told of."""
        process = self.start(*self.words(number))
        try:
            output = process.communicate(timeout=delay)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            output = process.communicate()[0]
        self.await_end_of_all()
        return process.returncode == -signal.SIGKILL, re.findall(TOLD, output)

    def test_a_killed_explorer_loses_no_finding_that_it_told_of(self):
        kills = told = 0
        for campaign in range(WANTED.campaigns):
            number = self.draw.choice((1, 2, 4)) if campaign else 1
            code, expected = self.undisturbed(number)
            for path in self.saved():
                path.unlink()
            if self.draw.random() < 0.3:  # then it has to build again, and may be killed in the middle of that
                subprocess.run(["rm", "-rf", str(self.folder / "heddle-out/build")], check=True)
            delay = self.draw.uniform(0.01, 1.2)
            was_killed, counted = self.killed_explorer(number, delay) if campaign else self.killed_when_it_tells()
            kills += was_killed
            told += len(counted)
            with self.subTest(campaign=campaign, words=self.words(number)):
                if was_killed:
                    self.assertTrue({self.folder / path for path in counted} <= set(self.saved()), counted)
                for path in self.saved():
                    self.assertRegex(path.name, r"\.heddle(\.tmp\d+)?$")  # the latter just before it gets its name
                    self.assert_exit(self.heddle("explain", path), 0)
                    self.assert_exit(self.heddle("replay", path), 10)
                again = self.heddle(*self.words(number))
                self.assertEqual(again.code, code, again.everything)
                self.assertEqual(self.verdict(self.folder / "result.json", self.campaigns[number][1]), expected)
        print(f"killed {kills} explorers, which had told of {told} findings", file=sys.stderr)
        self.assertGreater(kills, 0)
        self.assertGreater(told, 0)

    def test_programs_of_the_same_name_checked_at_a_time_keep_their_verdicts(self):
        for name, text in (("good", CLEAN), ("bad", RACY)):
            (self.folder / name).mkdir()
            (self.folder / name / "same.c").write_text(text)
        for pair in range(WANTED.pairs):
            shared = [f"-DPAIR={pair}", "--time", "2s", "--max-executions", "2000"]
            started = [self.start("check", f"{name}/same.c", *shared, "--json", f"{name}.json") for name in ("good", "bad")]
            outputs = [process.communicate(timeout=SECONDS)[0] for process in started]
            kinds = [[each["kind"] for each in self.result(f"{name}.json")["findings"]] for name in ("good", "bad")]
            with self.subTest(pair=pair):
                self.assertEqual(kinds[0], [], outputs[0])
                self.assertIn("data-race", kinds[1], outputs[1])
        print(f"{WANTED.pairs} pairs at a time", file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in SAMPLE.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    WANTED, words = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *words])
