// SPDX-License-Identifier: Apache-2.0
//
// pthread spin locks: locks like any other. Who has to wait is blocked and does not spin, so that a lock nobody will
// ever release is a deadlock and not a hang. All of its state has to fit into one word, as with glibc, where however 1
// means free or held by anybody: a static initialiser does not exist.
#include <errno.h>
#include <pthread.h>

#include "runtime/destroyed.h"

namespace heddle::runtime {
namespace {

static_assert(sizeof(pthread_spinlock_t) == object_size(ObjectType::SpinLock));

// Owner's thread number + 1, 0 when free.
volatile int* word_of(const void* lock) { return static_cast<volatile int*>(const_cast<void*>(lock)); }
int own_tag() { return state().current + 1; }

bool is_free(const Thread& thread) {
  return *word_of(thread.object) == 0 || is_destroyed(thread.object, ObjectType::SpinLock);
}

void check_alive(EventKind kind, pthread_spinlock_t* spin_lock) {
  runtime::check_alive({kind, ObjectType::SpinLock, const_cast<int*>(spin_lock)}, "use of a spin lock that was destroyed");
}

int lock(pthread_spinlock_t* spin_lock) {
  if (executing()) await_turn_for({EventKind::SpinLock, const_cast<int*>(spin_lock), is_free});
  check_alive(EventKind::SpinLock, spin_lock);
  *spin_lock = own_tag();
  if (executing()) record(EventKind::SpinLock, const_cast<int*>(spin_lock), 0, call_point());
  return 0;
}

int try_lock(pthread_spinlock_t* spin_lock) {
  if (executing()) await_turn(const_cast<int*>(spin_lock));
  check_alive(EventKind::SpinTryLock, spin_lock);
  bool taken = *spin_lock == 0;
  if (taken) *spin_lock = own_tag();
  int code = taken ? 0 : EBUSY;
  if (executing()) {
    wire::EventRecord& event =
        record(EventKind::SpinTryLock, const_cast<int*>(spin_lock), static_cast<std::uint64_t>(code), call_point());
    if (taken) event.flags |= wire::kEventSuccess;
  }
  return code;
}

int unlock(pthread_spinlock_t* spin_lock) {
  if (executing()) {
    await_turn(const_cast<int*>(spin_lock));
    check_alive(EventKind::SpinUnlock, spin_lock);
    const FailedAttempt attempt{EventKind::SpinUnlock, ObjectType::SpinLock, const_cast<int*>(spin_lock)};
    if (*spin_lock == 0) end_misuse(attempt, "unlock of a spin lock that nobody holds");
    if (*spin_lock != own_tag()) end_misuse(attempt, "unlock of a spin lock that another thread holds");
    record(EventKind::SpinUnlock, const_cast<int*>(spin_lock), 0, call_point());
  }
  *spin_lock = 0;
  return 0;
}

int initialise(pthread_spinlock_t* spin_lock) {
  if (executing()) await_turn(const_cast<int*>(spin_lock));
  *spin_lock = 0;
  if (executing()) record_life(EventKind::ObjectInit, const_cast<int*>(spin_lock), ObjectType::SpinLock);
  return 0;
}

int destroy(pthread_spinlock_t* spin_lock) {
  if (!executing()) return 0;
  await_turn(const_cast<int*>(spin_lock));
  check_alive(EventKind::ObjectDestroy, spin_lock);
  if (*spin_lock != 0) {
    end_misuse({EventKind::ObjectDestroy, ObjectType::SpinLock, const_cast<int*>(spin_lock)},
               "a spin lock is destroyed while a thread holds it");
  }
  *spin_lock = static_cast<int>(kDestroyedMark);
  record_life(EventKind::ObjectDestroy, const_cast<int*>(spin_lock), ObjectType::SpinLock);
  return 0;
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_spin_init(pthread_spinlock_t* spin_lock, int shared) noexcept {
  return controlled() ? initialise(spin_lock) : HEDDLE_REAL(pthread_spin_init)(spin_lock, shared);
}

int pthread_spin_destroy(pthread_spinlock_t* spin_lock) noexcept {
  return controlled() ? destroy(spin_lock) : HEDDLE_REAL(pthread_spin_destroy)(spin_lock);
}

int pthread_spin_lock(pthread_spinlock_t* spin_lock) noexcept {
  return controlled() ? lock(spin_lock) : HEDDLE_REAL(pthread_spin_lock)(spin_lock);
}

int pthread_spin_trylock(pthread_spinlock_t* spin_lock) noexcept {
  return controlled() ? try_lock(spin_lock) : HEDDLE_REAL(pthread_spin_trylock)(spin_lock);
}

int pthread_spin_unlock(pthread_spinlock_t* spin_lock) noexcept {
  return controlled() ? unlock(spin_lock) : HEDDLE_REAL(pthread_spin_unlock)(spin_lock);
}

}  // extern "C"
