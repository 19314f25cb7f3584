// SPDX-License-Identifier: Apache-2.0
//
// POSIX leaves undefined what becomes of an object that was destroyed, until it is initialised again. It is marked in its
// own bytes, so that whatever is stored over it takes the mark away.
#pragma once

#include "runtime/runtime.h"
#include "wire/object_type.h"

namespace heddle::runtime {

inline std::uint32_t& destroyed_mark(const void* object, ObjectType type) {
  auto* bytes = static_cast<char*>(const_cast<void*>(object));
  return *reinterpret_cast<std::uint32_t*>(bytes + destroyed_mark_offset(type));
}

inline bool is_destroyed(const void* object, ObjectType type) { return destroyed_mark(object, type) == kDestroyedMark; }

// At the thread's turn, before anything else. `message` says what is used.
inline void check_alive(const FailedAttempt& attempt, const char* message) {
  if (HEDDLE_UNLIKELY(executing() && is_destroyed(attempt.object, attempt.type))) end_misuse(attempt, message);
}

}  // namespace heddle::runtime
