// SPDX-License-Identifier: Apache-2.0
//
// pthread rwlocks, and with them std::shared_mutex and std::shared_timed_mutex. State lives in the pthread_rwlock_t, as
// for mutexes. A read lock can run while there is no writer, a write lock while there is no holder at all; waiting
// writers keep nobody out (POSIX leaves that open, and the schedule may pick the writer first anyway). Timed variants
// time out when they are scheduled while the lock is not to be had.
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "runtime/deadline.h"
#include "runtime/destroyed.h"
#include "runtime/libc/ranges.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

struct RwLockWords {
  std::uint32_t writer;   // thread number + 1
  std::uint32_t readers;  // holds, not threads: a thread may read-lock twice
};
static_assert(sizeof(RwLockWords) <= sizeof(pthread_rwlock_t));
static_assert(sizeof(pthread_rwlock_t) == object_size(ObjectType::RwLock));

constexpr char kTooManyHolds[] = "one thread holds more than 64 read-write locks for reading at once";
static_assert(kMostReadHolds == 64, "the message names the limit");

RwLockWords* words_of(const void* lock) { return static_cast<RwLockWords*>(const_cast<void*>(lock)); }

enum class Side : bool { Read, Write };

bool available(const void* lock, Side side) {
  const RwLockWords* words = words_of(lock);
  return words->writer == 0 && (side == Side::Read || words->readers == 0);
}
bool holds_for_writing(const void* lock, const Thread& thread) { return words_of(lock)->writer == thread.number + 1u; }

// The writer who asks again gets EDEADLK at once, as from glibc.
bool read_can_run(const Thread& thread) {
  return available(thread.object, Side::Read) || holds_for_writing(thread.object, thread);
}
bool write_can_run(const Thread& thread) {
  return available(thread.object, Side::Write) || holds_for_writing(thread.object, thread);
}

// Taken by a constructor before main, when nobody counts yet. Like all memory of the program it is restored before every
// execution.
bool g_has_early_readers = false;

// Whether a reader may get it then depends on when exactly a writer begins to wait, which is no event. A static
// initialiser tells only here.
void check_kind(const pthread_rwlock_t* lock) {
  if (HEDDLE_LIKELY(lock->__data.__flags != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)) return;
  end_unsupported("pthread_rwlock_t", "read-write locks that prefer writers (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) are not modelled");
}

void check_alive(EventKind kind, const void* lock) {
  runtime::check_alive({kind, ObjectType::RwLock, lock}, "use of a read-write lock that was destroyed");
}

// Who reads is not to be seen from the lock. Each thread keeps its own holds: so whether it may give one back follows
// from what it did itself, whatever the others do meanwhile.
ReadHold* find_hold(Thread& thread, const void* lock) {
  ReadHold* end = thread.read_holds + thread.read_hold_count;
  for (ReadHold* hold = thread.read_holds; hold != end; ++hold) {
    if (hold->lock == lock) return hold;
  }
  return nullptr;
}

// Sums of these do not depend on the order.
wire::Fingerprint hash_of(const void* lock) {
  return wire::finish(wire::step(wire::kEmptyMessage, reinterpret_cast<std::uint64_t>(lock)));
}

void add_hold(Thread& thread, const void* lock) {
  wire::Fingerprint part = hash_of(lock);
  thread.read_hold_hash.first += part.first;
  thread.read_hold_hash.second += part.second;
  if (ReadHold* hold = find_hold(thread, lock)) {
    ++hold->count;
    return;
  }
  if (thread.read_hold_count == kMostReadHolds) end_unsupported("pthread_rwlock_rdlock", kTooManyHolds);
  thread.read_holds[thread.read_hold_count++] = {lock, 1};
}

void remove_hold(Thread& thread, const void* lock) {
  ReadHold* hold = find_hold(thread, lock);
  if (hold == nullptr) return;
  wire::Fingerprint part = hash_of(lock);
  thread.read_hold_hash.first -= part.first;
  thread.read_hold_hash.second -= part.second;
  if (--hold->count == 0) *hold = thread.read_holds[--thread.read_hold_count];
}

void take(void* lock, Side side) {
  if (side == Side::Write) {
    words_of(lock)->writer = state().current + 1u;
    return;
  }
  ++words_of(lock)->readers;
  if (executing())
    add_hold(current_thread(), lock);
  else
    g_has_early_readers = true;
}

// Undefined by POSIX, even if somebody else has it. A hold that was there before the lock was made anew is none.
void check_held(const void* lock) {
  Thread& thread = current_thread();
  bool is_read = words_of(lock)->writer == 0 && words_of(lock)->readers > 0;
  bool is_reader = is_read && (find_hold(thread, lock) != nullptr || g_has_early_readers);
  if (!is_reader && !holds_for_writing(lock, thread))
    end_misuse({EventKind::RwUnlock, ObjectType::RwLock, lock}, "unlock of a read-write lock that the thread does not hold");
}

