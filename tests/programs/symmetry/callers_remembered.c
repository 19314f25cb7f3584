// SPDX-License-Identifier: Apache-2.0
//
// Two threads alike that call a library which remembers what was called: which of them was first tells them apart. Four
// threads that set one handler each: it is known by what was set last, not by the order of all calls before.
//
// HEDDLE: strategy=exact verdict=clean
// HEDDLE: strategy=exact verdict=clean flags=-DRANDOM
// HEDDLE: strategy=dfs verdict=clean flags=-DRANDOM
// HEDDLE: strategy=exact verdict=finding kind=assertion flags=-DRANDOM,-DWRONG
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DRANDOM,-DWRONG
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static int shared, other;
static int* cell = &shared;

static void first(int number) { (void)number; }
static void second(int number) { (void)number; }

static void* set(void* unused) {
  signal(SIGURG, first);
  signal(SIGURG, second);
  const void* before = (const void*)signal(SIGURG, first);
  assert(before == (const void*)first || before == (const void*)second);
  return unused;
}

static void* draw(void* unused) {
  int* mine = __atomic_load_n(&cell, __ATOMIC_SEQ_CST);
  const int drawn = rand();
  __atomic_store_n(&cell, &other, __ATOMIC_SEQ_CST);
  return (void*)(long)(mine == &other && drawn != 0);
}

int main(void) {
  enum { kThreads = 4 };
  pthread_t threads[kThreads];
#ifdef RANDOM
  void* results[2];
  srand(1);
  for (int index = 0; index < 2; ++index) pthread_create(&threads[index], NULL, draw, NULL);
  for (int index = 0; index < 2; ++index) pthread_join(threads[index], &results[index]);
#ifdef WRONG
  assert(results[0] == NULL && results[1] == NULL);  // FINDING
#else
  assert(results[0] == NULL || results[1] == NULL);
#endif
#else
  signal(SIGURG, first);
  for (int index = 0; index < kThreads; ++index) pthread_create(&threads[index], NULL, set, NULL);
  for (int index = 0; index < kThreads; ++index) pthread_join(threads[index], NULL);
#endif
  return 0;
}
