// SPDX-License-Identifier: Apache-2.0
//
// What each operation would return in the state of the machine.
#include <algorithm>

#include "learn/lock_words.h"
#include "learn/machine.h"
#include "learn/object_bytes.h"

namespace heddle {
namespace {

Prediction known(std::uint64_t value, std::uint32_t size = 0) { return {true, {LabelKind::Value, size, value}}; }
constexpr Prediction kNothing{true, {}};
constexpr Prediction kMisuse{true, {LabelKind::Misuse, 0, 0}};
constexpr Prediction kUnknown{};

}  // namespace

// In a graph of pasts the past alone decides what memory of the own thread holds.
Prediction Machine::predict_memory(const Node& next, std::uint32_t choice) const {
  if (model_.is_private(next)) {
    for (const Edge& edge : next.edges) {
      const bool is_value = edge.label.kind == LabelKind::Value && edge.label.size == choice;
      if (is_value || edge.label.kind == LabelKind::Range) return {true, edge.label};
    }
    return kUnknown;
  }
  if (next.operation.size > 8) return predict_range(next);
  const std::optional<std::uint64_t> seen = read(next.cells);
  if (!seen) return kUnknown;
  if (next.operation.kind == EventKind::FutexWait) return known(*seen == next.operation.first);
  return known(*seen, choice);
}

// How much a read touches may depend on what it finds: the known results are tried one after the other.
Prediction Machine::predict_range(const Node& next) const {
  for (const Edge& edge : next.edges) {
    if (edge.label.kind != LabelKind::Range) continue;
    const auto content = bytes(next.cells, edge.label.size);
    if (content && hash_bytes(content->data(), content->size()) == edge.label.value) return {true, edge.label};
  }
  return kUnknown;
}

Prediction Machine::predict(std::uint16_t thread, std::uint32_t choice) const {
  const Node& next = node(thread);
  const Operation& operation = next.operation;
  if (finds_freed(thread)) return {true, {LabelKind::Freed, 0, 0}};
  const std::uint64_t words = value(next.resource);
  if ((!next.overlaid.empty() || may_be_data(next, words)) && !knows_objects(thread)) return kUnknown;
  if (finds_destroyed(thread)) return kMisuse;
  const LockWords lock = lock_words(words);
  const std::uint32_t self = thread + 1u;
  switch (operation.kind) {
    case EventKind::Load:
    case EventKind::Rmw:
    case EventKind::Cas:
    case EventKind::FutexWait:
      return predict_memory(next, choice);
    case EventKind::ReadRange:
      if (model_.is_private(next)) return next.edges.empty() ? kUnknown : Prediction{true, next.edges.front().label};
      return predict_range(next);
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock: {
      const bool taken = lock.owner == 0 || (lock.owner == self && mutex_is_recursive(lock));
      return known(taken ? 0 : lock.owner == self ? 2 : 1);
    }
    case EventKind::MutexUnlock:
    case EventKind::CondWait: {
      const LockWords mutex = operation.kind == EventKind::CondWait ? lock_words(value(next.partner)) : lock;
      if (mutex.owner == self) return known(0);
      return mutex_checks(mutex) ? known(1) : kMisuse;
    }
    case EventKind::SpinTryLock:
      return known(lock.owner == 0 ? 0 : 1);
    case EventKind::SpinUnlock:
      return lock.owner == self ? kNothing : kMisuse;
    case EventKind::ReadLock:
    case EventKind::ReadTryLock:
    case EventKind::ReadTimedLock:
      return known(lock.owner == 0 ? 0 : lock.owner == self ? 2 : 1);
    case EventKind::WriteLock:
    case EventKind::WriteTryLock:
    case EventKind::WriteTimedLock:
      return known(lock.owner == 0 && lock.count == 0 ? 0 : lock.owner == self ? 2 : 1);
    case EventKind::RwUnlock:
      return lock.owner == self || (lock.owner == 0 && lock.count > 0) ? kNothing : kMisuse;
    case EventKind::OnceEnter:
      return known(lock.count == 0 ? 1 : 0);
    case EventKind::CondReacquire:
    case EventKind::FutexReturn:
      return known(threads_[thread].wait == Wait::TimedOut ||
                   (operation.kind == EventKind::FutexReturn && threads_[thread].wait == Wait::Waiting));
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:  // else it was overwritten, and does not know them any more
      return (words & kWaiters) == waiters(next.resource).size() ? kNothing : kMisuse;
    case EventKind::FutexWake:
      return known(std::min<std::uint64_t>(operation.first, waiters(next.resource).size()));
    case EventKind::SemWait:
      return (words & kDestroyed) != 0 ? kMisuse : kNothing;
    case EventKind::SemPost:
      if ((words & kDestroyed) != 0) return kMisuse;
      return words < kHugeCount || is_alone(thread) ? kNothing : kUnknown;
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
      return (words & kDestroyed) != 0 ? kMisuse : known(words > 0 ? 0 : 1);
    case EventKind::SemGetValue:
      return (words & kDestroyed) != 0 ? kMisuse : known(words);
    case EventKind::BarrierArrive:
      if ((words & kDestroyed) != 0) return kMisuse;
      return known(lock.count + 1 == (lock.owner != 0 ? lock.owner : operation.second));
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin: {
      const ThreadState& other = threads_[static_cast<std::size_t>(operation.object)];
      if (other.joined || other.detached) return known(0, 1);
      if (other.status != Status::Ended) return known(0, 2);
      const Node& end = model_[other.node];
      return end.exit_known ? known(end.exit_value) : kUnknown;
    }
    case EventKind::ThreadDetach: {
      const ThreadState& other = threads_[static_cast<std::size_t>(operation.object)];
      return known(other.joined || other.detached);
    }
    case EventKind::Choose:
      return known(choice);
    case EventKind::Call:
      if (operation.remakes) return kNothing;
      if (operation.prints || operation.appends) return kNothing;  // how much it was, the thread knew before
      return {true, {LabelKind::Hidden, 0, words}};
    case EventKind::Exit:
      if (operation.object == 0) return kNothing;  // whatever there would be to call
      [[fallthrough]];
    case EventKind::Clock:
      return {true, {LabelKind::Hidden, 0, words}};
    case EventKind::ObjectDestroy:
      switch (object_type(operation)) {
        case ObjectType::Mutex:
          return known(lock.owner != 0);
        case ObjectType::RwLock:
        case ObjectType::SpinLock:
          return lock.owner == 0 && lock.count == 0 ? kNothing : kMisuse;
        case ObjectType::Barrier:
          return lock.count == 0 && (words & kDestroyed) == 0 ? kNothing : kMisuse;
        case ObjectType::Condition:
          return waiters(next.resource).empty() ? kNothing : kMisuse;
        case ObjectType::Semaphore: {
          const bool waited_for = std::any_of(threads_.begin(), threads_.end(), [&](const ThreadState& other) {
            return other.status == Status::Live && model_[other.node].has_operation &&
                   model_[other.node].operation.kind == EventKind::SemWait &&
                   model_[other.node].resource == next.resource;
          });
          return (words == 0 && waited_for) || (words & kDestroyed) != 0 ? kMisuse : kNothing;
        }
        case ObjectType::Unknown:
        case ObjectType::Once:
          return kNothing;
      }
      return kNothing;
    default:
      return kNothing;
  }
}

bool may_be_misuse(const Operation& operation) {
  switch (operation.kind) {
    case EventKind::MutexUnlock:
    case EventKind::CondWait:
    case EventKind::SpinUnlock:
    case EventKind::RwUnlock:
    case EventKind::SemWait:
    case EventKind::SemPost:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
    case EventKind::SemGetValue:
    case EventKind::BarrierArrive:
    case EventKind::ObjectDestroy:
      return true;
    default:
      return false;
  }
}

bool may_be_misuse(const Node& node, const Resources& resources) {
  const EventKind kind = node.operation.kind;
  const bool wakes = kind == EventKind::CondSignal || kind == EventKind::CondBroadcast;
  return may_be_misuse(node.operation) || (wakes && resources[node.resource].is_overlaid);
}

bool may_find_destroyed(const Node& node, const Resources& resources) {
  return resources[node.resource].may_be_destroyed || (node.partner != 0 && resources[node.partner].may_be_destroyed);
}

bool may_end_in_section(const Node& node, const Resources& resources) {
  const EventKind kind = node.operation.kind;
  return node.may_end_process || kind == EventKind::Exit || kind == EventKind::Free || may_be_misuse(node, resources) ||
         may_find_destroyed(node, resources);
}

bool Machine::is_alone(std::uint16_t thread) const {
  for (std::uint16_t other = 0; other < thread_count(); ++other) {
    if (other != thread && is_live(other)) return false;
  }
  return true;
}

// Of semaphores and barriers the operations themselves ask. Who waits for a condition has been woken when that is destroyed,
// and needs only the mutex.
bool Machine::finds_destroyed(std::uint16_t thread) const {
  const Node& next = node(thread);
  if (!may_find_destroyed(next, model_.resources()) || model_.has(Defect::Resurrection)) return false;
  const auto is_gone = [&](ResourceId object) {
    const std::uint64_t state = value(object);
    return state != kOnlyData && (state & kDestroyed) != 0;
  };
  const EventKind kind = next.operation.kind;
  if (kind == EventKind::CondReacquire) return threads_[thread].wait != Wait::Waiting && is_gone(next.partner);
  if (kind == EventKind::CondWait && is_gone(next.partner)) return true;
  switch (kind == EventKind::ObjectInit ? ObjectType::Unknown : type_touched(next.operation)) {
    case ObjectType::Mutex:
    case ObjectType::RwLock:
    case ObjectType::SpinLock:
    case ObjectType::Condition:
      return is_gone(next.resource);
    case ObjectType::Semaphore:
    case ObjectType::Barrier:
    case ObjectType::Once:
    case ObjectType::Unknown:
      return false;
  }
  return false;
}

bool Machine::is_wrong(std::uint16_t thread) const {
  const LabelKind result = predict(thread, 0).label.kind;
  return result == LabelKind::Freed || result == LabelKind::Misuse;
}

}  // namespace heddle
