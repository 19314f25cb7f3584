#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A thread that fails by itself: what others can do between its last operation and its failure is in every list that is
called complete, `heddle outcomes` and `heddle check --keep-going`."""
import json
import unittest

from heddle_command import HeddleTest

HEAD = """#include <heddle/heddle.h>
#include <heddle/verifier.h>
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int flag, zero;
static void set(void) { __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST); }
static int is_set(void) { return __atomic_load_n(&flag, __ATOMIC_SEQ_CST); }
"""

# One thread sets the flag and fails, which is nothing that others see; another one prints whether the flag is set.
TWO = HEAD + """%(before)s
static void* fails(void* unused) { %(fails)s return unused; }
static void* prints(void* unused) { putchar(is_set() ? 's' : 'n'); return unused; }
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, fails, 0);
  pthread_create(&other, 0, prints, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
"""

# How a thread fails; what the outcome is called; what stands before it in the program.
IN_C = (
    ("set(); assert(0);", "assertion", ""),
    ("set(); heddle_assert(0);", "assertion", ""),
    ("set(); __VERIFIER_error();", "assertion", ""),
    ("set(); reach_error();", "assertion", 'static void reach_error(void) { assert(0 && "reach_error"); }'),
    ("set(); abort();", "crash", ""),
    ("set(); raise(SIGABRT);", "crash", ""),
    ("set(); kill(getpid(), SIGFPE);", "crash", ""),
    ("set(); __builtin_trap();", "crash", ""),
    ("set(); raise(SIGTERM);", "crash", ""),
    ("set(); raise(SIGKILL);", "crash", ""),
    ('int n = 0; set(); asm volatile("" : "+r"(n)); asm volatile("" : : "r"(7 / n));', "crash", ""),
    ("signal(SIGUSR1, on_signal); raise(SIGUSR1);", "assertion",
     "static void on_signal(int number) { set(); assert(number == 0); }"),
)
IN_CPP = (
    ("set(); throw Nothing{};", "uncaught-exception", "struct Nothing {};"),
    ("set(); throws();", "uncaught-exception", "struct Nothing {};\nstatic void throws() noexcept { throw Nothing{}; }"),
    ("set(); std::terminate();", "crash", "#include <exception>"),
    ("static thread_local Last last; last.touch();", "crash",
     "struct Last { void touch() {} ~Last() { set(); abort(); } };"),
)


class Ends(HeddleTest):
    def outcomes(self, source, name="program.c"):
        (self.folder / name).write_text(source)
        done = self.heddle("outcomes", name, "--json", "report.json", "--quiet")
        self.assertEqual(done.code, 0, done.everything)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertTrue(report["exhaustive"], done.everything)
        return [(each["output"], each["finding"]["kind"] if "finding" in each else each["exit"])
                for each in report["outcomes"]], report["outcomes"], done

    def check_failing(self, ways, name):
        for fails, kind, before in ways:
            with self.subTest(fails):
                found, _, done = self.outcomes(TWO % {"fails": fails, "before": before}, name)
                self.assertEqual(sorted(found), [("", kind), ("n", kind), ("s", kind)], done.everything)

    def test_others_can_print_before_a_thread_fails(self):
        self.check_failing(IN_C, "program.c")

    def test_others_can_print_before_an_exception_ends_the_process(self):
        self.check_failing(IN_CPP, "program.cpp")

    def test_others_can_print_before_a_thread_ends_the_process(self):
        for fails in ("set(); _exit(3);", "set(); _Exit(3);", "set(); quick_exit(3);", "set(); exit(3);"):
            with self.subTest(fails):
                found, _, done = self.outcomes(TWO % {"fails": fails, "before": ""})
                self.assertEqual(sorted(found), [("", 3), ("n", 3), ("s", 3)], done.everything)

    def test_others_can_print_before_a_function_fails_that_is_called_at_the_end(self):
        found, _, done = self.outcomes(HEAD + """
static void at_the_end(void) { set(); assert(0); }
static void* prints(void* unused) { putchar(is_set() ? 's' : 'n'); return unused; }
int main(void) {
  pthread_t other;
  atexit(at_the_end);
  pthread_create(&other, 0, prints, 0);
  return 0;
}
""")
        self.assertEqual(sorted(found), [("", "assertion"), ("n", "assertion"), ("s", "assertion")], done.everything)

    def test_nobody_runs_between_an_atomic_section_and_its_failure(self):
        found, _, done = self.outcomes(TWO % {"fails": "heddle_atomic_begin(); set(); assert(0);", "before": ""})
        self.assertEqual(sorted(found), [("", "assertion"), ("n", "assertion")], done.everything)

    def test_what_happens_before_a_failure_reaches_third_threads(self):
        found, _, done = self.outcomes(HEAD + """
int seen;
static void* fails(void* unused) { set(); abort(); return unused; }
static void* tells(void* unused) { if (is_set()) __atomic_store_n(&seen, 2, __ATOMIC_SEQ_CST); return unused; }
static void* prints(void* unused) { printf("%d", __atomic_load_n(&seen, __ATOMIC_SEQ_CST)); return unused; }
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, fails, 0);
  pthread_create(&threads[1], 0, tells, 0);
  pthread_create(&threads[2], 0, prints, 0);
  for (int at = 0; at < 3; ++at) pthread_join(threads[at], 0);
  return 0;
}
""")
        self.assertEqual(sorted(found), [("", "crash"), ("0", "crash"), ("2", "crash")], done.everything)

    def test_each_of_several_failing_threads_keeps_its_own_words(self):
        # Any of them can be the first, and all of them may wait for that.
        found, outcomes, done = self.outcomes(HEAD + """#include <stdexcept>
