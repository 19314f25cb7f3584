// SPDX-License-Identifier: Apache-2.0
//
// Locks, condition variables, semaphores, barriers, threads.
#include <algorithm>

#include "fuzz/interpreter.h"

namespace heddle::fuzz {
namespace {

void take(Holder& holder, std::uint8_t thread) {
  holder.owner = static_cast<std::uint8_t>(thread + 1);
  ++holder.depth;
}

void release(Holder& holder) {
  if (--holder.depth == 0) holder.owner = 0;
}

bool has(const Holder& holder, std::uint8_t thread) { return holder.owner == thread + 1; }

// It gives back what it does not have: that was made anew.
bool misuse(State& state, const Instruction& at) {
  state.failure = FailureKind::Assertion;
  state.failed_at = at.id;
  return false;
}

void give(ThreadOf& thread, const Instruction& at, std::uint8_t result) {
  if (at.target < kLocalCount) thread.locals[at.target] = result;
}

// What a thread begins with.
void begin(ThreadOf& created, const Thread& thread, std::uint8_t given, std::uint8_t routine) {
  if (thread.given != 0) created.locals[thread.given - 1] = given;
  if (!thread.instead.empty()) created.locals[kRoutine] = routine & 1;
}

}  // namespace

// POSIX: what was destroyed must not be used before it is initialised again. Who has been woken only needs the mutex.
bool Interpreter::uses_destroyed(const State& state, std::uint8_t thread, const Instruction& at) const {
  const auto is_gone = [&](unsigned object) { return (state.destroyed >> object & 1) != 0; };
  switch (at.what) {
    case Do::Lock:
    case Do::TryLock:
    case Do::Unlock:
    case Do::Destroy:
      return is_gone(at.object);
    case Do::SpinLock:
    case Do::SpinTryLock:
    case Do::SpinUnlock:
      return is_gone(kSpinObject);
    case Do::ReadLock:
    case Do::TryReadLock:
    case Do::WriteLock:
    case Do::TryWriteLock:
    case Do::RwUnlock:
      return is_gone(kReadWriteObject);
    case Do::Wait:
    case Do::TimedWait: {
      const Waiting waiting = state.threads[thread].waiting;
      return waiting != Waiting::InSet && (is_gone(0) || (waiting == Waiting::No && is_gone(kConditionObject)));
    }
    case Do::Signal:
    case Do::Broadcast:
      return is_gone(kConditionObject);
    default:
      return false;
  }
}

bool Interpreter::locks(State& state, std::uint8_t thread, const Instruction& at) const {
  ThreadOf& own = state.threads[thread];
  bool got_it = true;
  if (uses_destroyed(state, thread, at)) return misuse(state, at);
  switch (at.what) {
    case Do::Lock:
      take(state.mutexes[at.object], thread);
      break;
    case Do::TryLock: {
      Holder& holder = state.mutexes[at.object];
      got_it = holder.owner == 0 || (holder.owner == thread + 1 && at.object == kRecursiveMutex);
      if (got_it) take(holder, thread);
      break;
    }
    case Do::Unlock:
      if (!has(state.mutexes[at.object], thread)) return misuse(state, at);
      release(state.mutexes[at.object]);
      break;
    case Do::SpinLock:
      take(state.spin, thread);
      break;
    case Do::SpinTryLock:
      got_it = state.spin.owner == 0;
      if (got_it) take(state.spin, thread);
      break;
    case Do::SpinUnlock:
      release(state.spin);
      break;
    case Do::ReadLock:
      ++state.rwlock.depth;
      break;
    case Do::TryReadLock:
      got_it = state.rwlock.owner == 0;
      if (got_it) ++state.rwlock.depth;
      break;
    case Do::WriteLock:
      take(state.rwlock, thread);
      break;
    case Do::TryWriteLock:
      got_it = state.rwlock.owner == 0 && state.rwlock.depth == 0;
      if (got_it) take(state.rwlock, thread);
      break;
    case Do::RwUnlock:
      release(state.rwlock);
      break;
    case Do::Destroy: {
      const bool is_mutex = at.object < kMutexes;
      const Holder& holder = is_mutex ? state.mutexes[at.object] : at.object == kSpinObject ? state.spin : state.rwlock;
      const bool is_condition = at.object == kConditionObject;
      const bool is_used = is_condition ? !waiters(state).empty() : holder.owner != 0 || holder.depth != 0;
      if (is_used && !is_mutex) return misuse(state, at);
      got_it = !is_used;
      if (got_it) state.destroyed |= static_cast<std::uint16_t>(1u << at.object);
      break;
    }
    case Do::Initialise:
      state.destroyed &= static_cast<std::uint16_t>(~(1u << at.object));
      break;
    default:
      return true;
  }
  if (!got_it) own.next = at.jump;
  return true;
}

bool Interpreter::conditions(State& state, std::uint8_t thread, const Instruction& at, unsigned alternative) const {
  ThreadOf& own = state.threads[thread];
  switch (at.what) {
    case Do::Wait:
    case Do::TimedWait:
      if (own.waiting == Waiting::No) {
        if (!has(state.mutexes[0], thread)) return misuse(state, at);
        release(state.mutexes[0]);
        own.waiting = Waiting::InSet;
        return false;
      }
      if (own.waiting == Waiting::InSet) {
        const bool times_out = at.what == Do::TimedWait && alternative == 0;
        own.waiting = times_out ? Waiting::TimedOut : Waiting::Spurious;
        if (!times_out) ++own.spurious;
        return false;
      }
      if (own.waiting == Waiting::Woken) own.spurious = 0;
      if (at.what == Do::TimedWait) give(own, at, own.waiting == Waiting::TimedOut ? 1 : 0);
      take(state.mutexes[0], thread);
      own.waiting = Waiting::No;
      return true;
    case Do::Signal: {
      const std::vector<std::uint8_t> waiting = waiters(state);
      if (!waiting.empty()) state.threads[waiting[alternative]].waiting = Waiting::Woken;
      return true;
    }
    case Do::Broadcast:
      for (std::uint8_t waiter : waiters(state)) state.threads[waiter].waiting = Waiting::Woken;
      return true;
    default:
      return true;
  }
}

bool Interpreter::counters(State& state, std::uint8_t thread, const Instruction& at) const {
  ThreadOf& own = state.threads[thread];
  switch (at.what) {
    case Do::SemWait:
      --state.semaphores[at.object];
      return true;
    case Do::SemTryWait: {
      std::uint8_t& count = state.semaphores[at.object];
      const bool succeeds = count > 0;
      if (succeeds) --count;
      give(own, at, succeeds ? 1 : 0);
      if (!succeeds) own.locals[kErrno] = 3;
      return true;
    }
    case Do::SemPost:
      ++state.semaphores[at.object];
      return true;
    case Do::SemValue:
      give(own, at, state.semaphores[at.object]);
      return true;
    case Do::Barrier: {
      if (own.waiting == Waiting::AtBarrier) {
        own.waiting = Waiting::No;
        own.round = 0;
        give(own, at, 0);
        return true;
      }
      if (state.arrived + 1 == program_.barrier) {
        state.arrived = 0;
        ++state.barrier_round;
        give(own, at, 1);
        return true;
      }
      ++state.arrived;
      own.waiting = Waiting::AtBarrier;
      own.round = state.barrier_round;
      return false;
    }
    case Do::OnceEnter:
      if (state.once == 1)
        own.next = at.jump;
      else
        state.once = static_cast<std::uint8_t>(thread + 2);
      return true;
    case Do::OnceLeave:
      state.once = 1;
      return true;
    default:
      return true;
  }
}

bool Interpreter::threads(State& state, std::uint8_t thread, const Instruction& at, Outcomes& outcomes) const {
  ThreadOf& own = state.threads[thread];
  switch (at.what) {
    case Do::Create:
      state.threads[at.object].phase = Phase::Created;
      begin(state.threads[at.object], program_.threads[at.object], value_of(own, at.first), value_of(own, at.second));
      state.threads[at.object].locals[kRounding] = own.locals[kRounding];
      return true;
    case Do::Join:
      state.threads[at.object].is_taken = true;
      give(own, at, state.threads[at.object].outcome & 3);
      return true;
    case Do::TryJoin: {
      const bool has_ended = state.threads[at.object].phase == Phase::Ended;
      if (has_ended) state.threads[at.object].is_taken = true;
      give(own, at, has_ended ? 1 : 0);
      return true;
    }
    case Do::Tell:
      outcomes.local.emplace(routine_of(program_, thread), own.outcome);
      return true;
    case Do::TellAll: {
      std::uint64_t together = 0;
      unsigned shift = 0;
      for (std::uint8_t joined : joined_by_main(program_)) {
        together |= std::uint64_t{state.threads[joined].outcome} << shift;
        shift += kBitsOfOutcome;
      }
      outcomes.joint.insert(together);
      return true;
    }
    default:
      return true;
  }
}

}  // namespace heddle::fuzz
