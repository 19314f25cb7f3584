// SPDX-License-Identifier: Apache-2.0
//
// How the machine keeps the state of locks, barriers and onces in one word.
#pragma once

#include <cstdint>

#include "learn/operation.h"
#include "trace/object_type.h"

namespace heddle {

// Mutex: owner, depth, type. Spin lock: owner, depth. Read-write lock: writer, holds for reading. Once: who runs it, 1
// when done. Barrier: how many it is for, arrived, leaving. Owners are thread numbers + 1.
struct LockWords {
  std::uint32_t owner = 0;    // 16 bits
  std::uint32_t count = 0;    // 32 bits
  std::uint32_t leaving = 0;  // 16 bits
};

constexpr LockWords lock_words(std::uint64_t word) {
  return {static_cast<std::uint32_t>(word & 0xffff), static_cast<std::uint32_t>(word >> 16 & 0xffffffff),
          static_cast<std::uint32_t>(word >> 48)};
}
// Held, but by no thread: what was stored there says so. Of a barrier: as many, or more, than there can be threads.
constexpr std::uint32_t kNoThreadsTag = 0xffff;

// A semaphore or barrier that was destroyed must not be used any more.
constexpr std::uint64_t kDestroyed = std::uint64_t{1} << 63;

// A semaphore that counts as much as this may be full some day (SEM_VALUE_MAX), and then to post is refused, which is not
// modelled: posts would conflict with each other and with waits. Nobody posts as often in one execution: a semaphore that
// began lower does not come that far.
constexpr std::uint64_t kHugeCount = std::uint64_t{1} << 30;

// Of an object that is a barrier, or of several types one after the other: data was stored there, and what that would be
// as an object is not known. With kStored alone it is, and the bytes of the object are what was stored.
constexpr std::uint64_t kStored = std::uint64_t{1} << 62;
constexpr std::uint64_t kOnlyData = ~std::uint64_t{0};

// A condition variable counts who waits for it.
constexpr std::uint64_t kWaiters = 0xffffffff;

constexpr std::uint64_t packed(const LockWords& words) {
  return words.owner | std::uint64_t{words.count} << 16 | std::uint64_t{words.leaving} << 48;
}

// Of what type a mutex is, is part of its state: it may be made anew as another one.
constexpr LockWords new_mutex(MutexType type) { return {0, 0, static_cast<std::uint32_t>(type)}; }
constexpr MutexType mutex_type(const LockWords& mutex) { return static_cast<MutexType>(mutex.leaving & 3); }
constexpr bool mutex_is_recursive(const LockWords& mutex) {
  return mutex_type(mutex) == MutexType::Recursive || mutex_type(mutex) == MutexType::Stream;
}
constexpr bool mutex_checks(const LockWords& mutex) { return mutex_type(mutex) != MutexType::Normal; }

// Init and destroy say of what kind the object is.
constexpr ObjectType object_type(const Operation& operation) { return static_cast<ObjectType>(operation.size); }

}  // namespace heddle
