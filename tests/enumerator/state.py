# SPDX-License-Identifier: Apache-2.0
"""The state of a model in the middle of an execution."""

UNBORN, LIVE, ENDED = "unborn", "live", "ended"
WAITING, SIGNALLED, TIMED_OUT, SPURIOUS = "waiting", "signalled", "timed out", "spurious"
BEGIN = -1  # program counter of a thread that has not had its first turn
EXIT = -2   # of main when it has nothing left to do but end the process


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
        self.destroyed = frozenset()  # objects
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
