// SPDX-License-Identifier: Apache-2.0
//
// Condition variables. A wait is two or three events: CondWait (gives the mutex up and joins the wait set, atomically),
// possibly CondTimeout (a timed wait leaves the wait set on its own, whenever it is not woken yet) or CondSpurious (any
// wait does, where --spurious allows it), and CondReacquire (takes the mutex back). The wait set is not stored
// anywhere: it is the threads whose pending operation is a CondReacquire on this object and whose wait state is
// Waiting. Which of several waiters a signal wakes is a choice.
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "runtime/deadline.h"
#include "runtime/destroyed.h"
#include "runtime/libc/ranges.h"
#include "runtime/mutex.h"

namespace heddle::runtime {
namespace {

static_assert(sizeof(pthread_cond_t) == object_size(ObjectType::Condition));

// How many wait is also kept in the object, as with glibc: who overwrites it makes it forget them, and nothing would
// ever wake them.
std::uint32_t& waiters_kept_in(const pthread_cond_t* condition) {
  return *reinterpret_cast<std::uint32_t*>(const_cast<pthread_cond_t*>(condition));
}

void check_alive(EventKind kind, const pthread_cond_t* condition, const pthread_mutex_t* mutex = nullptr) {
  runtime::check_alive({kind, ObjectType::Condition, condition, mutex}, "use of a condition variable that was destroyed");
}

void check_whole(EventKind kind, const pthread_cond_t* condition, std::uint32_t waiters) {
  if (waiters_kept_in(condition) == waiters) return;
  if (is_dead_heap(condition)) check_object_closely(reinterpret_cast<std::uintptr_t>(condition), call_point());
  end_misuse({kind, ObjectType::Condition, condition},
             waiters != 0 ? "a condition variable was overwritten while a thread waited on it"
                          : "a condition variable was overwritten, or never initialised");
}

// Waiting: only a timed wait can go on by itself (its time-out). Woken or timed out: when the mutex is free.
bool waiter_can_run(const Thread& thread) {
  if (thread.wait_state == WaitState::Waiting) return thread.timed;
  std::uint32_t owner = words_of(thread.partner)->owner;
  return owner == 0 || owner == thread.number + 1u;  // a recursive one that was only given up by one level
}

// The current thread goes on without a signal: its time is over or, if that is allowed, for no reason. A timed wait for
// which both are possible chooses.
void leave_wait_set(pthread_cond_t* condition, const timespec* deadline) {
  Thread& thread = current_thread();
  bool may_choose = thread.timed && may_wake_spuriously(thread);
  std::uint32_t chosen = may_choose ? choose(2) : 0;
  bool spuriously = !thread.timed || chosen == 1;
  --waiters_kept_in(condition);
  if (spuriously) {
    thread.wait_state = WaitState::Woken;
    ++thread.spurious;
    record(EventKind::CondSpurious, condition, 0, call_point());
  } else {
    thread.wait_state = WaitState::TimedOut;
    advance_clock_to(deadline);
    record(EventKind::CondTimeout, condition, 0, call_point()).flags |= wire::kEventTimedOut;
  }
  if (!may_choose) return;
  record_aux(2, chosen);
  state().events[state().step - 1].flags |= wire::kEventChoice;
}

int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* given) {
  if (!executing()) end_unsupported("pthread_cond_wait", "waiting before main begins");
  const Deadline deadline(given);
  if (deadline != nullptr && !valid_deadline(deadline)) return EINVAL;
  await_turn(condition);
  check_alive(EventKind::CondWait, condition, mutex);
  check_mutex_alive({EventKind::CondWait, ObjectType::Condition, condition, mutex}, mutex);
  Thread& thread = current_thread();
  auto type = static_cast<std::uint8_t>(type_of(words_of(mutex)));
  if (int code = owner_error(words_of(mutex), {EventKind::CondWait, ObjectType::Condition, condition, mutex}); code != 0) {
    record(EventKind::CondWait, condition, static_cast<std::uint64_t>(code), call_point()).detail = type;
    record_aux(reinterpret_cast<std::uint64_t>(mutex), deadline != nullptr);
    return code;
  }
  release_mutex(words_of(mutex));
  ++waiters_kept_in(condition);
  thread.wait_state = WaitState::Waiting;
  thread.timed = deadline != nullptr;
  record(EventKind::CondWait, condition, 0, call_point()).detail = type;
  record_aux(reinterpret_cast<std::uint64_t>(mutex), deadline != nullptr);

  const PendingOperation reacquire{EventKind::CondReacquire, condition, waiter_can_run, mutex};
  await_turn_for(reacquire);
  if (thread.wait_state == WaitState::Waiting) {
    const LocalState local = thread.local;
    leave_wait_set(condition, deadline);
    thread.local = local;  // what the thread knows is what it knew: it waits, now for the mutex
    thread.local.stays_pending = state().fingerprints != nullptr;
    await_turn_for(reacquire);
  } else {
    thread.spurious = 0;
  }
  check_mutex_alive({EventKind::CondReacquire, ObjectType::Condition, condition, mutex}, mutex);
  take_mutex(words_of(mutex));
  int code = thread.wait_state == WaitState::TimedOut ? ETIMEDOUT : 0;
  thread.wait_state = WaitState::None;
  wire::EventRecord& event =
      record(EventKind::CondReacquire, condition, static_cast<std::uint64_t>(code), call_point());
  if (code == ETIMEDOUT) event.flags |= wire::kEventTimedOut;
  event.detail = thread.timed;
  record_aux(reinterpret_cast<std::uint64_t>(mutex), 0);
  return code;
}

bool waits_on(const Thread& thread, const void* condition) {
  return thread.wait_state == WaitState::Waiting && thread.object == condition && !thread.ended;
}

int signal(pthread_cond_t* condition) {
  if (!executing()) return 0;
  await_turn(condition);
  check_alive(EventKind::CondSignal, condition);
  State& s = state();
  std::uint32_t waiters = 0;
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) waiters += waits_on(s.threads[i], condition);
  check_whole(EventKind::CondSignal, condition, waiters);
  if (waiters > 0) --waiters_kept_in(condition);
  std::uint32_t chosen = waiters > 1 ? choose(waiters) : 0;
  std::uint64_t woken = 0;
  for (std::uint32_t i = 0, seen = 0; i < s.thread_limit && waiters > 0; ++i) {
    if (!waits_on(s.threads[i], condition) || seen++ != chosen) continue;
    s.threads[i].wait_state = WaitState::Woken;
    woken = i + 1;
    break;
  }
  record(EventKind::CondSignal, condition, woken, call_point());
  if (waiters > 1) {
    record_aux(waiters, chosen);
    s.events[s.step - 1].flags |= wire::kEventChoice;
  }
  return 0;
}

