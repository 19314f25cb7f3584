// SPDX-License-Identifier: Apache-2.0
#include "learn/operation.h"

#include <algorithm>
#include <cstring>

#include "learn/lock_words.h"
#include "trace/event_flags.h"
#include "trace/fingerprint.h"
#include "trace/object_type.h"
#include "trace/payload.h"

namespace heddle {
namespace {

// As the machine keeps it.
std::uint64_t state_after_init(const Event& event) {
  switch (static_cast<ObjectType>(event.detail)) {
    case ObjectType::Mutex:
      return packed(new_mutex(static_cast<MutexType>(event.first)));
    case ObjectType::Barrier:
      return packed({static_cast<std::uint32_t>(std::min<std::uint64_t>(event.first, kNoThreadsTag)), 0, 0});
    default:
      return event.first;
  }
}

// Operands that an event carries in its auxiliary lane. Where a choice was made, that lane says so instead.
void take_operands(const Event& event, Operation& operation) {
  switch (event.kind) {
    case EventKind::Store:
    case EventKind::Sleep:
    case EventKind::OnceLeave:
      operation.first = event.value;
      return;
    case EventKind::Rmw:
      if (event.size <= 8) operation.first = event.first;
      operation.second = event.detail;
      return;
    case EventKind::Cas:
      if (event.size > 8) return;
      operation.first = event.first;
      operation.second = event.second;
      operation.is_weak = event.detail != 0;
      return;
    case EventKind::Choose:
      operation.first = event.first;
      return;
    case EventKind::CondWait:
      operation.first = event.first;
      operation.is_timed = event.second != 0;
      return;
    case EventKind::CondReacquire:
      operation.first = event.first;
      operation.is_timed = event.detail != 0;
      return;
    case EventKind::FutexWait:
      operation.first = event.first;
      operation.is_timed = event.second != 0;
      return;
    case EventKind::FutexReturn:
      operation.is_timed = event.detail != 0;
      return;
    case EventKind::FutexWake:
      operation.first = event.detail != 0 ? 1 : ~std::uint64_t{0};
      return;
    case EventKind::BarrierArrive:
      operation.second = event.second;
      return;
    case EventKind::ThreadCreate:
      operation.first = event.first;
      operation.second = event.second;
      operation.start = event.value;
      operation.is_detached = event.detail != 0;
      return;
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      operation.second = event.second;
      return;
    case EventKind::Yield:
      operation.first = event.first;
      return;
    case EventKind::ObjectInit:
      operation.first = state_after_init(event);
      return;
    case EventKind::Free:
      operation.unmaps = unmaps(event);
      return;
    case EventKind::Call:
      operation.needs_lock = waits_for_lock(event) || ends_lock(event);
      operation.ends_lock = ends_lock(event);
      operation.prints = prints(event);
      operation.appends = appends(event);
      operation.replaces = replaces(event);
      operation.looks = looks(event);
      operation.takes = takes(event);
      operation.remakes = remakes(event);
      operation.is_unmodelled = is_unmodelled(event);
      if (operation.needs_lock) operation.second = ordered_by(event);
      if (operation.appends || operation.replaces) {
        operation.first = event.first;
        operation.second = event.second;
      }
      return;
    default:
      return;
  }
}

// Operations whose size field says of what type the object is.
bool names_type(EventKind kind) {
  switch (kind) {
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock:
    case EventKind::MutexUnlock:
    case EventKind::CondWait:
    case EventKind::OnceEnter:
    case EventKind::OnceLeave:
    case EventKind::ObjectInit:
    case EventKind::ObjectDestroy:
      return true;
    default:
      return false;
  }
}

}  // namespace

Operation operation_of(const Event& event, const Trace& trace) {
  Operation operation;
  operation.kind = event.kind;
  operation.order = event.order;
  operation.rmw = event.rmw;
  operation.is_atomic = races_with_plain_only(event);
  operation.point = event.point;
  operation.size = names_type(event.kind) ? event.detail : event.size;
  operation.object = event.object;
  take_operands(event, operation);
  if (event.kind == EventKind::WriteRange || operation.prints) {
    const std::span<const std::uint8_t> content = payload_of(event, trace);
    operation.bytes.assign(content.begin(), content.end());
  }
  return operation;
}

Operation pending_operation(const ThreadSummary& thread, const Operation& before) {
  Operation operation;
  operation.kind = thread.pending;
  operation.point = thread.point;
  operation.object = thread.waits_for;
  if (thread.pending == EventKind::CondReacquire) {
    operation.object = before.object;
    operation.first = before.first;
    operation.is_timed = before.is_timed;
  }
  if (thread.pending == EventKind::FutexReturn) {
    operation.is_timed = before.is_timed;
    operation.size = before.size;
  }
  if (thread.pending == EventKind::Yield) {  // waits for a change of what it read last
    operation.size = before.size;
    operation.first = before.second;
  }
  // Whether it is a mutex or a stream that it waits for has been told by whoever holds it.
  if (thread.pending == EventKind::MutexLock) operation.size = static_cast<std::uint32_t>(MutexType::Stream);
  if (thread.pending == EventKind::ObjectDestroy) operation.size = static_cast<std::uint32_t>(ObjectType::Barrier);
  return operation;
}

bool touches_memory(EventKind kind) {
  switch (kind) {
    case EventKind::Load:
    case EventKind::Store:
    case EventKind::Rmw:
    case EventKind::Cas:
    case EventKind::ReadRange:
    case EventKind::WriteRange:
    case EventKind::FutexWait:
      return true;
    default:
      return false;
  }
}

bool lets_time_pass(const Operation& operation) {
  switch (operation.kind) {
    case EventKind::Sleep:
    case EventKind::MutexTimedLock:
    case EventKind::ReadTimedLock:
    case EventKind::WriteTimedLock:
    case EventKind::SemTimedWait:
    case EventKind::ThreadTimedJoin:
      return true;
    default:
      return operation.is_timed;
  }
}

std::uint64_t end_of_process(const Trace& trace) {
  const Failure& failure = trace.failure;
  const bool has_words = trace.outcome == Outcome::AssertionFailed || trace.outcome == Outcome::UncaughtException ||
                         (trace.outcome == Outcome::Crashed && failure.fault == Fault::None);
  std::string text = has_words ? failure.message : "";
  const std::uint64_t numbers[] = {static_cast<std::uint64_t>(trace.outcome),
                                   static_cast<std::uint32_t>(failure.exit_code),
                                   static_cast<std::uint32_t>(failure.signal),
                                   static_cast<std::uint64_t>(failure.fault),
                                   failure.line,
                                   own_instruction(failure),
                                   static_cast<std::uint32_t>(failure.point)};
  for (const std::uint64_t number : numbers) text += " " + std::to_string(number);
  return hash_bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

std::uint64_t hash_bytes(const std::uint8_t* bytes, std::size_t size) {
  Fingerprint hash = wire::step(wire::kEmptyMessage, size);
  for (std::size_t at = 0; at < size; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, std::min<std::size_t>(size - at, sizeof word));
    hash = wire::step(hash, word);
  }
  return wire::folded(hash);
}

}  // namespace heddle
