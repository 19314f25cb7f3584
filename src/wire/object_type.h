// SPDX-License-Identifier: Apache-2.0
//
// What kind of object an init or destroy is about, and of what type a mutex is: the `size` of such events. And how much
// memory an object takes: the runtime keeps its state there, so whoever writes over these bytes makes it anew.
#pragma once

#include <cstdint>

namespace heddle {

enum class ObjectType : std::uint32_t { Unknown, Mutex, RwLock, SpinLock, Condition, Semaphore, Barrier, Once };

// Values equal PTHREAD_MUTEX_NORMAL, _RECURSIVE, _ERRORCHECK; adaptive mutexes are normal ones. The lock of a stream is
// recursive, and its state is not in the bytes of the FILE.
enum class MutexType : std::uint32_t { Normal = 0, Recursive = 1, ErrorCheck = 2, Stream = 3 };

// The detail of once events: the guard of a static is read by compiled code, a pthread_once_t is not.
enum class OnceType : std::uint32_t { Guard = 0, Flag = 1 };

constexpr std::uint32_t object_size(ObjectType type) {
  switch (type) {
    case ObjectType::Unknown:
      return 0;
    case ObjectType::Mutex:
      return 40;
    case ObjectType::RwLock:
      return 56;
    case ObjectType::Condition:
      return 48;
    case ObjectType::Semaphore:
    case ObjectType::Barrier:
      return 32;
    case ObjectType::SpinLock:
    case ObjectType::Once:
      return 4;
  }
  return 0;
}
constexpr std::uint32_t kLargestObject = 56;

// Where in an object what stands that is not in its first two words.
constexpr std::uint32_t kMutexKindOffset = 16;
constexpr std::uint32_t kMutexKindMask = 3;
// A spin lock has but one word, a barrier is for nobody.
constexpr std::uint32_t kDestroyedMark = 0x64656164;
constexpr std::uint32_t destroyed_mark_offset(ObjectType type) { return type == ObjectType::SpinLock ? 0 : 16; }

}  // namespace heddle