static void* asserts(void* unused) { assert(zero == 1); return unused; }
static void* aborts(void* unused) { abort(); return unused; }
static void* throws(void* unused) { throw std::runtime_error(std::to_string(1 + 1)); return unused; }
static void* traps(void* unused) { __builtin_trap(); return unused; }
int main() {
  pthread_t threads[4];
  pthread_create(&threads[0], 0, asserts, 0);
  pthread_create(&threads[1], 0, aborts, 0);
  pthread_create(&threads[2], 0, throws, 0);
  pthread_create(&threads[3], 0, traps, 0);
  for (pthread_t each : threads) pthread_join(each, 0);
}
""", name="program.cpp")
        self.assertEqual(sorted(found), [("", "assertion"), ("", "crash"), ("", "crash"), ("", "uncaught-exception")],
                         done.everything)
        told = sorted((each.get("signal") or 0, each["finding"]["message"]) for each in outcomes)
        self.assertEqual([signal for signal, _ in told], [0, 0, 4, 6])
        for (_, message), text in zip(told, ("zero == 1", "std::runtime_error: 2", "SIGILL", "abort() was called")):
            self.assertIn(text, message)
        for each in outcomes:
            again = self.heddle("replay", each["replay"])
            self.assertEqual(again.code, 10, again.everything)
            self.assertIn(each["finding"]["message"], again.everything)

    def test_a_failure_is_listed_at_its_own_line(self):
        _, outcomes, done = self.outcomes(TWO % {"fails": "set();\n  if (is_set())\n    __builtin_trap();", "before": ""})
        self.assertEqual([each["finding"]["location"]["line"] for each in outcomes], [15] * 3, done.everything)
        self.assertEqual(done.everything.count("(program.c:15)"), 3, done.everything)

    def test_gdb_shows_a_thread_that_has_to_wait_for_its_turn_to_crash(self):
        for fails in ("set(); assert(0);", "set(); __builtin_trap();", "set(); raise(SIGABRT);"):
            _, outcomes, _ = self.outcomes(TWO % {"fails": fails, "before": ""})
            for each in outcomes:
                with self.subTest(fails + each["output"]):
                    done = self.heddle("replay", "--gdb", each["replay"], "--", "-batch")
                    self.assertEqual(done.code, 10, done.everything)
                    self.assertRegex(done.output, r"the failing step, after step (\d+) of \1, in T1 fails")
                    self.assertRegex(done.output, r"in fails \(.*program.c:13")

    def test_a_message_that_was_computed_tells_outcomes_apart(self):
        found, outcomes, done = self.outcomes(HEAD + """#include <stdexcept>
#include <string>
static void* sets(void* unused) { set(); return unused; }
int main() {
  pthread_t other;
  pthread_create(&other, 0, sets, 0);
  throw std::runtime_error(std::to_string(is_set()));
}
""", name="program.cpp")
        self.assertEqual(found, [("", "uncaught-exception")] * 2, done.everything)
        self.assertEqual(sorted(each["finding"]["message"][-2:] for each in outcomes), [" 0", " 1"])

    def test_whoever_has_printed_may_be_the_first_to_fail(self):
        # Three that print one letter: of each order of one, two or three letters any of them may have failed.
        for fails in ("__builtin_trap()", "abort()", "raise(SIGTERM)"):
            with self.subTest(fails):
                found, _, done = self.outcomes(HEAD + "".join(f"""
static void* prints_{letter}(void* unused) {{
  putchar('{letter}');
  {fails};
  return unused;
}}""" for letter in "abc") + """
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, prints_a, 0);
  pthread_create(&threads[1], 0, prints_b, 0);
  pthread_create(&threads[2], 0, prints_c, 0);
  for (int at = 0; at < 3; ++at) pthread_join(threads[at], 0);
  return 0;
}
""")
                self.assertEqual(len(found), 3 * 1 + 6 * 2 + 6 * 3, done.everything)

    def test_failures_after_one_operation_are_several_defects(self):
        ways = ("__builtin_trap();", "volatile int n = 7 / zero; (void)n;", "raise(SIGTERM);", "abort();")
        for fails in ways:
            source = HEAD + f"""
