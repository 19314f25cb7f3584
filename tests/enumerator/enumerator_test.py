#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Unit tests of the enumerator: counts that follow from a formula or that were written out by hand."""
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import enumerator  # noqa: E402
import model as language  # noqa: E402
from state import LIVE, SIGNALLED, WAITING, State  # noqa: E402

TWO_THREADS = """
thread main:
  create a
  create b
  join a
  join b
thread a:
{a}
thread b:
{b}
"""


def counts(text, **freedoms):
    return dict(enumerator.count(language.parse(text), **freedoms))


def two(declarations, a, b, **freedoms):
    return counts(declarations + TWO_THREADS.format(a=a, b=b), **freedoms)


def walk_every_path(model, **freedoms):
    """Counts without a memo, one path after the other: what the memo must not change."""
    walker = enumerator.Enumerator(model, **freedoms)
    start = State(model)
    start.phases[0] = LIVE
    outcomes, stack = {}, [start]
    while stack:
        state = stack.pop()
        following = [] if state.outcome else walker.successors(state)
        stack.extend(following)
        if not following:
            outcome = state.outcome or "deadlock"
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
    return outcomes


class Counting(unittest.TestCase):
    def test_that_an_assertion_fails_may_be_an_operation_of_its_own(self):
        text = "thread main:\ncreate a\nevent x\njoin a\nthread a:\n{} 0\n"
        self.assertEqual(counts(text.format("assert")), {"assertion in a": 2})  # x before a begins, or never
        self.assertEqual(counts(text.format("assert"), visible_ends=True), {"assertion in a": 3})  # or in between
        self.assertEqual(counts(text.format("needs"), visible_ends=True), {"assertion in a": 2})

    def test_two_independent_threads_interleave_binomially(self):
        # b exists only after main's second create: a may be up to i operations ahead by then.
        for n in range(1, 5):
            a = "\n".join(["event x"] * n)
            b = "\n".join(["event x"] * n)
            length = n + 1  # with begin
            # main is always at: create b, join a, join b. Paths = orders of a, b, and main's three operations that
            # respect create b < begin b, end a < join a < join b, end b < join b.
            expected = 0
            for before in range(length + 1):            # operations of a before `create b`
                for after in range(length + 1):         # operations of b before `join a`
                    rest_a = length - before
                    # rest of a and `after` operations of b in any order, then join a, then the rest of b, join b
                    if rest_a > 0:
                        # the last of a comes before join a; `after` counts b's operations placed before join a
                        expected += math.comb(rest_a + after, after)
                    else:
                        expected += 1
            self.assertEqual(two("", a, b), {"finished": expected})

    def test_one_thread_has_one_interleaving(self):
        self.assertEqual(counts("var x = 0\nthread main:\nstore x 1\nr = load x\nassert r == 1\n"), {"finished": 1})

    def test_created_thread_may_be_cut_anywhere_when_main_returns(self):
        # main: create, event, exit; a: begin, event. k of a's operations before the exit, main's event among them:
        # 1 + 2 + 3.
        text = "thread main:\ncreate a\nevent x\nthread a:\nevent y\n"
        self.assertEqual(counts(text), {"finished": 6})

    def test_lost_update_fails_in_the_overlapping_orders(self):
        text = "var x = 0" + TWO_THREADS.replace("join b", "join b\n  r = load x\n  assert r == 2").format(
            a="r = load x\nstore x r + 1", b="r = load x\nstore x r + 1")
        found = counts(text)
        self.assertEqual(set(found), {"finished", "assertion in main"})
        self.assertEqual(found, walk_every_path(language.parse(text)))

    def test_locks_exclude_each_other(self):
        locked = "lock m\nr = load x\nstore x r + 1\nunlock m"
        found = two("var x = 0\nmutex m", locked, locked)
        self.assertEqual(set(found), {"finished"})
        self.assertLess(found["finished"], two("var x = 0", "event l\nevent a\nevent b\nevent u",
                                               "event l\nevent a\nevent b\nevent u")["finished"])

    def test_opposite_lock_orders_deadlock(self):
        found = two("mutex m n", "lock m\nlock n\nunlock n\nunlock m", "lock n\nlock m\nunlock m\nunlock n")
        self.assertEqual(set(found), {"finished", "deadlock"})

    def test_recursive_mutex_may_be_taken_twice_and_a_plain_one_not(self):
        self.assertEqual(counts("recursive m\nthread main:\nlock m\nlock m\nunlock m\nunlock m\n"), {"finished": 1})
        self.assertEqual(counts("mutex m\nthread main:\nlock m\nlock m\n"), {"deadlock": 1})

    def test_signal_before_wait_is_lost(self):
        # a: begin, lock, wait, [wait-return, unlock]; b: begin, signal.
        found = two("mutex m\ncond c", "lock m\nwait c m\nunlock m", "signal c")
        self.assertEqual(set(found), {"finished", "deadlock"})

    def test_signal_branches_once_per_waiter(self):
        waiter = "lock m\nwait c m\n"
        model = language.parse("mutex m\ncond c\nthread main:\nsignal c\nthread a:\n" + waiter + "thread b:\n" +
                               waiter)
        walker = enumerator.Enumerator(model)
        for waiting in ((), (1,), (1, 2)):
            state = State(model)
            state.phases = [LIVE] * 3
            state.counters = [0, 1, 1]
            for thread in waiting:
                state.waits[thread] = ("c", WAITING)
            woken = [[thread for thread, wait in enumerate(after.waits) if wait == ("c", SIGNALLED)]
                     for after in walker.step(state, 0)]
            self.assertEqual(woken, [[thread] for thread in waiting] or [[]])

    def test_timed_wait_may_time_out_and_then_never_deadlocks(self):
        found = two("mutex m\ncond c", "lock m\nr = timedwait c m\nunlock m", "signal c")
        self.assertEqual(set(found), {"finished"})

    def test_timed_lock_scheduled_while_held_times_out(self):
        text = ("mutex m\nthread main:\nlock m\ncreate a\njoin a\nunlock m\n"
                "thread a:\nr = timedlock m\nassert r == 0\n")
        self.assertEqual(counts(text), {"finished": 1})

    def test_once_runs_one_initialiser_and_blocks_the_other_thread(self):
        body = "r = once o\nif r\n  store x 1\n  oncedone o\nend\nq = load x\nassert q == 1"
        found = two("var x = 0\nonce o", body, body)
        self.assertEqual(set(found), {"finished"})
        text = "var x = 0\nonce o" + TWO_THREADS.format(a=body, b=body)
        self.assertEqual(found, walk_every_path(language.parse(text)))

    def test_a_semaphore_of_one_is_a_mutex_and_so_is_a_spin_lock(self):
        def body(take, give):
            return f"{take} m\nr = load x\nstore x r + 1\n{give} m"
        mutex, semaphore = body("lock", "unlock"), body("semwait", "sempost")
        expected = two("var x = 0\nmutex m", mutex, mutex)
        self.assertEqual(two("var x = 0\nsem m 1", semaphore, semaphore), expected)
        self.assertEqual(two("var x = 0\nspin m", mutex, mutex), expected)
        self.assertEqual(two("var x = 0\nsem m 2", semaphore, semaphore),
                         two("var x = 0", "event p\nr = load x\nstore x r + 1\nevent v",
                             "event p\nr = load x\nstore x r + 1\nevent v"))

    def test_semaphore_variants_tell_what_was_there(self):
        text = ("sem s 1\nthread main:\nr = semtrywait s\nassert r == 1\nr = semtimedwait s\nassert r == 0\n"
                "sempost s\nsempost s\nr = semvalue s\nassert r == 2\nsemwait s\nsemwait s\nsemwait s\n")
        self.assertEqual(counts(text), {"deadlock": 1})

    def test_a_barrier_lets_go_when_all_have_come(self):
        self.assertEqual(counts("barrier b 1\nthread main:\nr = barrier b\nassert r == 1\n"), {"finished": 1})
        self.assertEqual(counts("barrier b 2\nthread main:\nr = barrier b\n"), {"deadlock": 1})
        # After `create a`: main arrives, a begins and arrives. Three orders; in the one where main is last it goes on
        # at once and a may leave before it joins; in the two others a is last and ends, and main leaves.
        text = "barrier b 2\nthread main:\ncreate a\nr = barrier b\njoin a\nthread a:\nr = barrier b\n"
        self.assertEqual(counts(text), {"finished": 3})
        twice = "store x 1\nr = barrier b\nq = load x\nassert q == 1\nr = barrier b\nstore x 1"
        self.assertEqual(set(two("var x = 0\nbarrier b 2", twice, twice)), {"finished"})

    def test_main_may_leave_alone(self):
        self.assertEqual(counts("thread main:\ncreate a\nleave\nthread a:\nevent x\n"), {"finished": 1})
        self.assertEqual(counts("mutex m\nthread main:\nlock m\ncreate a\nleave\nthread a:\nlock m\n"),
                         {"deadlock": 1})

    def test_unlocking_what_another_thread_holds_is_reported(self):
        self.assertEqual(counts("mutex m\nthread main:\nunlock m\n"), {"assertion in main": 1})

    def test_a_try_join_tells_whether_the_thread_has_ended(self):
        text = "thread main:\ncreate a\nr = tryjoin a\nassert r == 0\nthread a:\nevent x\n"
        # Both operations of a before the try: it has ended. None or one: the end of the process comes after 0 to 2, 0 to 1.
        self.assertEqual(counts(text), {"finished": 5, "assertion in main": 1})

    def test_a_thread_is_joined_or_detached_once(self):
        text = "thread main:\ncreate a\n{}\nr = join a\nassert r == {}\nthread a:\n"
        # After `create a`: a begins and ends in one operation; only then main can join it.
        self.assertEqual(counts(text.format("", 1)), {"finished": 1})
        self.assertEqual(counts(text.format("q = join a\nassert q", 0)), {"finished": 1})
        # Once it is detached main waits no longer: begin before detach, join, or the end of the process, or never.
        self.assertEqual(counts(text.format("q = detach a\nassert q", 0)), {"finished": 4})
        self.assertEqual(counts(text.format("detach a\nq = detach a\nassert q == 0", 0)), {"finished": 5})

    def test_an_errorcheck_mutex_refuses_and_a_recursive_one_counts(self):
        text = ("errorcheck m\nthread main:\nr = unlock m\nassert r == 0\nr = lock m\nassert r\nr = lock m\n"
                "assert r == 0\nr = unlock m\nassert r\nr = unlock m\nassert r == 0\n")
        self.assertEqual(counts(text), {"finished": 1})
        twice = "recursive m\nthread main:\nlock m\nlock m\n{}create a\njoin a\nthread a:\nlock m\n"
        self.assertEqual(counts(twice.format("unlock m\n")), {"deadlock": 1})
        self.assertEqual(counts(twice.format("unlock m\nunlock m\nr = unlock m\nassert r == 0\n")), {"finished": 1})

    def test_a_wait_gives_a_recursive_mutex_up_by_one_level(self):
        waits = "recursive m\ncond c\nthread main:\n{}create a\nwait c m\nthread a:\nlock m\nsignal c\n{}"
        self.assertEqual(set(counts(waits.format("lock m\nlock m\n", "unlock m\n"))), {"deadlock"})
        self.assertEqual(set(counts(waits.format("lock m\n", "unlock m\n"))), {"finished"})
        # The waiter that kept one level takes the other back although the mutex is not free.
        kept = "recursive m\ncond c\nthread main:\nlock m\nlock m\ncreate a\nwait c m\nthread a:\nevent x\nsignal c\n"
        self.assertEqual(set(counts(kept)), {"finished", "deadlock"})

    def test_misuse_is_a_failed_assertion(self):
        bad = {"assertion in main": 1}
        for declarations, code in (("cond c\nmutex m", "wait c m"), ("rwlock w", "rwunlock w"),
                                   ("rwlock w", "rdlock w\ndestroy w"), ("spin s", "lock s\ndestroy s"),
                                   ("sem s 1", "destroy s\nsempost s"), ("sem s 1", "destroy s\nsemwait s"),
                                   ("sem s 1", "destroy s\nr = semvalue s"), ("sem s 1", "destroy s\ndestroy s"),
                                   ("barrier b 1", "destroy b\nr = barrier b"), ("mutex m", "destroy m\nlock m"),
                                   ("mutex m", "destroy m\nr = destroy m"), ("recursive m", "destroy m\nunlock m"),
                                   ("mutex m\ncond c", "lock m\ndestroy c\nwait c m"), ("cond c", "destroy c\nsignal c"),
                                   ("rwlock w", "destroy w\nr = tryrdlock w"), ("spin s", "destroy s\nlock s")):
            self.assertEqual(counts(f"{declarations}\nthread main:\n{code}\n"), bad, code)
        for declarations, code in (("mutex m", "lock m\nr = destroy m\nassert r == 0"),
                                   ("mutex m", "r = destroy m\nassert r"), ("cond c", "destroy c"),
                                   ("rwlock w", "wrlock w\nrwunlock w\ndestroy w"), ("sem s 0", "destroy s")):
            self.assertEqual(counts(f"{declarations}\nthread main:\n{code}\n"), {"finished": 1}, code)

    def test_nobody_may_destroy_what_a_thread_waits_for(self):
        # a has begun, and with the condition variable waits, in some of the executions, but not in those where main
        # comes first; a semaphore is waited for as soon as a stands before its operation.
        waits = {"cond c\nmutex m": "lock m\nwait c m", "sem c 0": "semwait c", "barrier c 2": "r = barrier c"}
        for declarations, code in waits.items():
            found = counts(f"{declarations}\nthread main:\ncreate a\ndestroy c\nthread a:\n{code}\n")
            self.assertEqual(found["assertion in main"], 1, code)
            self.assertIn("finished", found, code)

    def test_spurious_wake_ups_never_hide_a_deadlock(self):
        alone = "mutex m\ncond c\nthread main:\nlock m\nwait c m\nunlock m\n"
        self.assertEqual(counts(alone, spurious=1), {"deadlock": 1})
        waits, other = "lock m\nwait c m\nunlock m", "event x"
        self.assertEqual(set(two("mutex m\ncond c", waits, other)), {"deadlock"})
        self.assertEqual(set(two("mutex m\ncond c", waits, other, spurious=1)), {"deadlock", "finished"})

    def test_loops_around_waits_stay_finite(self):
        waits = "lock m\nr = load x\nwhile r == 0\nwait c m\nr = load x\nend\nunlock m"
        sets = "lock m\nstore x 1\nsignal c\nunlock m"
        numbers = [two("var x = 0\nmutex m\ncond c", waits, sets, spurious=most) for most in (0, 1, 2)]
        self.assertTrue(all(set(number) == {"finished"} for number in numbers))
        self.assertTrue(numbers[0]["finished"] < numbers[1]["finished"] < numbers[2]["finished"])
        text = "var x = 0\nmutex m\ncond c" + TWO_THREADS.format(a=waits, b=sets)
        self.assertEqual(numbers[1], walk_every_path(language.parse(text), spurious=1))

    def test_a_weak_compare_exchange_that_fits_may_fail_once_in_a_row(self):
        text = "var x = 0\nthread main:\nr = weakcas x 0 1\nwhile not r\nr = weakcas x 0 1\nend\nassert r == 1\n"
        self.assertEqual(counts(text), {"finished": 1})
        self.assertEqual(counts(text, weak_cas=True), {"finished": 2})
        self.assertEqual(counts(text.replace("weakcas", "cas"), weak_cas=True), {"finished": 1})

    def test_choose_branches_once_per_value(self):
        text = "thread main:\nr = choose 3\nq = choose 2\nassert r + q < 3\n"
        self.assertEqual(counts(text), {"finished": 5, "assertion in main": 1})

    def test_loops_over_changing_state_are_finite_and_spinning_is_refused(self):
        text = "var x = 0\nthread main:\nset i = 0\nwhile i < 3\nr = rmw x old+1\nset i = i + 1\nend\nassert r == 2\n"
        self.assertEqual(counts(text), {"finished": 1})
        spin = "var x = 0\nthread main:\ncreate a\nr = load x\nwhile r == 0\nr = load x\nend\nthread a:\nstore x 1\n"
        with self.assertRaises(enumerator.Endless):
            counts(spin)

    def test_await_goes_on_when_the_value_is_another(self):
        text = "var x = 0\nthread main:\ncreate a\nawait x 0\nr = load x\nassert r == 1\nthread a:\nyield\nstore x 1\n"
        self.assertEqual(counts(text), {"finished": 1})
        self.assertEqual(counts(text.replace("store x 1", "yield")), {"deadlock": 1})

    def test_futex_wait_with_a_time_out_is_woken_or_times_out(self):
        text = "var x = 0\nthread main:\ncreate a\nr = futextimedwait x 0\nreturn r\nthread a:\nfutexwake x\n"
        # begin and wake of a among compare, return and exit of main: woken if the wake is between compare and return
        self.assertEqual(counts(text), walk_every_path(language.parse(text)))
        self.assertEqual(set(counts(text)), {"exit code 1", "exit code 2"})

    def test_isdone_only_asks(self):
        text = ("once o\nthread main:\ncreate a\nr = isdone o\nreturn r\nthread a:\nr = once o\noncedone o\n")
        # begin, once, done of a around the question; then what is left of a around the exit
        self.assertEqual(counts(text), {"finished": 4 + 3 + 2, "exit code 1": 1})

    def test_copies_of_a_thread_know_their_number(self):
        text = ("var a[2] = 0\nthread main:\ncreate w0\ncreate w1\njoin w0\njoin w1\nr = load a[0]\nq = load a[1]\n"
                "assert r == 10 and q == 11\nthread w * 2:\nstore a[id] id + 10\n")
        self.assertEqual(set(counts(text)), {"finished"})

    def test_exit_code_of_main_is_an_outcome(self):
        self.assertEqual(counts("thread main:\nr = choose 2\nreturn r\n"), {"finished": 1, "exit code 1": 1})

    def test_memo_changes_nothing_for_a_program_with_everything(self):
        text = """
var x = 0
mutex m
cond c
once o
thread main:
  create a
  create b
  lock m
  store x 1
  broadcast c
  unlock m
  join a
  join b
thread a:
  lock m
  r = load x
  while r == 0
    wait c m
    r = load x
  end
  unlock m
thread b:
  r = once o
  if r
    oncedone o
  end
  t = trylock m
  if t
    unlock m
  end
"""
        self.assertEqual(counts(text), walk_every_path(language.parse(text)))


class Reading(unittest.TestCase):
    def test_errors_name_the_line(self):
        for text, message in (("vra x = 0\nthread main:\n", "line 1"), ("thread a:\n", "must be main"),
                              ("thread main:\nload y\n", "unknown 'y'"), ("thread main:\nif r\n", "without end"),
                              ("thread main:\nr = frob x\n", "unknown operation")):
            with self.assertRaisesRegex(language.ModelError, message):
                language.parse(text)


if __name__ == "__main__":
    unittest.main()
