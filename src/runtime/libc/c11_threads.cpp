// SPDX-License-Identifier: Apache-2.0
//
// <threads.h> in terms of the pthread functions, which the runtime models. glibc implements it the same way, but calls
// its internal copies, past our definitions. Objects have the same layout, so also natively nothing changes.
// thrd_yield and thrd_sleep are in time.cpp; thrd_equal is a comparison, here as there.
#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <cstdint>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace {

int as_thread_result(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ENOMEM:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    default:
      return thrd_error;
  }
}

using heddle::runtime::call_point;
using heddle::runtime::libc::write_value;

pthread_mutex_t* posix(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* posix(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }

static_assert(sizeof(mtx_t) >= sizeof(pthread_mutex_t) && sizeof(cnd_t) >= sizeof(pthread_cond_t));
static_assert(sizeof(once_flag) == sizeof(pthread_once_t) && sizeof(tss_t) == sizeof(pthread_key_t));

}  // namespace

// The start routine returns int; in the x86-64 ABI it may be called as one that returns a pointer, of which only the
// low half then means anything. thrd_join looks at no more.
HEDDLE_INTERPOSED int thrd_create(thrd_t* thread, thrd_start_t entry, void* argument) {
  int error =
      pthread_create(thread, nullptr, reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(entry)), argument);
  return error == EAGAIN ? thrd_nomem : as_thread_result(error);
}

HEDDLE_INTERPOSED int thrd_join(thrd_t thread, int* result) {
  void* value = nullptr;
  int error = pthread_join(thread, &value);
  if (error == 0 && result != nullptr) {
    write_value(result, static_cast<int>(reinterpret_cast<std::intptr_t>(value)), call_point());
  }
  return as_thread_result(error);
}

HEDDLE_INTERPOSED int thrd_detach(thrd_t thread) { return as_thread_result(pthread_detach(thread)); }

HEDDLE_INTERPOSED void thrd_exit(int result) {
  pthread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}

HEDDLE_INTERPOSED thrd_t thrd_current() { return pthread_self(); }

HEDDLE_INTERPOSED int mtx_init(mtx_t* mutex, int kind) {
  pthread_mutexattr_t attributes;
  HEDDLE_REAL(pthread_mutexattr_init)(&attributes);
  if ((kind & mtx_recursive) != 0) HEDDLE_REAL(pthread_mutexattr_settype)(&attributes, PTHREAD_MUTEX_RECURSIVE);
  int error = pthread_mutex_init(posix(mutex), &attributes);
  HEDDLE_REAL(pthread_mutexattr_destroy)(&attributes);
  return as_thread_result(error);
}

HEDDLE_INTERPOSED int mtx_lock(mtx_t* mutex) { return as_thread_result(pthread_mutex_lock(posix(mutex))); }

HEDDLE_INTERPOSED int mtx_trylock(mtx_t* mutex) { return as_thread_result(pthread_mutex_trylock(posix(mutex))); }

HEDDLE_INTERPOSED int mtx_timedlock(mtx_t* mutex, const timespec* deadline) {
  return as_thread_result(pthread_mutex_timedlock(posix(mutex), deadline));
}

HEDDLE_INTERPOSED int mtx_unlock(mtx_t* mutex) { return as_thread_result(pthread_mutex_unlock(posix(mutex))); }

HEDDLE_INTERPOSED void mtx_destroy(mtx_t* mutex) { pthread_mutex_destroy(posix(mutex)); }

HEDDLE_INTERPOSED int cnd_init(cnd_t* condition) {
  return as_thread_result(pthread_cond_init(posix(condition), nullptr));
}

HEDDLE_INTERPOSED int cnd_signal(cnd_t* condition) { return as_thread_result(pthread_cond_signal(posix(condition))); }

HEDDLE_INTERPOSED int cnd_broadcast(cnd_t* condition) {
  return as_thread_result(pthread_cond_broadcast(posix(condition)));
}

HEDDLE_INTERPOSED int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return as_thread_result(pthread_cond_wait(posix(condition), posix(mutex)));
}

HEDDLE_INTERPOSED int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* deadline) {
  return as_thread_result(pthread_cond_timedwait(posix(condition), posix(mutex), deadline));
}

HEDDLE_INTERPOSED void cnd_destroy(cnd_t* condition) { pthread_cond_destroy(posix(condition)); }

HEDDLE_INTERPOSED int tss_create(tss_t* key, tss_dtor_t destructor) {
  return as_thread_result(pthread_key_create(key, destructor));
}

HEDDLE_INTERPOSED void* tss_get(tss_t key) { return pthread_getspecific(key); }

HEDDLE_INTERPOSED int tss_set(tss_t key, void* value) { return as_thread_result(pthread_setspecific(key, value)); }

HEDDLE_INTERPOSED void tss_delete(tss_t key) { pthread_key_delete(key); }

HEDDLE_INTERPOSED void call_once(once_flag* flag, void (*initialise)()) {
  pthread_once(reinterpret_cast<pthread_once_t*>(flag), initialise);
}
