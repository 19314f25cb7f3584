# SPDX-License-Identifier: Apache-2.0
"""What each operation of the language does: do_NAME changes the state, and says False where the operation is not over or
was the end. When an operation can happen at all is in enumerator.py."""
import collections

from state import ENDED, LIVE, SIGNALLED, SPURIOUS, TIMED_OUT, WAITING


class Operations:
    """Base of the enumerator, which has the model and the number of each thread."""

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

    do_await = do_event

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
        elif is_held or self.is_waited_for(state, place, kind):
            return self.fail(state, thread)
        if not is_held:
            state.destroyed |= {place}
        return True

    def uses_destroyed(self, state, thread, operation):
        """Whoever waits has begun before: he needs the mutex, if anything."""
        waits_already = state.waits[thread] or state.rounds[thread] is not None
        objects = {operation.other} if waits_already else {operation.place, operation.other}
        waits_still = state.waits[thread] and state.waits[thread][1] == WAITING
        return not waits_still and not state.destroyed.isdisjoint(objects)

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
            timed_out = state.waits[thread][1] == WAITING
            state.waits[thread] = None
            self.give(state, thread, operation, 2 if timed_out else 1)
            return True
        cells, index = self.cell(state, thread, operation)
        if cells[index] != self.value(state, thread, operation.first):
            self.give(state, thread, operation, False)
            return True
        state.waits[thread] = (operation.place, WAITING)
        return False

    do_futextimedwait = do_futexwait  # scheduled while nobody has woken it: the time is over

    do_futexwake = do_broadcast

    def do_semtrywait(self, state, thread, operation, alternative):
        succeeds = state.counts[operation.place] > 0
        state.counts[operation.place] -= succeeds
        self.give(state, thread, operation, succeeds)
        return True

    do_semwait = do_semtimedwait = do_semtrywait

    def do_sempost(self, state, thread, operation, alternative):
        state.counts[operation.place] += 1
        return True

    def do_semvalue(self, state, thread, operation, alternative):
        self.give(state, thread, operation, state.counts[operation.place])
        return True

    def do_barrier(self, state, thread, operation, alternative):
        """arrive, then leave, except for the last to arrive, who goes on at once."""
        if state.rounds[thread] is not None:
            state.rounds[thread] = None
            self.give(state, thread, operation, 0)
            return True
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