int broadcast(pthread_cond_t* condition) {
  if (!executing()) return 0;
  await_turn(condition);
  check_alive(EventKind::CondBroadcast, condition);
  State& s = state();
  std::uint32_t woken = 0;
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) woken += waits_on(s.threads[i], condition);
  check_whole(EventKind::CondBroadcast, condition, woken);
  for (std::uint32_t i = 0; i < s.thread_limit && woken > 0; ++i) {
    if (waits_on(s.threads[i], condition)) s.threads[i].wait_state = WaitState::Woken;
  }
  if (woken > 0) waiters_kept_in(condition) = 0;
  record(EventKind::CondBroadcast, condition, woken, call_point());
  return 0;
}

int initialise(pthread_cond_t* condition) {
  if (executing()) await_turn(condition);
  memset(condition, 0, sizeof *condition);
  if (executing()) record_life(EventKind::ObjectInit, condition, ObjectType::Condition);
  return 0;
}

// Threads that were woken and only need their mutex do not count: POSIX and C++ let a condition variable go once all
// have been woken.
int destroy(pthread_cond_t* condition) {
  if (!executing()) return 0;
  await_turn(condition);
  check_alive(EventKind::ObjectDestroy, condition);
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    if (!waits_on(s.threads[i], condition)) continue;
    end_misuse({EventKind::ObjectDestroy, ObjectType::Condition, condition},
               "a condition variable is destroyed while a thread waits on it");
  }
  destroyed_mark(condition, ObjectType::Condition) = kDestroyedMark;
  record_life(EventKind::ObjectDestroy, condition, ObjectType::Condition);
  return 0;
}

}  // namespace

bool may_wake_spuriously(const Thread& thread) {
  return thread.wait_state == WaitState::Waiting && thread.pending == EventKind::CondReacquire &&
         thread.spurious < state().freedoms.spurious_wakeups;
}

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  if (!controlled()) return HEDDLE_REAL(pthread_cond_init)(condition, attributes);
  if (attributes != nullptr) libc::read_value(attributes, call_point());
  return initialise(condition);
}

int pthread_cond_destroy(pthread_cond_t* condition) {
  return controlled() ? destroy(condition) : HEDDLE_REAL(pthread_cond_destroy)(condition);
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return controlled() ? wait(condition, mutex, nullptr) : HEDDLE_REAL(pthread_cond_wait)(condition, mutex);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* deadline) {
  return controlled() ? wait(condition, mutex, deadline)
                      : HEDDLE_REAL(pthread_cond_timedwait)(condition, mutex, deadline);
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* deadline) {
  return controlled() ? wait(condition, mutex, deadline)
                      : HEDDLE_REAL(pthread_cond_clockwait)(condition, mutex, clock, deadline);
}

int pthread_cond_signal(pthread_cond_t* condition) {
  return controlled() ? signal(condition) : HEDDLE_REAL(pthread_cond_signal)(condition);
}

int pthread_cond_broadcast(pthread_cond_t* condition) {
  return controlled() ? broadcast(condition) : HEDDLE_REAL(pthread_cond_broadcast)(condition);
}

}  // extern "C"
