#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the maximal interleavings of a model, by how they end. Shares no code and no idea with src/: states are
walked, and the number of paths from a state is remembered, so that large counts take little time.

Two freedoms of the environment can be given: how often in a row a thread may wake up from a condition variable without a
signal, and whether a weak compare-exchange may fail although it fits (not twice in a row in a thread). Nobody can count
on a spurious wake-up: when nothing else can happen any more, that is a deadlock.

Every thread is parked before its next operation; a decision lets one thread do exactly that operation. The first
operation of a thread is its begin. The end of a thread is no operation, but the end of the process is one of main's:
until then the others can go on, then they are cut.
"""
import collections
import sys

import model as language

UNBORN, LIVE, ENDED = "unborn", "live", "ended"
WAITING, SIGNALLED, TIMED_OUT, SPURIOUS = "waiting", "signalled", "timed out", "spurious"
BEGIN = -1  # program counter of a thread that has not had its first turn
EXIT = -2   # of main when it has nothing left to do but end the process


class Endless(Exception):
    """A state can reach itself: the number of interleavings is not finite."""


class State:
    """Everything that decides what can still happen. Copied before each step, compared through key()."""

    def __init__(self, model):
        self.memory = {name: list(values) for name, values in model.variables.items()}
        locks = ("mutex", "recursive", "errorcheck", "rwlock", "spin")
        self.holders = {name: (None, 0) for name, kind in model.objects.items() if kind in locks}
        self.onces = {name: "new" for name, kind in model.objects.items() if kind == "once"}
        self.counts = {name: number for name, number in model.numbers.items() if model.objects[name] == "sem"}
        # (arrived in this round, number of the round)
        self.barriers = {name: (0, 0) for name, kind in model.objects.items() if kind == "barrier"}
        self.rounds = [None] * len(model.threads)  # the round in which a thread waits at its barrier
        self.spurious = [0] * len(model.threads)  # wake-ups since the last one with a signal
        self.weak = [False] * len(model.threads)  # the last compare-exchange failed although it fitted
        self.main_left = False
        self.taken = [False] * len(model.threads)  # joined or detached
        self.destroyed = frozenset()  # semaphores and barriers
        self.phases = [UNBORN] * len(model.threads)
        self.counters = [BEGIN] * len(model.threads)
        self.registers = [dict(thread.registers) for thread in model.threads]
        self.waits = [None] * len(model.threads)  # None or (condition variable, how)
        self.exit_code = 0
        self.outcome = None

    def copy(self):
        other = object.__new__(State)
        other.memory = {name: list(values) for name, values in self.memory.items()}
        other.holders, other.onces = dict(self.holders), dict(self.onces)
        other.counts, other.barriers, other.rounds = dict(self.counts), dict(self.barriers), list(self.rounds)
        other.spurious, other.weak, other.main_left = list(self.spurious), list(self.weak), self.main_left
        other.taken, other.destroyed = list(self.taken), self.destroyed
        other.phases, other.counters, other.waits = list(self.phases), list(self.counters), list(self.waits)
        other.registers = [dict(values) for values in self.registers]
        other.exit_code, other.outcome = self.exit_code, self.outcome
        return other

    def key(self):
        return (tuple(map(tuple, self.memory.values())), tuple(self.holders.values()), tuple(self.onces.values()),
                tuple(self.counts.values()), tuple(self.barriers.values()), tuple(self.rounds),
                tuple(self.spurious), tuple(self.weak), self.main_left, tuple(self.taken), self.destroyed,
                tuple(self.phases), tuple(self.counters), tuple(self.waits),
                tuple(tuple(sorted(values.items())) for values in self.registers), self.exit_code, self.outcome)


class Enumerator:
    def __init__(self, model, spurious=0, weak_cas=False):
        self.model = model
        self.most_spurious, self.weak_cas = spurious, weak_cas
        self.numbers = {thread.name: number for number, thread in enumerate(model.threads)}
        self.memo = {}
        self.path = set()

    def count(self):
        """Counter: outcome -> number of maximal interleavings."""
        start = State(self.model)
        start.phases[0] = LIVE
        return self.paths_from(start)

    def paths_from(self, state):
        key = state.key()
        if key in self.memo:
            return self.memo[key]
        if key in self.path:
            raise Endless("a loop can repeat a state for ever")
        self.path.add(key)
        total = collections.Counter()
        following = [] if state.outcome else self.successors(state)
        for next_state in following:
            total.update(self.paths_from(next_state))
        if not following:
            total[state.outcome or "deadlock"] = 1
        self.path.discard(key)
        self.memo[key] = total
        return total

    def successors(self, state):
        enabled = [thread for thread in range(len(state.phases)) if self.is_enabled(state, thread)]
        if enabled:
            enabled += [thread for thread in range(len(state.phases))
                        if thread not in enabled and self.may_wake_spuriously(state, thread)]
        return [after for thread in enabled for after in self.step(state, thread)]

    def may_wake_spuriously(self, state, thread):
        if state.phases[thread] != LIVE or not state.waits[thread] or state.waits[thread][1] != WAITING:
            return False
        on_condition = self.pending(state, thread).name in ("wait", "timedwait")
        return on_condition and state.spurious[thread] < self.most_spurious

    # ---- what may happen -------------------------------------------------------------------------------------

    def pending(self, state, thread):
        return self.model.threads[thread].code[state.counters[thread]]

    def is_enabled(self, state, thread):
        if state.phases[thread] != LIVE:
            return False
        if state.counters[thread] in (BEGIN, EXIT):
            return True
        operation = self.pending(state, thread)
        if operation.name == "lock":
            holder = state.holders[operation.place][0]
            return holder is None or (holder == thread and self.checks_owner(operation.place))
        if operation.name in ("rdlock", "wrlock"):
            return self.is_free(state, operation.place, operation.name == "wrlock")
        if operation.name in ("wait", "timedwait") and state.waits[thread]:
            if state.waits[thread][1] == WAITING:
                return operation.name == "timedwait"  # its time-out can happen
            return state.holders[operation.other][0] in (None, thread)  # own: given up by one level only
        if operation.name == "futexwait" and state.waits[thread]:
            return state.waits[thread][1] != WAITING
        if operation.name == "join":
            joined = self.numbers[operation.place]
            return state.phases[joined] == ENDED or state.taken[joined]
        if operation.name == "semwait":
            return state.counts[operation.place] > 0
        if operation.name == "barrier" and state.rounds[thread] is not None:
            return state.barriers[operation.place][1] != state.rounds[thread]
        if operation.name == "destroy" and operation.place in state.barriers:
            current = state.barriers[operation.place][1]
            return all(self.pending(state, other).place != operation.place
                       for other, own in enumerate(state.rounds) if own is not None and own < current)
        if operation.name == "once":
            return not isinstance(state.onces[operation.place], int)
        return True

    # ---- one operation ---------------------------------------------------------------------------------------

    def step(self, state, thread):
        """The states after `thread` has done its next operation: one, or one per alternative of a choice."""
        if state.counters[thread] == BEGIN:
            after = state.copy()
            self.resume(after, thread, 0)
            return [after]
        if state.counters[thread] == EXIT:
            after = state.copy()
            after.outcome = "finished" if state.exit_code == 0 else f"exit code {state.exit_code}"
            return [after]
        operation = self.pending(state, thread)
        effect = getattr(self, "do_" + operation.name)
        results = []
        for alternative in range(self.alternatives(state, thread, operation)):
            after = state.copy()
            moves_on = effect(after, thread, operation, alternative)
            if moves_on is not False:
                self.resume(after, thread, after.counters[thread] + 1)
            results.append(after)
        return results

    def alternatives(self, state, thread, operation):
        if operation.name == "choose":
            return self.value(state, thread, operation.first)
        if operation.name == "timedwait" and self.may_wake_spuriously(state, thread):
            return 2
        if operation.name == "weakcas" and self.weak_cas and not state.weak[thread]:
            cells, index = self.cell(state, thread, operation)
            return 2 if cells[index] == self.value(state, thread, operation.first) else 1
        if operation.name == "signal":
            return max(1, len(self.waiters(state, operation.place)))
        return 1

    def resume(self, state, thread, counter):
        """Runs local instructions up to the next operation, the end of the thread, or a failed assertion."""
        code = self.model.threads[thread].code
        state.counters[thread] = counter
        while state.counters[thread] < len(code):
            step = code[state.counters[thread]]
            state.counters[thread] += 1
            if step.name == "set":
                state.registers[thread][step.target] = self.value(state, thread, step.first)
            elif step.name == "assert":
                if not self.value(state, thread, step.first):
                    state.outcome = f"assertion in {self.model.threads[thread].name}"
                    return
            elif step.name == "unless":
                if not self.value(state, thread, step.first):
                    state.counters[thread] = step.target
            elif step.name == "jump":
                state.counters[thread] = step.target
            elif step.name == "leave":
                state.main_left = state.main_left or thread == 0
                self.end(state, thread, 0)
                return
            elif step.name == "return":
                self.end(state, thread, self.value(state, thread, step.first))
                return
            else:
                state.counters[thread] -= 1
                return
        self.end(state, thread, 0)

    def end(self, state, thread, code):
        if thread == 0 and not state.main_left:
            state.counters[thread], state.exit_code = EXIT, code
            return
        state.phases[thread] = ENDED
        if state.main_left and LIVE not in state.phases:
            state.outcome = "finished"

    def value(self, state, thread, compiled, **more):
        names = collections.defaultdict(int, state.registers[thread], **more)
        return int(eval(compiled, {"__builtins__": {}}, names))  # pylint: disable=eval-used

    def give(self, state, thread, operation, value):
        if operation.target:
            state.registers[thread][operation.target] = int(value)

    def cell(self, state, thread, operation):
        index = self.value(state, thread, operation.index) if operation.index else 0
        return state.memory[operation.place], index

    @staticmethod
    def waiters(state, condition):
        return [thread for thread, wait in enumerate(state.waits) if wait == (condition, WAITING)]

    # ---- effects, one per operation --------------------------------------------------------------------------

    def do_event(self, state, thread, operation, alternative):
        pass

    def fail(self, state, thread):
        state.outcome = f"assertion in {self.model.threads[thread].name}"
        return False

    def do_load(self, state, thread, operation, alternative):
        cells, index = self.cell(state, thread, operation)
        self.give(state, thread, operation, cells[index])

    def do_store(self, state, thread, operation, alternative):
        cells, index = self.cell(state, thread, operation)
        cells[index] = self.value(state, thread, operation.first)

    def do_rmw(self, state, thread, operation, alternative):
        cells, index = self.cell(state, thread, operation)
        old = cells[index]
        cells[index] = self.value(state, thread, operation.first, old=old)
        self.give(state, thread, operation, old)

    def do_cas(self, state, thread, operation, alternative):
        cells, index = self.cell(state, thread, operation)
        succeeds = cells[index] == self.value(state, thread, operation.first) and alternative == 0
        wanted = self.value(state, thread, operation.second)
        state.weak[thread] = alternative == 1
        if operation.other:
            state.registers[thread][operation.other] = cells[index]
        if succeeds:
            cells[index] = wanted
        self.give(state, thread, operation, succeeds)

    do_weakcas = do_cas

    def do_choose(self, state, thread, operation, alternative):
        self.give(state, thread, operation, alternative)

    def do_create(self, state, thread, operation, alternative):
        state.phases[self.numbers[operation.place]] = LIVE

    def do_join(self, state, thread, operation, alternative):
        joined = self.numbers[operation.place]
        succeeds = state.phases[joined] == ENDED and not state.taken[joined]
        state.taken[joined] |= succeeds
        self.give(state, thread, operation, succeeds)

    do_tryjoin = do_join

    def do_detach(self, state, thread, operation, alternative):
        detached = self.numbers[operation.place]
        self.give(state, thread, operation, not state.taken[detached])
        state.taken[detached] = True

    def checks_owner(self, place):
        return self.model.objects[place] in ("recursive", "errorcheck")

    def do_lock(self, state, thread, operation, alternative):
        holder, depth = state.holders[operation.place]
        refused = holder == thread and self.model.objects[operation.place] == "errorcheck"
        if not refused:
            state.holders[operation.place] = (thread, depth + 1)
        self.give(state, thread, operation, not refused)

    def do_trylock(self, state, thread, operation, alternative):
        holder = state.holders[operation.place][0]
        recursive = self.model.objects[operation.place] == "recursive"
        succeeds = holder is None or (holder == thread and recursive)
        if succeeds:
            self.do_lock(state, thread, operation, alternative)
        self.give(state, thread, operation, succeeds)

    do_timedlock = do_trylock  # scheduled while another thread holds it: the time is over

    def do_unlock(self, state, thread, operation, alternative):
        is_holder = state.holders[operation.place][0] == thread
        if not is_holder and not self.checks_owner(operation.place):
            return self.fail(state, thread)
        if is_holder:
            self.give_up_level(state, operation.place)
        self.give(state, thread, operation, is_holder)
        return True

    def give_up_level(self, state, place):
        holder, depth = state.holders[place]
        state.holders[place] = (holder, depth - 1) if depth > 1 else (None, 0)

    def do_destroy(self, state, thread, operation, alternative):
        place, kind = operation.place, self.model.objects[operation.place]
        is_held = place in state.holders and state.holders[place] != (None, 0)
        if kind in ("mutex", "recursive", "errorcheck"):
            self.give(state, thread, operation, not is_held)
            return True
        if is_held or self.is_waited_for(state, place, kind) or place in state.destroyed:
            return self.fail(state, thread)
        if kind in ("sem", "barrier"):
            state.destroyed |= {place}
        return True

    def is_waited_for(self, state, place, kind):
        if kind == "barrier":
            return state.barriers[place][0] > 0
        if kind == "sem":
            return state.counts[place] == 0 and any(
                phase == LIVE and state.counters[other] >= 0 and self.pending(state, other).name == "semwait"
                and self.pending(state, other).place == place for other, phase in enumerate(state.phases))
        return bool(self.waiters(state, place))

    # A read-write lock is held by (None, readers) or (writer, 1).
    def is_free(self, state, place, for_writing):
        writer, readers = state.holders[place]
        return writer is None and not (for_writing and readers)

    def do_rdlock(self, state, thread, operation, alternative):
        state.holders[operation.place] = (None, state.holders[operation.place][1] + 1)

    def do_wrlock(self, state, thread, operation, alternative):
        state.holders[operation.place] = (thread, 1)

    def do_tryrdlock(self, state, thread, operation, alternative):
        succeeds = self.is_free(state, operation.place, False)
        if succeeds:
            self.do_rdlock(state, thread, operation, alternative)
        self.give(state, thread, operation, succeeds)

    def do_trywrlock(self, state, thread, operation, alternative):
        succeeds = self.is_free(state, operation.place, True)
        if succeeds:
            self.do_wrlock(state, thread, operation, alternative)
        self.give(state, thread, operation, succeeds)

    def do_rwunlock(self, state, thread, operation, alternative):
        writer, holds = state.holders[operation.place]
        if writer not in (None, thread) or holds == 0:
            return self.fail(state, thread)
        state.holders[operation.place] = (None, holds - 1)
        return True

    def do_wait(self, state, thread, operation, alternative):
        """wait, then perhaps wait-timeout, then wait-return: the same instruction in two or three operations."""
        if state.waits[thread] is None:
            if state.holders[operation.other][0] != thread:
                return self.fail(state, thread)
            self.give_up_level(state, operation.other)
            state.waits[thread] = (operation.place, WAITING)
            return False
        if state.waits[thread][1] == WAITING:
            times_out = operation.name == "timedwait" and alternative == 0
            state.waits[thread] = (operation.place, TIMED_OUT if times_out else SPURIOUS)
            state.spurious[thread] += 0 if times_out else 1
            return False
        if state.waits[thread][1] == SIGNALLED:
            state.spurious[thread] = 0
        self.give(state, thread, operation, state.waits[thread][1] == TIMED_OUT)
        state.holders[operation.other] = (thread, state.holders[operation.other][1] + 1)
        state.waits[thread] = None
        return True

    do_timedwait = do_wait

    def do_signal(self, state, thread, operation, alternative):
        waiting = self.waiters(state, operation.place)
        if waiting:
            state.waits[waiting[alternative]] = (operation.place, SIGNALLED)

    def do_broadcast(self, state, thread, operation, alternative):
        for waiter in self.waiters(state, operation.place):
            state.waits[waiter] = (operation.place, SIGNALLED)

    def do_futexwait(self, state, thread, operation, alternative):
        """The comparison, and if the values were equal the return as a second operation."""
        if state.waits[thread]:
            state.waits[thread] = None
            self.give(state, thread, operation, True)
            return True
        cells, index = self.cell(state, thread, operation)
        if cells[index] != self.value(state, thread, operation.first):
            self.give(state, thread, operation, False)
            return True
        state.waits[thread] = (operation.place, WAITING)
        return False

    do_futexwake = do_broadcast

    def do_semtrywait(self, state, thread, operation, alternative):
        if operation.place in state.destroyed:
            return self.fail(state, thread)
        succeeds = state.counts[operation.place] > 0
        state.counts[operation.place] -= succeeds
        self.give(state, thread, operation, succeeds)
        return True

    do_semwait = do_semtimedwait = do_semtrywait

    def do_sempost(self, state, thread, operation, alternative):
        if operation.place in state.destroyed:
            return self.fail(state, thread)
        state.counts[operation.place] += 1
        return True

    def do_semvalue(self, state, thread, operation, alternative):
        if operation.place in state.destroyed:
            return self.fail(state, thread)
        self.give(state, thread, operation, state.counts[operation.place])
        return True

    def do_barrier(self, state, thread, operation, alternative):
        """arrive, then leave, except for the last to arrive, who goes on at once."""
        if state.rounds[thread] is not None:
            state.rounds[thread] = None
            self.give(state, thread, operation, 0)
            return True
        if operation.place in state.destroyed:
            return self.fail(state, thread)
        arrived, current = state.barriers[operation.place]
        is_last = arrived + 1 == self.model.numbers[operation.place]
        state.barriers[operation.place] = (0, current + 1) if is_last else (arrived + 1, current)
        if is_last:
            self.give(state, thread, operation, 1)
            return True
        state.rounds[thread] = current
        return False

    def do_once(self, state, thread, operation, alternative):
        runs = state.onces[operation.place] == "new"
        if runs:
            state.onces[operation.place] = thread
        self.give(state, thread, operation, runs)

    def do_oncedone(self, state, thread, operation, alternative):
        state.onces[operation.place] = "done"

    def do_isdone(self, state, thread, operation, alternative):
        self.give(state, thread, operation, state.onces[operation.place] == "done")


def count(model, spurious=0, weak_cas=False):
    sys.setrecursionlimit(100000)
    return Enumerator(model, spurious, weak_cas).count()


def main():
    if len(sys.argv) != 2:
        print("usage: enumerator.py FILE.model", file=sys.stderr)
        return 2
    outcomes = count(language.read_file(sys.argv[1]))
    for outcome, number in sorted(outcomes.items()):
        print(f"{number:>12} {outcome}")
    print(f"{sum(outcomes.values()):>12} interleavings")
    return 0


if __name__ == "__main__":
    sys.exit(main())
