// SPDX-License-Identifier: Apache-2.0
//
// POSIX semaphores without a name. The count lives in the sem_t, as with glibc, so that resets restore it. A wait can
// run while the count is not 0; a timed one always can, and times out when it is scheduled while the count is 0. One
// that is shared between processes behaves the same: a checked program has only one.
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "runtime/deadline.h"
#include "runtime/destroyed.h"
#include "runtime/libc/ranges.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

struct SemaphoreWords {
  std::uint32_t count;
  std::uint32_t reserved[3];
  std::uint32_t destroyed;  // kDestroyedMark or anything else
};
static_assert(sizeof(SemaphoreWords) <= sizeof(sem_t));
static_assert(sizeof(sem_t) == object_size(ObjectType::Semaphore));
static_assert(offsetof(SemaphoreWords, destroyed) == destroyed_mark_offset(ObjectType::Semaphore));

SemaphoreWords* words_of(const void* semaphore) { return static_cast<SemaphoreWords*>(const_cast<void*>(semaphore)); }

bool wait_can_run(const Thread& thread) { return words_of(thread.object)->count > 0; }

void check_alive(EventKind kind, const sem_t* semaphore) {
  runtime::check_alive({kind, ObjectType::Semaphore, semaphore}, "use of a semaphore that was destroyed");
}

// Records the operation and turns its code into what sem_* functions return.
int answer(EventKind kind, const sem_t* semaphore, int code) {
  if (executing()) {
    wire::EventRecord& event = record(kind, semaphore, words_of(semaphore)->count, call_point());
    if (code == 0) event.flags |= wire::kEventSuccess;
    if (code == ETIMEDOUT) event.flags |= wire::kEventTimedOut;
    if (code != 0) record_aux(static_cast<std::uint64_t>(code), 0);
  }
  if (code == 0) return 0;
  errno = code;
  return -1;
}

// Takes one if there is one.
int attempt(EventKind kind, sem_t* semaphore, int code_if_not) {
  check_alive(kind, semaphore);
  SemaphoreWords* words = words_of(semaphore);
  bool taken = words->count > 0;
  if (taken) --words->count;
  return answer(kind, semaphore, taken ? 0 : code_if_not);
}

int wait(sem_t* semaphore) {
  if (!executing() && words_of(semaphore)->count == 0) end_unsupported("sem_wait", "waiting before main begins");
  if (executing()) await_turn_for({EventKind::SemWait, semaphore, wait_can_run});
  return attempt(EventKind::SemWait, semaphore, EAGAIN);
}

int try_wait(sem_t* semaphore) {
  if (executing()) await_turn(semaphore);
  return attempt(EventKind::SemTryWait, semaphore, EAGAIN);
}

int timed_wait(sem_t* semaphore, const timespec* given) {
  const Deadline deadline(given);
  if (executing()) await_turn(semaphore);
  int code = valid_deadline(deadline) ? ETIMEDOUT : EINVAL;
  if (words_of(semaphore)->count == 0 && code == ETIMEDOUT) advance_clock_to(deadline);
  return attempt(EventKind::SemTimedWait, semaphore, code);
}

int post(sem_t* semaphore) {
  if (executing()) await_turn(semaphore);
  check_alive(EventKind::SemPost, semaphore);
  SemaphoreWords* words = words_of(semaphore);
  bool full = words->count == SEM_VALUE_MAX;
  if (!full) ++words->count;
  return answer(EventKind::SemPost, semaphore, full ? EOVERFLOW : 0);
}

int initialise(sem_t* semaphore, unsigned value) {
  if (value > static_cast<unsigned>(SEM_VALUE_MAX)) {
    errno = EINVAL;
    return -1;
  }
  if (executing()) await_turn(semaphore);
  memset(semaphore, 0, sizeof *semaphore);
  words_of(semaphore)->count = value;
  if (!executing()) return 0;
  record_life(EventKind::ObjectInit, semaphore, ObjectType::Semaphore);
  record_aux(value, 0);
  return 0;
}

bool is_waited_for(const sem_t* semaphore) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    const Thread& thread = s.threads[i];
    bool pending = (s.conditional[i / 64] >> (i % 64) & 1) != 0;
    if (pending && thread.pending == EventKind::SemWait && thread.object == semaphore) return true;
  }
  return false;
}

int destroy(sem_t* semaphore) {
  if (!executing()) return 0;
  await_turn(semaphore);
  check_alive(EventKind::ObjectDestroy, semaphore);
  if (words_of(semaphore)->count == 0 && is_waited_for(semaphore)) {
    end_misuse({EventKind::ObjectDestroy, ObjectType::Semaphore, semaphore},
               "a semaphore is destroyed while a thread waits for it");
  }
  words_of(semaphore)->destroyed = kDestroyedMark;
  record_life(EventKind::ObjectDestroy, semaphore, ObjectType::Semaphore);
  return 0;
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  return controlled() ? initialise(semaphore, value) : HEDDLE_REAL(sem_init)(semaphore, shared, value);
}

int sem_destroy(sem_t* semaphore) noexcept {
  return controlled() ? destroy(semaphore) : HEDDLE_REAL(sem_destroy)(semaphore);
}

int sem_wait(sem_t* semaphore) { return controlled() ? wait(semaphore) : HEDDLE_REAL(sem_wait)(semaphore); }

int sem_trywait(sem_t* semaphore) noexcept {
  return controlled() ? try_wait(semaphore) : HEDDLE_REAL(sem_trywait)(semaphore);
}

int sem_timedwait(sem_t* semaphore, const timespec* deadline) {
  return controlled() ? timed_wait(semaphore, deadline) : HEDDLE_REAL(sem_timedwait)(semaphore, deadline);
}

int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* deadline) {
  return controlled() ? timed_wait(semaphore, deadline) : HEDDLE_REAL(sem_clockwait)(semaphore, clock, deadline);
}

int sem_post(sem_t* semaphore) noexcept { return controlled() ? post(semaphore) : HEDDLE_REAL(sem_post)(semaphore); }

int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  if (!controlled()) return HEDDLE_REAL(sem_getvalue)(semaphore, value);
  if (executing()) await_turn(semaphore);
  check_alive(EventKind::SemGetValue, semaphore);
  int seen = static_cast<int>(words_of(semaphore)->count);
  answer(EventKind::SemGetValue, semaphore, 0);
  libc::write_value(value, seen, call_point());
  return 0;
}

}  // extern "C"