static void* sets(void* unused) {{ set(); return unused; }}
__attribute__((noinline)) static void first(void) {{
  {fails}
}}
__attribute__((noinline)) static void second(void) {{
  heddle_active();
  {fails}
}}
int main(void) {{
  pthread_t other;
  pthread_create(&other, 0, sets, 0);
  if (is_set())
    first();
  else
    second();
  pthread_join(other, 0);
  return 0;
}}
"""
            for strategy in ("exact", "dfs"):
                with self.subTest(fails + strategy):
                    (self.folder / "several.c").write_text(source)
                    done = self.heddle("check", "several.c", "--keep-going", "--strategy", strategy, "--json",
                                       "report.json", "--quiet")
                    report = json.loads((self.folder / "report.json").read_text())
                    self.assertTrue(report["exhaustive"], done.everything)
                    self.assertEqual([each["kind"] for each in report["findings"]], ["crash"] * 2, done.everything)

    def test_signals_that_are_ignored_reset_or_masked_are_as_on_linux(self):
        programs = (
            ("struct sigaction x = {0}; x.sa_handler = SIG_IGN; x.sa_flags = SA_RESETHAND; sigaction(SIGUSR1, &x, 0);"
             "raise(SIGUSR1); raise(SIGUSR1);", "0 0 0"),
            ("signal(SIGUSR1, count); block(SIG_BLOCK); raise(SIGUSR1); signal(SIGUSR1, SIG_IGN); signal(SIGUSR1, count);"
             "block(SIG_UNBLOCK);", "0 0 0"),
            ("struct sigaction x = {0}; x.sa_handler = count; x.sa_flags = SA_RESETHAND; sigaddset(&x.sa_mask, SIGKILL);"
             "sigaction(SIGUSR1, &x, 0); raise(SIGUSR1);", "1 1 0"),
        )
        for text, printed in programs:
            with self.subTest(text):
                found, _, done = self.outcomes(HEAD + """
static int calls;
static void count(int number) { calls += number == SIGUSR1; }
static void block(int how) { sigset_t set; sigemptyset(&set); sigaddset(&set, SIGUSR1); pthread_sigmask(how, &set, 0); }
int main(void) {
  (void)count;
  (void)block;
  %s
  struct sigaction now;
  sigaction(SIGUSR1, 0, &now);
  printf("%%d %%d %%d", calls, now.sa_handler == SIG_DFL, sigismember(&now.sa_mask, SIGKILL));
  return 0;
}
""" % text)
                self.assertEqual(found, [(printed, 0)], done.everything)

    # A second defect that only shows between the last operation of a failing thread and its failure.
    SECOND = HEAD + """
int* block;
int plain;
static void* fails(void* unused) { set(); %(fails)s return unused; }
static void* one(void* unused) { if (is_set()) { %(one)s; } return unused; }
static void* other(void* unused) { if (is_set()) { %(other)s; } return unused; }
int main(void) {
  pthread_t threads[3];
  block = (int*)malloc(sizeof *block);
  pthread_create(&threads[0], 0, fails, 0);
  pthread_create(&threads[1], 0, one, 0);
  pthread_create(&threads[2], 0, other, 0);
  for (int at = 0; at < 3; ++at) pthread_join(threads[at], 0);
  return 0;
}
"""

    def test_keep_going_finds_what_others_do_wrong_before_a_thread_fails(self):
        wrong = (("assert(zero)", "", "assertion"), ("plain = 1", "plain = 2", "data-race"),
                 ("free(block)", "*block = 1", "use-after-free"), ("free(block)", "free(block)", "double-free"))
        failing = (("abort();", "crash"), ("heddle_assume(0);", None))
        for one, other, second in wrong:
            for fails, first in failing:
                for strategy in ("exact", "dfs"):
                    with self.subTest(one + other + fails + strategy):
                        (self.folder / "second.c").write_text(self.SECOND % {"fails": fails, "one": one, "other": other})
                        done = self.heddle("check", "second.c", "--keep-going", "--strategy", strategy, "--json",
                                           "report.json", "--quiet")
                        self.assertEqual(done.code, 10, done.everything)
                        report = json.loads((self.folder / "report.json").read_text())
                        kinds = {finding["kind"] for finding in report["findings"]}
                        self.assertTrue(report["exhaustive"], done.everything)
                        self.assertIn(second, kinds, done.everything)
                        self.assertTrue(first is None or first in kinds, done.everything)
                        for finding in report["findings"]:
                            again = self.heddle("replay", finding["replay"])
                            self.assertEqual(again.code, 10, again.everything)


if __name__ == "__main__":
    unittest.main()
