// SPDX-License-Identifier: Apache-2.0
//
// pthread mutexes: normal, recursive, errorcheck (adaptive counts as normal), trylock, timed. Relocking a normal mutex
// blocks for ever, as it does on the real machine: the deadlock is then found, not papered over. A timed lock can
// always run; scheduled while the mutex is held it times out and virtual time moves to its deadline.
#include "runtime/mutex.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "runtime/deadline.h"
#include "runtime/destroyed.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime {
namespace {

std::uint32_t kind_of(const MutexWords* mutex) { return mutex->kind & kMutexKindMask; }

bool may_take(const MutexWords* mutex, std::uint32_t tag) {
  return mutex->owner == 0 || (mutex->owner == tag && kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE);
}

// An errorcheck mutex answers at once when its owner asks again.
bool answers_at_once(const MutexWords* mutex, std::uint32_t tag) {
  return mutex->owner == tag && kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK;
}

void check_alive(EventKind kind, const void* mutex) { check_mutex_alive({kind, ObjectType::Mutex, mutex}, mutex); }

wire::EventRecord& record_mutex(EventKind kind, const void* mutex, int code) {
  wire::EventRecord& event = record(kind, mutex, static_cast<std::uint64_t>(code), call_point());
  event.detail = static_cast<std::uint8_t>(type_of(words_of(mutex)));
  return event;
}

wire::EventRecord& record_life(EventKind kind, const void* mutex, int code) {
  wire::EventRecord& event = record_mutex(kind, mutex, code);
  event.detail = static_cast<std::uint8_t>(ObjectType::Mutex);
  return event;
}

int lock(pthread_mutex_t* mutex) {
  MutexWords* words = words_of(mutex);
  if (!executing()) {  // constructors before main: one thread, nothing to wait for
    take_mutex(words);
    return 0;
  }
  await_turn_for({EventKind::MutexLock, mutex, lock_can_run});
  check_alive(EventKind::MutexLock, mutex);
  int code = 0;
  if (may_take(words, current_owner_tag()))
    take_mutex(words);
  else
    code = EDEADLK;
  record_mutex(EventKind::MutexLock, mutex, code);
  return code;
}

int try_lock(pthread_mutex_t* mutex) {
  MutexWords* words = words_of(mutex);
  if (executing()) await_turn(mutex);
  check_alive(EventKind::MutexTryLock, mutex);
  bool taken = may_take(words, current_owner_tag());
  if (taken) take_mutex(words);
  if (executing()) {
    wire::EventRecord& event = record_mutex(EventKind::MutexTryLock, mutex, taken ? 0 : EBUSY);
    if (taken) event.flags |= wire::kEventSuccess;
  }
  return taken ? 0 : EBUSY;
}

int timed_lock(pthread_mutex_t* mutex, const timespec* given) {
  MutexWords* words = words_of(mutex);
  if (!executing()) return lock(mutex);
  const Deadline deadline(given);
  await_turn(mutex);
  check_alive(EventKind::MutexTimedLock, mutex);
  std::uint32_t tag = current_owner_tag();
  if (may_take(words, tag)) {
    take_mutex(words);
    record_mutex(EventKind::MutexTimedLock, mutex, 0).flags |= wire::kEventSuccess;
    return 0;
  }
  int code = answers_at_once(words, tag) ? EDEADLK : ETIMEDOUT;
  if (!valid_deadline(deadline)) code = EINVAL;
  if (code == ETIMEDOUT) advance_clock_to(deadline);
  wire::EventRecord& event = record_mutex(EventKind::MutexTimedLock, mutex, code);
  if (code == ETIMEDOUT) event.flags |= wire::kEventTimedOut;
  return code;
}

int unlock(pthread_mutex_t* mutex) {
  MutexWords* words = words_of(mutex);
  if (executing()) await_turn(mutex);
  check_alive(EventKind::MutexUnlock, mutex);
  int code = owner_error(words, {EventKind::MutexUnlock, ObjectType::Mutex, mutex});
  if (code == 0) release_mutex(words);
  if (executing()) record_mutex(EventKind::MutexUnlock, mutex, code);
  return code;
}

}  // namespace

