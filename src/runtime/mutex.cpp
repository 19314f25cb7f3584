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

namespace heddle::runtime {
namespace {

constexpr std::uint32_t kKindMask = 3;

std::uint32_t kind_of(const MutexWords* mutex) { return mutex->kind & kKindMask; }

bool may_take(const MutexWords* mutex, std::uint32_t tag) {
  return mutex->owner == 0 || (mutex->owner == tag && kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE);
}

// An errorcheck mutex answers at once when its owner asks again.
bool answers_at_once(const MutexWords* mutex, std::uint32_t tag) {
  return mutex->owner == tag && kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK;
}

wire::EventRecord& record_mutex(EventKind kind, const void* mutex, int code) {
  return record(kind, mutex, static_cast<std::uint64_t>(code), call_point());
}

int lock(pthread_mutex_t* mutex) {
  MutexWords* words = words_of(mutex);
  if (!executing()) {  // constructors before main: one thread, nothing to wait for
    take_mutex(words);
    return 0;
  }
  await_turn_for({EventKind::MutexLock, mutex, lock_can_run});
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
  bool taken = may_take(words, current_owner_tag());
  if (taken) take_mutex(words);
  if (executing()) {
    wire::EventRecord& event = record_mutex(EventKind::MutexTryLock, mutex, taken ? 0 : EBUSY);
    if (taken) event.flags |= wire::kEventSuccess;
  }
  return taken ? 0 : EBUSY;
}

int timed_lock(pthread_mutex_t* mutex, const timespec* deadline) {
  MutexWords* words = words_of(mutex);
  if (!executing()) return lock(mutex);
  await_turn(mutex);
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
  int code = 0;
  bool checks = kind_of(words) == PTHREAD_MUTEX_ERRORCHECK || kind_of(words) == PTHREAD_MUTEX_RECURSIVE;
  if (checks && words->owner != current_owner_tag()) {
    code = EPERM;
  } else if (words->depth <= 1) {
    words->owner = words->depth = 0;
  } else {
    --words->depth;
  }
  if (executing()) record_mutex(EventKind::MutexUnlock, mutex, code);
  return code;
}

}  // namespace

void take_mutex(MutexWords* mutex) {
  mutex->owner = current_owner_tag();
  ++mutex->depth;
}

bool lock_can_run(const Thread& thread) {
  const MutexWords* mutex = words_of(thread.object);
  std::uint32_t tag = thread.number + 1u;
  return may_take(mutex, tag) || answers_at_once(mutex, tag);
}

std::uint32_t release_mutex_fully(MutexWords* mutex) {
  std::uint32_t depth = mutex->depth;
  mutex->owner = mutex->depth = 0;
  return depth;
}

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  if (!controlled()) return HEDDLE_REAL(pthread_mutex_init)(mutex, attributes);
  memset(mutex, 0, sizeof *mutex);
  int kind = PTHREAD_MUTEX_NORMAL;
  int robust = PTHREAD_MUTEX_STALLED;
  if (attributes != nullptr) {
    pthread_mutexattr_gettype(attributes, &kind);
    pthread_mutexattr_getrobust(attributes, &robust);
  }
  if (robust == PTHREAD_MUTEX_ROBUST) end_unsupported("pthread_mutex_init", "robust mutexes are not modelled");
  words_of(mutex)->kind = static_cast<std::uint32_t>(kind);
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!controlled()) return HEDDLE_REAL(pthread_mutex_destroy)(mutex);
  return words_of(mutex)->owner == 0 ? 0 : EBUSY;
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
