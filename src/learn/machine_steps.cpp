// SPDX-License-Identifier: Apache-2.0
//
// What each operation does to the state of the machine.
#include <algorithm>
#include <array>
#include <cstring>

#include "learn/lock_words.h"
#include "learn/machine.h"
#include "learn/rmw.h"

namespace heddle {
namespace {

constexpr std::uint64_t kRemembered = std::uint64_t{1} << 32;  // of a condition variable, by Defect::LostSignal
constexpr std::uint64_t kTaken = 0;  // label of a lock that was got
constexpr std::uint64_t kListTaken = 1;  // what was to be called at the end is being called; 0: as it was before main

std::uint64_t chained(std::uint64_t chain, std::uint64_t with) {
  return wire::folded(wire::step({chain, wire::kSecondFactor}, with));
}

// A hidden state that a call has said completely.
constexpr std::uint64_t kUntilTaken = 1;
constexpr std::uint64_t kTakenAway = 2;

std::uint64_t replaced_by(const Operation& operation) {
  const std::uint64_t state = chained(chained(0, operation.first), operation.second);
  return (state & ~kUntilTaken) | (operation.second & kUntilTaken);
}

}  // namespace

void Machine::take_lock(ResourceId resource, std::uint16_t thread) {
  LockWords words = lock_words(value(resource));
  words.owner = thread + 1u;
  ++words.count;
  set(resource, packed(words));
}

void Machine::release_lock(ResourceId resource) {
  LockWords words = lock_words(value(resource));
  if (words.count > 0) --words.count;
  if (words.count == 0) words.owner = 0;
  set(resource, packed(words));
}

// What a library keeps for itself is known only as the sequence of calls that made it so.
void Machine::change_hidden(ResourceId resource, std::uint16_t thread) {
  const Node& next = node(thread);
  const std::uint64_t which = next.key == NodeKey{} ? threads_[thread].node + 1ull : next.key.first;
  const std::uint64_t who = next.is_common ? thread + 1ull : 0;
  set(resource, chained(chained(value(resource), which), who));
}

// What stands in memory that was just mapped is what its first reader finds there.
void Machine::make_anew(const Operation& operation) {
  for (ResourceId inside : model_.resources().inside(operation.object, operation.size)) set(inside, 0, kUntouched);
}

void Machine::append_output(const Node& next) {
  std::uint64_t output = value(next.resource);
  for (const std::uint8_t byte : next.operation.bytes) output = chained(output, byte + 1ull);
  set(next.resource, output);
}

// By how much depends on the deadline, which the thread's past decides.
void Machine::let_time_pass(std::uint16_t thread) { change_hidden(model_.clock(), thread); }

void Machine::wake(std::uint16_t thread) {
  ThreadState& state = change(thread);
  state.wait = Wait::Woken;
  // A barrier or a futex that lets the thread go on says nothing about its waits for conditions.
  const bool is_signal = node(thread).operation.kind == EventKind::CondReacquire || model_.has(Defect::EveryWake);
  if (is_signal) state.spurious = 0;
}

// The thread takes a step. Whoever waits in an atomic section has no right to go first any more once it is let go on.
void Machine::overtake(std::uint16_t thread) {
  if (!model_.sections_wait()) return;
  for (std::uint16_t other = 0; other < threads_.size(); ++other) {
    const bool is_overtaken = other != thread && is_live(other) && node(other).is_inside_section();
    if (is_overtaken && !threads_[other].was_overtaken) change(other).was_overtaken = true;
  }
  if (threads_[thread].was_overtaken) change(thread).was_overtaken = false;
}

void Machine::leave_wait_set(std::uint16_t thread, bool spuriously) {
  overtake(thread);
  if (!spuriously) let_time_pass(thread);
  const ResourceId condition = node(thread).resource;
  set(condition, value(condition) - 1);
  ThreadState& state = change(thread);
  state.wait = spuriously ? Wait::Woken : Wait::TimedOut;
  if (spuriously) ++state.spurious;
}

void Machine::perform_memory(const Node& next, const Label& label, const Edge& edge) {
  const Operation& operation = next.operation;
  switch (operation.kind) {
    case EventKind::Store:
      write(next.cells, operation.first);
      return;
    case EventKind::WriteRange:
      write_bytes(next.cells, operation.bytes);
      return;
    case EventKind::Rmw:
      if (operation.size > 8) return write_bytes(next.cells, edge.written);
      if (model_.has(Defect::WrongRmw) && operation.rmw == RmwOperator::Add) return;
      write(next.cells, modified(operation, label.value));
      return;
    case EventKind::Cas:
      if (operation.size > 8) return write_bytes(next.cells, edge.written);
      if (label.value == operation.first && label.size == 0) write(next.cells, operation.second);
      return;
    default:
      return;
  }
}

void Machine::perform_sync(std::uint16_t thread, std::uint32_t choice, const Label& label, const Node& next) {
  const Operation& operation = next.operation;
  const ResourceId resource = next.resource;
  const bool got_it = label.kind == LabelKind::Value && label.value == kTaken;
  switch (operation.kind) {
    case EventKind::Free:
      for (ResourceId inside : model_.resources().inside(operation.object, operation.size)) set(inside, 0, kFreed);
      if (!operation.unmaps) set(resource, 0, kFreed);  // the block itself
      return;
    case EventKind::MutexTimedLock:
      if (!got_it) let_time_pass(thread);
      [[fallthrough]];
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::SpinTryLock:
      if (got_it) take_lock(resource, thread);
      return;
    case EventKind::SpinLock:
      take_lock(resource, thread);
      return;
    case EventKind::MutexUnlock:
      if (got_it) release_lock(resource);
      return;
    case EventKind::SpinUnlock:
      release_lock(resource);
      return;
    case EventKind::ReadTimedLock:
      if (!got_it) let_time_pass(thread);
      [[fallthrough]];
    case EventKind::ReadLock:
    case EventKind::ReadTryLock: {
      LockWords words = lock_words(value(resource));
      ++words.count;
      if (got_it) set(resource, packed(words));
      return;
    }
    case EventKind::WriteTimedLock:
      if (!got_it) let_time_pass(thread);
      [[fallthrough]];
    case EventKind::WriteLock:
    case EventKind::WriteTryLock: {
      LockWords words = lock_words(value(resource));
      words.owner = thread + 1u;
      if (got_it) set(resource, packed(words));
      return;
    }
    case EventKind::RwUnlock: {
      LockWords words = lock_words(value(resource));
      if (words.owner != 0)
        words.owner = 0;
      else
        --words.count;
      set(resource, packed(words));
      return;
    }
    case EventKind::OnceEnter:
      if (!got_it) set(resource, packed({thread + 1u, 0, 0}));  // it runs the initialiser
      return;
    case EventKind::OnceLeave: {
      const bool is_done = operation.first != 0;
      set(resource, packed({0, is_done ? 1u : 0u, 0}));
      if (is_done) write(next.cells, 1);
      return;
    }
    case EventKind::CondWait:
      if (!got_it) return;
      release_lock(next.partner);
      if (model_.has(Defect::LostSignal) && (value(resource) & kRemembered) != 0) {
        change(thread).wait = Wait::Woken;
        return;
      }
      set(resource, value(resource) + 1);
      change(thread).wait = Wait::Waiting;
      return;
    case EventKind::CondReacquire: {
      take_lock(next.partner, thread);
      ThreadState& state = change(thread);
      state.wait = Wait::None;
      return;
    }
    case EventKind::CondSignal: {
      const std::vector<std::uint16_t> waiting = waiters(resource);
      if (waiting.empty()) {
        if (model_.has(Defect::LostSignal)) set(resource, value(resource) | kRemembered);
        return;
      }
      set(resource, value(resource) - 1);
      wake(waiting[std::min<std::size_t>(choice, waiting.size() - 1)]);
      return;
    }
    case EventKind::CondBroadcast:
      if ((value(resource) & kWaiters) != 0) set(resource, value(resource) & ~kWaiters);
      for (std::uint16_t waiter : waiters(resource)) wake(waiter);
      return;
    case EventKind::FutexWait:
      if (label.value != 0) change(thread).wait = Wait::Waiting;
      return;
    case EventKind::FutexReturn:
      if (threads_[thread].wait == Wait::Waiting) let_time_pass(thread);
      change(thread).wait = Wait::None;
      return;
    case EventKind::FutexWake: {
      const std::vector<std::uint16_t> waiting = waiters(resource);
      if (operation.first < waiting.size()) return wake(waiting[choice]);
      for (std::uint16_t waiter : waiting) wake(waiter);
      return;
    }
    case EventKind::SemWait:
      set(resource, value(resource) - 1);
      return;
    case EventKind::SemTimedWait:
      if (!got_it) let_time_pass(thread);
      [[fallthrough]];
    case EventKind::SemTryWait:
      if (got_it) set(resource, value(resource) - 1);
      return;
    case EventKind::SemPost:
      set(resource, value(resource) + 1);
      return;
    case EventKind::BarrierArrive: {
      LockWords words = lock_words(value(resource));
      if (label.value == 0) {  // not the last
        ++words.count;
        set(resource, packed(words));
        change(thread).wait = Wait::Waiting;
        return;
      }
      words.leaving += words.count;
      words.count = 0;
      set(resource, packed(words));
      for (std::uint16_t waiter : waiters(resource)) wake(waiter);
      return;
    }
    case EventKind::BarrierLeave: {
      LockWords words = lock_words(value(resource));
      --words.leaving;
      set(resource, packed(words));
      change(thread).wait = Wait::None;
      return;
    }
    case EventKind::ThreadCreate: {
      const auto child = static_cast<std::uint16_t>(operation.object);
      ThreadState& state = change(child);
      state = {};
      state.node = next.created;
      state.status = Status::Live;
      state.detached = operation.is_detached;
      if (!next.cells.empty()) write(next.cells, operation.first);
      return;
    }
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      if (operation.kind == EventKind::ThreadTimedJoin && label.size == 2) let_time_pass(thread);
      if (label.size != 0) return;
      change(static_cast<std::uint16_t>(operation.object)).joined = true;
      if (!next.cells.empty()) write(next.cells, label.value);
      return;
    case EventKind::ThreadDetach:
      change(static_cast<std::uint16_t>(operation.object)).detached = true;
      return;
    case EventKind::ObjectInit:
      set(resource, operation.first);
      write_state(resource, operation.first, object_size(object_type(operation)));
      return;
    case EventKind::ObjectDestroy: {
      const ObjectType type = object_type(operation);
      if (type == ObjectType::Mutex && label.value != 0) return;  // it is held
      const bool counts = type == ObjectType::Semaphore || type == ObjectType::Barrier;
      set(resource, (counts ? value(resource) : 0) | kDestroyed);
      if (type == ObjectType::Barrier) return;
      std::array<std::uint8_t, sizeof kDestroyedMark> mark;
      std::memcpy(mark.data(), &kDestroyedMark, sizeof kDestroyedMark);
      write_over(model_.resources()[resource].address + destroyed_mark_offset(type), mark.data(), mark.size());
      return;
    }
    case EventKind::Sleep:
      let_time_pass(thread);
      return;
    case EventKind::Exit:
      if (operation.object != 0) set(resource, kListTaken);
      return;
    case EventKind::Clock:
    case EventKind::Call:
      if (operation.prints) return append_output(next);
      if (operation.remakes) return make_anew(operation);
      if (operation.appends && model_.has(Defect::ExitOrder)) return set(resource, value(resource) + operation.first);
      if (operation.appends) return set(resource, chained(chained(value(resource), operation.first), operation.second));
      if (operation.replaces) return set(resource, replaced_by(operation));
      if (operation.takes && (value(resource) & kUntilTaken) != 0) {
        set(resource, chained(value(resource), kTakenAway) & ~kUntilTaken);
      }
      if (operation.looks) return;
      if (operation.ends_lock) set(next.partner, 0);
      change_hidden(resource, thread);
      return;
    default:
      return;
  }
}

void Machine::perform_unseen(std::uint16_t thread, std::uint32_t choice, const Label& label) {
  overtake(thread);
  const Node& next = node(thread);
  perform_memory(next, label, Edge{});
  perform_sync(thread, choice, label, next);
  remake_objects(next);
}

void Machine::perform(std::uint16_t thread, std::uint32_t choice, const Label& label, const Edge& edge) {
  overtake(thread);
  const Node& next = node(thread);
  perform_memory(next, label, edge);
  perform_sync(thread, choice, label, next);
  remake_objects(next);
  const NodeEnd end = model_[edge.child].end;
  ThreadState& state = change(thread);
  if (next.operation.kind == EventKind::Cas) state.weak_cas_failed = label.size != 0;
  state.node = edge.child;
  if (end == NodeEnd::Ended) state.status = Status::Ended;
  if (ends_process(end)) {
    undo_.push_back({Where::End, kUntouched, 0, 0, {}});
    process_ended_ = true;
  }
}

}  // namespace heddle
