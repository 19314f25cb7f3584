// SPDX-License-Identifier: Apache-2.0
//
// A spin lock: an exchange takes it, a move gives it back. The counter under it is plain memory: no access of it may cross the
// move, neither by the compiler (memory is clobbered) nor by the processor, so the move releases. If memory is not clobbered, the
// compiler may put the counter behind the unlock (LOOSE).
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean flags=-DONCE
// HEDDLE: strategy=default verdict=finding kind=data-race flags=-DLOOSE races=some
// HEDDLE: strategy=dfs verdict=finding kind=data-race flags=-DLOOSE,-DONCE races=some
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static int lock, counter;

static bool try_lock(void) {
  int old = 1;
  __asm__ volatile("xchgl %0, %1" : "+r"(old), "+m"(lock) : : "memory");
  return old == 0;
}

static void unlock(void) {
#ifdef LOOSE
  __asm__ volatile("movl $0, %0" : "=m"(lock));
#else
  __asm__ volatile("movl $0, %0" : "=m"(lock) : : "memory");
#endif
}

static void* work(void* unused) {
#ifdef ONCE
  if (!try_lock()) return unused;
#else
  while (!try_lock()) __asm__ volatile("pause" : : : "memory");
#endif
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
#ifndef ONCE
  assert(counter == 2);
#endif
  return 0;
}