MutexType type_of(const MutexWords* mutex) {
  switch (kind_of(mutex)) {
    case PTHREAD_MUTEX_RECURSIVE:
      return MutexType::Recursive;
    case PTHREAD_MUTEX_ERRORCHECK:
      return MutexType::ErrorCheck;
    default:
      return MutexType::Normal;
  }
}

void take_mutex(MutexWords* mutex) {
  mutex->owner = current_owner_tag();
  ++mutex->depth;
}

bool lock_can_run(const Thread& thread) {
  const MutexWords* mutex = words_of(thread.object);
  std::uint32_t tag = thread.number + 1u;
  return may_take(mutex, tag) || answers_at_once(mutex, tag);
}

void check_mutex_alive(const FailedAttempt& attempt, const void* mutex) {
  if (executing() && is_destroyed(mutex, ObjectType::Mutex)) end_misuse(attempt, "use of a mutex that was destroyed");
}

int owner_error(const MutexWords* mutex, const FailedAttempt& attempt) {
  if (mutex->owner == current_owner_tag()) return 0;
  bool checks = kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK || kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE;
  if (checks) return EPERM;
  if (!executing()) return 0;
  end_misuse(attempt, mutex->owner == 0 ? "unlock of a mutex that nobody holds" : "unlock of a mutex that another thread holds");
}

void release_mutex(MutexWords* mutex) {
  if (mutex->depth > 0) --mutex->depth;
  if (mutex->depth == 0) mutex->owner = 0;
}

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  if (!controlled()) return HEDDLE_REAL(pthread_mutex_init)(mutex, attributes);
  int kind = PTHREAD_MUTEX_NORMAL;
  int robust = PTHREAD_MUTEX_STALLED;
  int protocol = PTHREAD_PRIO_NONE;
  if (attributes != nullptr) {
    const pthread_mutexattr_t kept = libc::read_value(attributes, call_point());
    HEDDLE_REAL(pthread_mutexattr_gettype)(&kept, &kind);
    HEDDLE_REAL(pthread_mutexattr_getrobust)(&kept, &robust);
    HEDDLE_REAL(pthread_mutexattr_getprotocol)(&kept, &protocol);
  }
  if (robust == PTHREAD_MUTEX_ROBUST) end_unsupported("pthread_mutex_init", "robust mutexes are not modelled");
  // Inherited priorities change nothing: a schedule does not look at priorities.
  if (protocol == PTHREAD_PRIO_PROTECT) end_unsupported("pthread_mutex_init", "priority ceilings are not modelled");
  if (executing()) await_turn(mutex);
  memset(mutex, 0, sizeof *mutex);
  words_of(mutex)->kind = static_cast<std::uint32_t>(kind);
  if (executing()) {
    record_life(EventKind::ObjectInit, mutex, 0);
    record_aux(static_cast<std::uint64_t>(type_of(words_of(mutex))), 0);
  }
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!controlled()) return HEDDLE_REAL(pthread_mutex_destroy)(mutex);
  if (executing()) await_turn(mutex);
  check_alive(EventKind::ObjectDestroy, mutex);
  int code = words_of(mutex)->owner == 0 ? 0 : EBUSY;
  if (!executing()) return code;
  if (code == 0) destroyed_mark(mutex, ObjectType::Mutex) = kDestroyedMark;
  record_life(EventKind::ObjectDestroy, mutex, code);
  return code;
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  return controlled() ? lock(mutex) : HEDDLE_REAL(pthread_mutex_lock)(mutex);
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  return controlled() ? try_lock(mutex) : HEDDLE_REAL(pthread_mutex_trylock)(mutex);
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* deadline) {
  return controlled() ? timed_lock(mutex, deadline) : HEDDLE_REAL(pthread_mutex_timedlock)(mutex, deadline);
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* deadline) {
  return controlled() ? timed_lock(mutex, deadline) : HEDDLE_REAL(pthread_mutex_clocklock)(mutex, clock, deadline);
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return controlled() ? unlock(mutex) : HEDDLE_REAL(pthread_mutex_unlock)(mutex);
}

}  // extern "C"
