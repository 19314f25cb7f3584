#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the maximal interleavings of a model, by how they end. Shares no code and no idea with src/: states are
walked, and the number of paths from a state is remembered, so that large counts take little time.

Two freedoms of the environment can be given: how often in a row a thread may wake up from a condition variable without a
signal, and whether a weak compare-exchange may fail although it fits (not twice in a row in a thread). Nobody can count
on a spurious wake-up: when nothing else can happen any more, that is a deadlock. Where every end counts (`--keep-going`),
that an assertion fails is an operation of its own.

Every thread is parked before its next operation; a decision lets one thread do exactly that operation. The first
operation of a thread is its begin. The end of a thread is no operation, but the end of the process is one of main's:
until then the others can go on, then they are cut.
"""
import collections
import sys

import model as language
from operations import Operations
from state import BEGIN, ENDED, EXIT, LIVE, WAITING, State


class Endless(Exception):
    """A state can reach itself: the number of interleavings is not finite."""


class Enumerator(Operations):
    def __init__(self, model, spurious=0, weak_cas=False, visible_ends=False):
        self.model = model
        self.most_spurious, self.weak_cas, self.visible_ends = spurious, weak_cas, visible_ends
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
        if operation.name == "await":
            cells, index = self.cell(state, thread, operation)
            return cells[index] != self.value(state, thread, operation.first)
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
            if self.uses_destroyed(after, thread, operation):
                moves_on = self.fail(after, thread)
            else:
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
            elif step.name in ("assert", "assume", "needs"):
                if not self.value(state, thread, step.first):
                    state.counters[thread] -= 1
                    if step.name == "needs" or (step.name == "assert" and not self.visible_ends):
                        self.do_assert(state, thread)
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

    def do_assume(self, state, *_):
        """It is known not to hold."""
        state.outcome = "dropped"
        return False

    def do_assert(self, state, thread, *_):
        """It is known to fail."""
        state.outcome = f"assertion in {self.model.threads[thread].name}"
        return False

    def end(self, state, thread, code):
        if thread == 0 and not state.main_left:
            state.counters[thread], state.exit_code = EXIT, code
            return
        state.phases[thread] = ENDED
        if state.main_left and LIVE not in state.phases:
            state.outcome = "finished"


def count(model, spurious=0, weak_cas=False, visible_ends=False):
    sys.setrecursionlimit(100000)
    return Enumerator(model, spurious, weak_cas, visible_ends).count()


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
