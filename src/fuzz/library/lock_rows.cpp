// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation objects. Whoever takes one gives it back, unless the call is about something else.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kMutex = touches(Resource::Mutex), kReadWriteLock = touches(Resource::ReadWriteLock),
                    kCondition = touches(Resource::Condition), kSemaphore = touches(Resource::Semaphore),
                    kBarrier = touches(Resource::Barrier), kSpinLock = touches(Resource::SpinLock),
                    kClock = touches(Resource::Clock);  // the deadline is where the time is put

// clang-format off
constexpr LibraryRow kRows[] = {
    {"pthread_mutex_lock", "pthread_mutex_lock(&mutex)", kMutex, "(pthread_mutex_lock(&mutex), ++guarded, pthread_mutex_unlock(&mutex), guarded)"},
    {"pthread_mutex_trylock", "pthread_mutex_trylock(&mutex)", kMutex},
    {"pthread_mutex_timedlock", "pthread_mutex_timedlock(&mutex, &moment)", kMutex | kClock, "pthread_mutex_timedlock(&mutex, &invalid_time)"},
    {"pthread_mutex_clocklock", "pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &moment)", kMutex | kClock,
     "pthread_mutex_clocklock(&mutex, 99, &second)"},
    {"pthread_mutex_unlock", "pthread_mutex_unlock(&mutex)", kMutex},
    {"pthread_mutex_init", "pthread_mutex_init(&second_mutex, nullptr)", kMutex, "pthread_mutex_init(&mutex, nullptr)"},
    {"pthread_mutex_destroy", "pthread_mutex_destroy(&mutex)", kMutex},
    {"pthread_rwlock_rdlock pthread_rwlock_wrlock", "@(&rwlock)", kReadWriteLock, "(@(&rwlock), ++guarded, pthread_rwlock_unlock(&rwlock), guarded)"},
    {"pthread_rwlock_tryrdlock pthread_rwlock_trywrlock", "@(&rwlock)", kReadWriteLock},
    {"pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock", "@(&rwlock, &moment)", kReadWriteLock | kClock, "@(&rwlock, &invalid_time)"},
    {"pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock", "@(&rwlock, CLOCK_MONOTONIC, &moment)", kReadWriteLock | kClock},
    {"pthread_rwlock_unlock", "pthread_rwlock_unlock(&rwlock)", kReadWriteLock},
    {"pthread_rwlock_init", "pthread_rwlock_init(&rwlock, nullptr)", kReadWriteLock},
    {"pthread_rwlock_destroy", "pthread_rwlock_destroy(&rwlock)", kReadWriteLock},
    {"pthread_cond_signal pthread_cond_broadcast", "@(&condition)", kCondition | kMutex},
    {"pthread_cond_wait", "(pthread_mutex_lock(&mutex), pthread_cond_wait(&condition, &mutex), pthread_mutex_unlock(&mutex))", kCondition | kMutex},
    {"pthread_cond_timedwait",
     "(pthread_mutex_lock(&mutex), guarded = pthread_cond_timedwait(&condition, &mutex, &second), pthread_mutex_unlock(&mutex), guarded)",
     kCondition | kMutex},
    {"pthread_cond_clockwait",
     "(pthread_mutex_lock(&mutex), guarded = pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &second), "
     "pthread_mutex_unlock(&mutex), guarded)",
     kCondition | kMutex},
    {"pthread_cond_init", "pthread_cond_init(&condition, nullptr)", kCondition},
    {"pthread_cond_destroy", "pthread_cond_destroy(&condition)", kCondition},
    {"sem_post", "sem_post(&semaphore)", kSemaphore},
    {"sem_wait", "sem_wait(&semaphore)", kSemaphore},
    {"sem_trywait", "sem_trywait(&semaphore)", kSemaphore},
    {"sem_timedwait", "sem_timedwait(&semaphore, &moment)", kSemaphore | kClock, "sem_timedwait(&semaphore, &invalid_time)"},
    {"sem_clockwait", "sem_clockwait(&semaphore, CLOCK_MONOTONIC, &moment)", kSemaphore | kClock},
    {"sem_getvalue", "(sem_getvalue(&semaphore, &two), two)", kSemaphore},
    {"sem_init", "sem_init(&semaphore, 0, 3)", kSemaphore, "sem_init(&second_semaphore, 0, ~0u)"},
    {"sem_destroy", "sem_destroy(&semaphore)", kSemaphore},
    {"pthread_barrier_wait", "pthread_barrier_wait(&barrier)", kBarrier},
    {"pthread_barrier_init", "pthread_barrier_init(&barrier, nullptr, 1)", kBarrier, "pthread_barrier_init(&second_barrier, nullptr, 0)"},
    {"pthread_barrier_destroy", "pthread_barrier_destroy(&barrier)", kBarrier},
    {"pthread_spin_lock", "(pthread_spin_lock(&spin), ++guarded, pthread_spin_unlock(&spin))", kSpinLock},
    {"pthread_spin_trylock", "pthread_spin_trylock(&spin)", kSpinLock},
    {"pthread_spin_unlock", "pthread_spin_trylock(&spin) == 0 ? pthread_spin_unlock(&spin) : 5", kSpinLock},
    {"pthread_spin_init", "pthread_spin_init(&spin, 0)", kSpinLock},
    {"pthread_spin_destroy", "pthread_spin_destroy(&spin)", kSpinLock},
};
// clang-format on

}  // namespace

constexpr LibraryRows kLockRows{"locks", Language::C, kRows};

}  // namespace heddle::fuzz
