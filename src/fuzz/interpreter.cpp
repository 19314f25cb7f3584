// SPDX-License-Identifier: Apache-2.0
#include "fuzz/interpreter.h"

#include <algorithm>
#include <cstring>

namespace heddle::fuzz {
namespace {

bool holds(const Instruction& at, std::uint8_t one, std::uint8_t other) { return (one == other) != at.is_negated; }

void give(ThreadOf& thread, const Instruction& at, std::uint8_t result) {
  if (at.target < kLocalCount) thread.locals[at.target] = result;
}

void fail(State& state, FailureKind kind, std::uint16_t id) {
  state.failure = kind;
  state.failed_at = id;
}

void print(State& state, std::uint32_t value) {
  if (state.printed < kMostPrinted) state.output[state.printed] = printed_byte(value);
  if (state.printed <= kMostPrinted) ++state.printed;
}

}  // namespace

Interpreter::Interpreter(const Program& program, Operations operations)
    : program_(program), code_(lower(program)), operations_(operations) {}

bool Interpreter::has_addressed_locals() const {
  const auto is_addressed = [](std::uint8_t local) { return local >= kBoxFirst && local <= kPrivateSecond; };
  const auto uses = [&](const Value& value) { return value.has_local && is_addressed(value.local); };
  for (const Code& code : code_) {
    for (const Instruction& at : code) {
      if (at.what == Do::PutPrivate || at.what == Do::GetPrivate || at.what == Do::FileRead) return true;
      if (is_addressed(at.target) || uses(at.first) || uses(at.second) || uses(at.place.index)) return true;
    }
  }
  return false;
}

State Interpreter::start() const {
  State state;
  std::memset(static_cast<void*>(&state), 0, sizeof state);
  std::copy(program_.initial.begin(), program_.initial.end(), state.memory.begin());
  std::copy(program_.initial_elements.begin(), program_.initial_elements.end(),
            state.memory.begin() + kFirstElementSlot);
  state.memory[kPointerSlot] = static_cast<std::uint8_t>(program_.pointer + 1);
  state.semaphores = program_.semaphores;
  state.descriptors = {1, 1, 2, 0};
  state.threads[0].phase = Phase::Running;
  resume(state, 0);
  return state;
}

std::vector<std::uint8_t> Interpreter::waiters(const State& state, Waiting how) const {
  std::vector<std::uint8_t> found;
  for (std::uint8_t thread = 0; thread < code_.size(); ++thread) {
    if (state.threads[thread].waiting == how) found.push_back(thread);
  }
  return found;
}

bool Interpreter::could_run(const State& state, std::uint8_t thread) const {
  const ThreadOf& own = state.threads[thread];
  if (own.phase == Phase::Created) return true;
  if (own.phase != Phase::Running) return false;
  const Instruction& at = next(state, thread);
  switch (at.what) {
    case Do::Lock: {
      const Holder& holder = state.mutexes[at.object];
      return holder.owner == 0 || (holder.owner == thread + 1 && at.object == kRecursiveMutex);
    }
    case Do::SpinLock:
      return state.spin.owner == 0;
    case Do::BlockLock: {
      const auto block = static_cast<std::uint8_t>(own.locals[kHeapPointer] - 1);
      return state.is_freed[block] || state.block_locks[block].owner == 0;  // if it is gone, that is noticed
    }
    case Do::ReadLock:
      return state.rwlock.owner == 0;
    case Do::WriteLock:
      return state.rwlock.owner == 0 && state.rwlock.depth == 0;
    case Do::Wait:
    case Do::TimedWait:
      if (own.waiting == Waiting::No) return true;
      if (own.waiting == Waiting::InSet) return at.what == Do::TimedWait;  // its time can be over
      return state.mutexes[0].owner == 0;
    case Do::FutexWait:
      return own.waiting != Waiting::Asleep;
    case Do::SemWait:
      return state.semaphores[at.object] > 0;
    case Do::Barrier:
      return own.waiting != Waiting::AtBarrier || state.barrier_round != own.round;
    case Do::OnceEnter:
      return state.once < 2;
    case Do::Join:
      return state.threads[at.object].phase == Phase::Ended;
    default:
      return true;
  }
}

bool Interpreter::may_wake_spuriously(const State& state, std::uint8_t thread) const {
  const ThreadOf& own = state.threads[thread];
  return own.phase == Phase::Running && own.waiting == Waiting::InSet && own.spurious < program_.spurious;
}

unsigned Interpreter::alternatives(const State& state, std::uint8_t thread) const {
  if (state.threads[thread].phase == Phase::Created) return 1;
  const Instruction& at = next(state, thread);
  if (at.what == Do::Choose) return 2;
  if (at.what == Do::TimedWait && may_wake_spuriously(state, thread)) return 2;
  if (at.what == Do::Signal) return std::max<unsigned>(1, static_cast<unsigned>(waiters(state).size()));
  const bool wakes_one = at.what == Do::FutexWake && at.object == 1;
  if (wakes_one) return std::max<unsigned>(1, static_cast<unsigned>(waiters(state, Waiting::Asleep).size()));
  return 1;
}

void Interpreter::step(State& state, std::uint8_t thread, unsigned alternative, Outcomes& outcomes) const {
  ThreadOf& own = state.threads[thread];
  if (own.phase == Phase::Created) {
    own.phase = Phase::Running;
    state.insists = 0;
    return resume(state, thread);
  }
  const Instruction& at = next(state, thread);
  const std::uint16_t before = own.next;
  if (at.what == Do::Assert) return fail(state, FailureKind::Assertion, at.id);  // it has only waited for that
  if (at.what == Do::Choose) give(own, at, static_cast<std::uint8_t>(alternative));
  if (at.what == Do::Print) print(state, at.target == kLocalCount ? own.outcome : own.locals[at.target]);
  const bool is_done = memory(state, thread, at) && pointers(state, thread, at) && locks(state, thread, at) &&
                       conditions(state, thread, at, alternative) && counters(state, thread, at) &&
                       threads(state, thread, at, outcomes) && calls(state, thread, at, alternative, outcomes);
  state.insists = own.in_section ? static_cast<std::uint8_t>(thread + 1) : std::uint8_t{0};
  if (is_over(state) || !is_done) return;
  if (own.next == before) ++own.next;  // it has not jumped
  resume(state, thread);
}

bool Interpreter::is_print(const State& state, std::uint8_t thread) const {
  return operations_.prints && next(state, thread).what == Do::Print;
}

bool Interpreter::fails_later(const State& state, std::uint8_t thread) const {
  const Instruction& at = next(state, thread);
  const bool may_be_later = operations_.fails_later || program_.visible_ends;
  if (!may_be_later || at.what != Do::Assert) return false;
  const ThreadOf& own = state.threads[thread];
  return !holds(at, value_of(own, at.first), value_of(own, at.second));
}

// An access to what main lends, in vain. Whoever spins on it for ever stays there and is seen to.
bool Interpreter::is_quiet(const State& state, std::uint8_t thread) const {
  const Instruction& at = next(state, thread);
  const bool is_access = at.what >= Do::Load && at.what <= Do::CompareExchange && at.place.way == Way::Lent;
  return operations_.is_lent_private && is_access;
}

// Up to the next operation, the end of the thread, or a failed assertion.
void Interpreter::resume(State& state, std::uint8_t thread) const {
  ThreadOf& own = state.threads[thread];
  while (own.phase == Phase::Running && state.failed_at == 0) {
    if (is_quiet(state, thread)) {
      if (!memory(state, thread, next(state, thread))) return;  // it has gone on already
      ++own.next;
      continue;
    }
    if (!is_local(next(state, thread).what) || fails_later(state, thread) || is_print(state, thread)) return;
    local(state, thread, next(state, thread));
  }
}

void Interpreter::local(State& state, std::uint8_t thread, const Instruction& at) const {
  ThreadOf& own = state.threads[thread];
  const std::uint8_t first = value_of(own, at.first), second = value_of(own, at.second);
  ++own.next;
  switch (at.what) {
    case Do::Set:
      own.locals[at.target] = first;
      return;
    case Do::PutPrivate:
      own.locals[kPrivate + (first & 1)] = second;
      return;
    case Do::GetPrivate:
      own.locals[at.target] = own.locals[kPrivate + (first & 1)];
      return;
    case Do::Allocate:
      own.locals[kHeapPointer] = static_cast<std::uint8_t>(at.object + 1);
      return;
    case Do::Assert:
      if (!holds(at, first, second)) fail(state, FailureKind::Assertion, at.id);
      return;
    case Do::Jump:
      own.next = at.jump;
      return;
    case Do::JumpUnless:
      if (!holds(at, first, second)) own.next = at.jump;
      return;
    case Do::JumpUnlessFewer:
      if (first >= at.object) own.next = at.jump;
      return;
    case Do::JumpUnlessHeap:
      if (own.locals[kHeapPointer] == 0) own.next = at.jump;
      return;
    case Do::JumpIfOdd:
      if ((first & 1) != 0) own.next = at.jump;
      return;
    case Do::SetOwnState:
    case Do::GetOwnState: {
      Outcomes ignored;
      calls(state, thread, at, 0, ignored);
      return;
    }
    case Do::Finish:
      own.outcome = static_cast<std::uint16_t>(packed_outcome(program_.threads[thread].observed, own.locals.data()));
      own.locals = {};
      return;
    case Do::End:
      own.phase = Phase::Ended;
      own.next = 0;
      return;
    default:
      return;
  }
}

std::optional<std::uint8_t> Interpreter::slot(const State& state, std::uint8_t thread, const Instruction& at,
                                              FailureKind& failure) const {
  const ThreadOf& own = state.threads[thread];
  switch (at.place.way) {
    case Way::Cell:
      return at.place.cell;
    case Way::Element:
      return static_cast<std::uint8_t>(kFirstElementSlot + (value_of(own, at.place.index) & 1));
    case Way::Lent:
      return kLentSlot;
    case Way::Word:
      return kWordSlot;
    case Way::Pointer:
      if (own.locals[kPointer] != 0) return static_cast<std::uint8_t>(own.locals[kPointer] - 1);
      failure = FailureKind::NullDereference;
      return std::nullopt;
    case Way::Heap: {
      const auto block = static_cast<std::uint8_t>(own.locals[kHeapPointer] - 1);
      if (!state.is_freed[block]) return static_cast<std::uint8_t>(kFirstBlockSlot + block);
      failure = FailureKind::UseAfterFree;
      return std::nullopt;
    }
  }
  return std::nullopt;
}

bool Interpreter::memory(State& state, std::uint8_t thread, const Instruction& at) const {
  ThreadOf& own = state.threads[thread];
  const bool is_access = at.what >= Do::Load && at.what <= Do::CompareExchange;
  if (!is_access) return true;
  FailureKind failure = FailureKind::Other;
  const std::optional<std::uint8_t> where = slot(state, thread, at, failure);
  if (!where) {
    fail(state, failure, at.id);
    return false;
  }
  std::uint8_t& cell = state.memory[*where];
  const std::uint8_t first = value_of(own, at.first), second = value_of(own, at.second);
  switch (at.what) {
    case Do::Load:
      give(own, at, cell);
      return true;
    case Do::LoadAndJumpUnless:
      if (holds(at, cell, second)) {
        ++own.next;
      } else if (own.next != at.jump) {
        own.next = at.jump;
      } else {
        return false;  // spins: everything stays as it is
      }
      resume(state, thread);
      return false;  // it has gone on already
    case Do::Store:
      cell = first;
      return true;
    case Do::FetchAdd:
      give(own, at, cell);
      cell = static_cast<std::uint8_t>(cell + first);
      return true;
    case Do::Exchange:
      give(own, at, cell);
      cell = first;
      return true;
    case Do::CompareExchange: {
      const bool fits = cell == first;
      if (fits) cell = second;
      give(own, at, fits ? 1 : 0);
      return true;
    }
    default:
      return true;
  }
}

bool Interpreter::pointers(State& state, std::uint8_t thread, const Instruction& at) const {
  ThreadOf& own = state.threads[thread];
  switch (at.what) {
    case Do::LoadPointer:
      own.locals[kPointer] = state.memory[kPointerSlot];
      return true;
    case Do::StorePointer:
      state.memory[kPointerSlot] = at.object == kCells ? 0 : static_cast<std::uint8_t>(at.object + 1);
      return true;
    case Do::Publish:
      state.memory[kBlockPointerSlot] = own.locals[kHeapPointer];
      return true;
    case Do::Withdraw:
      state.memory[kBlockPointerSlot] = 0;
      return true;
    case Do::Take:
      own.locals[kHeapPointer] = state.memory[kBlockPointerSlot];
      return true;
    case Do::Free: {
      bool& is_freed = state.is_freed[own.locals[kHeapPointer] - 1];
      if (is_freed && !program_.maps_blocks) fail(state, FailureKind::DoubleFree, at.id);
      is_freed = true;
      return state.failed_at == 0;
    }
    default:
      return true;
  }
}

std::optional<NextAccess> Interpreter::next_access(const State& state, std::uint8_t thread) const {
  const ThreadOf& own = state.threads[thread];
  if (own.phase != Phase::Running) return std::nullopt;
  const Instruction& at = next(state, thread);
  switch (at.what) {
    case Do::LoadPointer:
      return NextAccess{kPointerSlot, false, false, at.id};
    case Do::StorePointer:
      return NextAccess{kPointerSlot, true, false, at.id};
    case Do::Take:
      return NextAccess{kBlockPointerSlot, false, false, at.id};
    case Do::Publish:
    case Do::Withdraw:
      return NextAccess{kBlockPointerSlot, true, false, at.id};
    case Do::Free: {
      const auto block = static_cast<std::uint8_t>(own.locals[kHeapPointer] - 1);
      if (state.is_freed[block]) return std::nullopt;
      return NextAccess{static_cast<std::uint8_t>(kFirstBlockSlot + block), true, false, at.id};
    }
    case Do::RemakeMutex:
      return NextAccess{static_cast<std::uint8_t>(kFirstMutexSlot + at.object), true, false, at.id};
    case Do::RemakeOnce:
      return NextAccess{kOnceSlot, true, false, at.id};
    case Do::EndedLoad:
      return NextAccess{kEndedSlot, false, false, at.id};
    case Do::EndedStore:
      return NextAccess{kEndedSlot, true, false, at.id};
    case Do::Load:
    case Do::LoadAndJumpUnless:
    case Do::Store:
    case Do::FetchAdd:
    case Do::Exchange:
    case Do::CompareExchange:
      break;
    default:
      return std::nullopt;
  }
  FailureKind failure = FailureKind::Other;
  const std::optional<std::uint8_t> where = slot(state, thread, at, failure);
  if (!where) return std::nullopt;
  const bool only_reads = at.what == Do::Load || at.what == Do::LoadAndJumpUnless;
  const bool finds_another = at.what == Do::CompareExchange && state.memory[*where] != value_of(own, at.first);
  const bool is_rmw = at.what == Do::FetchAdd || at.what == Do::Exchange || at.what == Do::CompareExchange;
  return NextAccess{*where, !only_reads && !finds_another, is_rmw || at.place.is_atomic, at.id};
}

DeadlockVector Interpreter::who_waits(const State& state) const {
  DeadlockVector waiting;
  for (std::uint8_t thread = 0; thread < code_.size(); ++thread) {
    if (state.threads[thread].phase == Phase::Running) waiting.emplace_back(thread, next(state, thread).id);
  }
  return waiting;
}

}  // namespace heddle::fuzz