// Takes the lock if it is to be had, and records the attempt.
int attempt(EventKind kind, pthread_rwlock_t* lock, Side side, int code_if_not) {
  check_alive(kind, lock);
  check_kind(lock);
  bool taken = available(lock, side);
  if (taken) take(lock, side);
  int code = taken ? 0 : code_if_not;
  if (!executing()) return code;
  wire::EventRecord& event = record(kind, lock, static_cast<std::uint64_t>(code), call_point());
  if (taken) event.flags |= wire::kEventSuccess;
  if (code == ETIMEDOUT) event.flags |= wire::kEventTimedOut;
  return code;
}

int lock_side(pthread_rwlock_t* lock, Side side) {
  EventKind kind = side == Side::Read ? EventKind::ReadLock : EventKind::WriteLock;
  if (executing()) await_turn_for({kind, lock, side == Side::Read ? read_can_run : write_can_run});
  return attempt(kind, lock, side, EDEADLK);
}

int try_side(pthread_rwlock_t* lock, Side side) {
  if (executing()) await_turn(lock);
  return attempt(side == Side::Read ? EventKind::ReadTryLock : EventKind::WriteTryLock, lock, side, EBUSY);
}

int timed_side(pthread_rwlock_t* lock, Side side, const timespec* given) {
  const Deadline deadline(given);
  if (executing()) await_turn(lock);
  int code = holds_for_writing(lock, current_thread()) ? EDEADLK : ETIMEDOUT;
  if (!valid_deadline(deadline)) code = EINVAL;
  if (code == ETIMEDOUT && !available(lock, side)) advance_clock_to(deadline);
  return attempt(side == Side::Read ? EventKind::ReadTimedLock : EventKind::WriteTimedLock, lock, side, code);
}

int unlock(pthread_rwlock_t* lock) {
  if (executing()) await_turn(lock);
  check_alive(EventKind::RwUnlock, lock);
  RwLockWords* words = words_of(lock);
  if (executing()) check_held(lock);
  if (words->writer != 0) {
    words->writer = 0;
  } else if (words->readers > 0) {
    --words->readers;
    if (executing()) remove_hold(current_thread(), lock);
  }
  if (executing()) record(EventKind::RwUnlock, lock, 0, call_point());
  return 0;
}

}  // namespace

std::uint32_t writer_of(const void* rwlock) { return words_of(rwlock)->writer; }

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  if (!controlled()) return HEDDLE_REAL(pthread_rwlock_init)(lock, attributes);
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes != nullptr) {
    const pthread_rwlockattr_t kept = libc::read_value(attributes, call_point());
    HEDDLE_REAL(pthread_rwlockattr_getkind_np)(&kept, &kind);
  }
  if (executing()) await_turn(lock);
  memset(lock, 0, sizeof *lock);
  if (kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) lock->__data.__flags = static_cast<unsigned>(kind);
  if (executing()) record_life(EventKind::ObjectInit, lock, ObjectType::RwLock);
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  if (!controlled()) return HEDDLE_REAL(pthread_rwlock_destroy)(lock);
  if (!executing()) return 0;
  await_turn(lock);
  check_alive(EventKind::ObjectDestroy, lock);
  if (!available(lock, Side::Write)) {
    end_misuse({EventKind::ObjectDestroy, ObjectType::RwLock, lock},
               "a read-write lock is destroyed while a thread holds it");
  }
  destroyed_mark(lock, ObjectType::RwLock) = kDestroyedMark;
  record_life(EventKind::ObjectDestroy, lock, ObjectType::RwLock);
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  return controlled() ? lock_side(lock, Side::Read) : HEDDLE_REAL(pthread_rwlock_rdlock)(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  return controlled() ? lock_side(lock, Side::Write) : HEDDLE_REAL(pthread_rwlock_wrlock)(lock);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return controlled() ? try_side(lock, Side::Read) : HEDDLE_REAL(pthread_rwlock_tryrdlock)(lock);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return controlled() ? try_side(lock, Side::Write) : HEDDLE_REAL(pthread_rwlock_trywrlock)(lock);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* deadline) {
  return controlled() ? timed_side(lock, Side::Read, deadline)
                      : HEDDLE_REAL(pthread_rwlock_timedrdlock)(lock, deadline);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* deadline) {
  return controlled() ? timed_side(lock, Side::Write, deadline)
                      : HEDDLE_REAL(pthread_rwlock_timedwrlock)(lock, deadline);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* deadline) {
  return controlled() ? timed_side(lock, Side::Read, deadline)
                      : HEDDLE_REAL(pthread_rwlock_clockrdlock)(lock, clock, deadline);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* deadline) {
  return controlled() ? timed_side(lock, Side::Write, deadline)
                      : HEDDLE_REAL(pthread_rwlock_clockwrlock)(lock, clock, deadline);
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  return controlled() ? unlock(lock) : HEDDLE_REAL(pthread_rwlock_unlock)(lock);
}

}  // extern "C"
