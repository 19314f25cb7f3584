// SPDX-License-Identifier: Apache-2.0
//
// State of a mutex, kept inside the pthread_mutex_t itself: it is program memory, so resets restore it, static
// initialisers work, and a copy of the object behaves as on the real machine.
#pragma once

#include <pthread.h>
#include <stddef.h>

#include "runtime/runtime.h"
#include "wire/object_type.h"

namespace heddle::runtime {

struct MutexWords {
  std::uint32_t owner;  // thread number + 1, 0 when free; glibc's lock word
  std::uint32_t depth;
  std::uint32_t reserved[2];
  std::uint32_t kind;  // as glibc stores it: low two bits normal, recursive, errorcheck, adaptive
};
static_assert(sizeof(MutexWords) <= sizeof(pthread_mutex_t));
static_assert(sizeof(pthread_mutex_t) == object_size(ObjectType::Mutex));
static_assert(offsetof(MutexWords, kind) == kMutexKindOffset);

inline MutexWords* words_of(const void* mutex) { return static_cast<MutexWords*>(const_cast<void*>(mutex)); }
inline std::uint32_t current_owner_tag() { return state().current + 1u; }

// Takes a free mutex, or goes one deeper, for the current thread.
MutexType type_of(const MutexWords* mutex);
void take_mutex(MutexWords* mutex);
// Predicate of a pending lock whose mutex is `thread.object`.
bool lock_can_run(const Thread& thread);
// Gives it up, or comes one back up.
void release_mutex(MutexWords* mutex);
// POSIX leaves undefined what becomes of one that was destroyed.
void check_mutex_alive(const FailedAttempt& attempt, const void* mutex);
// 0 if the current thread holds it, else EPERM where the mutex is of a kind that checks. With a normal mutex that is
// undefined behaviour, which ends the execution.
int owner_error(const MutexWords* mutex, const FailedAttempt& attempt);

// Thread number + 1 of who holds a pthread_rwlock_t for writing, or 0.
std::uint32_t writer_of(const void* rwlock);

}  // namespace heddle::runtime
