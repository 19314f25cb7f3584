// SPDX-License-Identifier: Apache-2.0
#include "learn/object_bytes.h"

#include <algorithm>
#include <cstring>

#include "learn/lock_words.h"

namespace heddle {
namespace {

constexpr std::uint32_t kAdaptiveKind = 3;  // as glibc stores it
enum OnceWord : std::uint32_t { kNotDone = 0, kRunning = 1, kDone = 2 };

std::uint32_t word_at(const ObjectBytes& bytes, std::size_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof word);
  return word;
}

void put_word(ObjectBytes& bytes, std::size_t offset, std::uint32_t word) {
  std::memcpy(bytes.data() + offset, &word, sizeof word);
}

// Whoever holds it according to bytes that no thread could have left there, never gives it back.
std::uint32_t owner_in(const ObjectBytes& bytes) { return std::min(word_at(bytes, 0), kNoThreadsTag); }

std::uint64_t mark_in(ObjectType type, const ObjectBytes& bytes) {
  return word_at(bytes, destroyed_mark_offset(type)) == kDestroyedMark ? kDestroyed : 0;
}

MutexType kind_in(const ObjectBytes& bytes) {
  const std::uint32_t kind = word_at(bytes, kMutexKindOffset) & kMutexKindMask;
  return kind == kAdaptiveKind ? MutexType::Normal : static_cast<MutexType>(kind);
}

}  // namespace

ObjectType type_touched(const Operation& operation) {
  switch (operation.kind) {
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock:
    case EventKind::MutexUnlock:
      return static_cast<MutexType>(operation.size) == MutexType::Stream ? ObjectType::Unknown : ObjectType::Mutex;
    case EventKind::ReadLock:
    case EventKind::ReadTryLock:
    case EventKind::ReadTimedLock:
    case EventKind::WriteLock:
    case EventKind::WriteTryLock:
    case EventKind::WriteTimedLock:
    case EventKind::RwUnlock:
      return ObjectType::RwLock;
    case EventKind::SpinLock:
    case EventKind::SpinTryLock:
    case EventKind::SpinUnlock:
      return ObjectType::SpinLock;
    case EventKind::CondWait:
    case EventKind::CondTimeout:
    case EventKind::CondReacquire:
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
    case EventKind::CondSpurious:
      return ObjectType::Condition;
    case EventKind::OnceEnter:
    case EventKind::OnceLeave:
      return static_cast<OnceType>(operation.size) == OnceType::Flag ? ObjectType::Once : ObjectType::Unknown;
    case EventKind::SemWait:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
    case EventKind::SemPost:
    case EventKind::SemGetValue:
      return ObjectType::Semaphore;
    case EventKind::BarrierArrive:
    case EventKind::BarrierLeave:
      return ObjectType::Barrier;
    case EventKind::ObjectInit:
    case EventKind::ObjectDestroy:
      return object_type(operation);
    default:
      return ObjectType::Unknown;
  }
}

ObjectBytes bytes_of_object(ObjectType type, std::uint64_t state) {
  ObjectBytes bytes{};
  const LockWords words = lock_words(state & ~kDestroyed);
  switch (type) {
    case ObjectType::Mutex:
      put_word(bytes, kMutexKindOffset, words.leaving);
      [[fallthrough]];
    case ObjectType::RwLock:
      put_word(bytes, 0, words.owner);
      put_word(bytes, 4, words.count);
      break;
    case ObjectType::SpinLock:
      put_word(bytes, 0, words.owner);
      break;
    case ObjectType::Once:
      put_word(bytes, 0, words.owner != 0 ? kRunning : words.count != 0 ? kDone : kNotDone);
      break;
    case ObjectType::Semaphore:
    case ObjectType::Condition:
      put_word(bytes, 0, static_cast<std::uint32_t>(state));
      break;
    case ObjectType::Barrier:
      put_word(bytes, 0, words.owner);
      break;
    case ObjectType::Unknown:
      break;
  }
  if ((state & kDestroyed) != 0 && type != ObjectType::Barrier) {
    put_word(bytes, destroyed_mark_offset(type), kDestroyedMark);
  }
  return bytes;
}

std::uint64_t object_of_bytes(ObjectType type, const ObjectBytes& bytes) {
  const std::uint32_t first = word_at(bytes, 0), second = word_at(bytes, 4);
  const std::uint64_t mark = mark_in(type, bytes);
  switch (type) {
    case ObjectType::Mutex:
      return packed({owner_in(bytes), second, static_cast<std::uint32_t>(kind_in(bytes))}) | mark;
    case ObjectType::RwLock:
      return packed({owner_in(bytes), second, 0}) | mark;
    case ObjectType::SpinLock:
      return mark != 0 ? mark : packed({owner_in(bytes), first != 0 ? 1u : 0u, 0});
    case ObjectType::Once:
      return packed({first == kRunning ? kNoThreadsTag : 0, first == kDone ? 1u : 0u, 0});
    case ObjectType::Semaphore:
      return first | mark;
    case ObjectType::Barrier:  // as it is before anybody has come
      return first == 0 ? kDestroyed : packed({std::min(first, kNoThreadsTag), 0, 0});
    case ObjectType::Condition:
      return first | mark;
    case ObjectType::Unknown:
      return 0;
  }
  return 0;
}

}  // namespace heddle
