// SPDX-License-Identifier: Apache-2.0
//
// What kind of object an init or destroy is about, and of what type a mutex is: the `size` of such events.
#pragma once

#include <cstdint>

namespace heddle {

enum class ObjectType : std::uint32_t { Unknown, Mutex, RwLock, SpinLock, Condition, Semaphore, Barrier };

// Values equal PTHREAD_MUTEX_NORMAL, _RECURSIVE, _ERRORCHECK; adaptive mutexes are normal ones.
enum class MutexType : std::uint32_t { Normal = 0, Recursive = 1, ErrorCheck = 2 };

}  // namespace heddle
