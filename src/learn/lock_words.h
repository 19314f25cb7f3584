// SPDX-License-Identifier: Apache-2.0
//
// How the machine keeps the state of locks, barriers and onces in one word.
#pragma once

#include <cstdint>

#include "learn/operation.h"
#include "trace/object_type.h"

namespace heddle {

// Mutex, spin lock: owner, depth. Read-write lock: writer, holds for reading. Once: who runs it, 1 when done. Barrier:
// leaving, arrived. Owners are thread numbers + 1.
struct LockWords {
  std::uint32_t owner = 0;    // 16 bits
  std::uint32_t count = 0;    // 32 bits
  std::uint32_t leaving = 0;  // 16 bits
};

constexpr LockWords lock_words(std::uint64_t word) {
  return {static_cast<std::uint32_t>(word & 0xffff), static_cast<std::uint32_t>(word >> 16 & 0xffffffff),
          static_cast<std::uint32_t>(word >> 48)};
}
// A semaphore or barrier that was destroyed must not be used any more.
constexpr std::uint64_t kDestroyed = std::uint64_t{1} << 63;

constexpr std::uint64_t packed(const LockWords& words) {
  return words.owner | std::uint64_t{words.count} << 16 | std::uint64_t{words.leaving} << 48;
}

// Operations on a mutex say of what type it is.
constexpr MutexType mutex_type(const Operation& operation) { return static_cast<MutexType>(operation.size); }
constexpr bool mutex_is_recursive(const Operation& operation) { return mutex_type(operation) == MutexType::Recursive; }
constexpr bool mutex_checks(const Operation& operation) { return mutex_type(operation) != MutexType::Normal; }
constexpr bool mutex_answers_owner(const Operation& operation) { return mutex_checks(operation); }

// Init and destroy say of what kind the object is.
constexpr ObjectType object_type(const Operation& operation) { return static_cast<ObjectType>(operation.size); }

}  // namespace heddle
