// SPDX-License-Identifier: Apache-2.0
//
// Threads that run in circles together. In the first ways no order of their steps leads out: a finding. In 6 and 7
// some order does, however long they may dance. In 8 no state comes twice: only a limit ends the search.
//
// HEDDLE: strategy=exact verdict=finding kind=hang flags=-DWAY=1 message="repeats after 2 events of threads 1, 2" replays=100
// HEDDLE: strategy=exact verdict=finding kind=hang flags=-DWAY=2 message="livelock"
// HEDDLE: strategy=exact verdict=finding kind=hang flags=-DWAY=3 message="of threads 1, 2"
// HEDDLE: strategy=exact verdict=finding kind=hang flags=-DWAY=4 message="livelock" races=some
// HEDDLE: strategy=exact verdict=finding kind=hang flags=-DWAY=5 message="livelock"
// HEDDLE: strategy=exact verdict=incomplete flags=-DWAY=8 options=--max-executions=50 output="limit of 50 executions"
// HEDDLE: strategy=exact verdict=clean flags=-DWAY=6
// HEDDLE: strategy=exact verdict=clean flags=-DWAY=7
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int flag[2];
atomic_int go_on;
atomic_int rounds;
int turn;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other_mutex = PTHREAD_MUTEX_INITIALIZER;

static void work(int me) {
#if WAY == 1  // each waits for the other
  while (atomic_load(&flag[1 - me]) == 0) {  // FINDING
  }
  atomic_store(&flag[me], 1);
#elif WAY == 2  // and gives the processor away
  while (atomic_load(&flag[1 - me]) == 0) {  // FINDING
    sched_yield();  // FINDING
  }
  atomic_store(&flag[me], 1);
#elif WAY == 3  // they hand something to and fro
  while (atomic_load(&go_on) == 0) {  // FINDING
    pthread_mutex_lock(&mutex);       // FINDING
    if (turn == me) turn = 1 - me;    // FINDING
    pthread_mutex_unlock(&mutex);     // FINDING
  }
#elif WAY == 4  // only if both have seen the other's flag too early
  int early = atomic_load(&flag[1 - me]);
  atomic_store(&flag[me], 1);
  if (early == 0) turn = 0;
  while (early == 0 && atomic_load(&go_on) == 0) {  // FINDING
  }
  if (early != 0) atomic_store(&go_on, 1);
#elif WAY == 5  // with a number that nobody looks at
  for (int count = 0; atomic_load(&flag[1 - me]) == 0; ++count) {  // FINDING
    flag[me] = 0;                                                   // FINDING
  }
#elif WAY == 6  // whoever is alone for two steps gets through
  atomic_store(&flag[me], 1);
  while (atomic_load(&flag[1 - me]) == 1) {
    atomic_store(&flag[me], 0);
    atomic_store(&flag[me], 1);
  }
  atomic_store(&flag[me], 0);
#elif WAY == 7
  pthread_mutex_t* mine = me == 0 ? &mutex : &other_mutex;
  pthread_mutex_t* yours = me == 0 ? &other_mutex : &mutex;
  for (;;) {
    pthread_mutex_lock(mine);
    if (pthread_mutex_trylock(yours) == 0) break;
    pthread_mutex_unlock(mine);
  }
  pthread_mutex_unlock(yours);
  pthread_mutex_unlock(mine);
#elif WAY == 8  // as the first, and something counts the rounds
  while (atomic_load(&flag[1 - me]) == 0) atomic_fetch_add(&rounds, 1);
  atomic_store(&flag[me], 1);
#endif
}

static void* first(void* unused) {
  work(0);
  return unused;
}

static void* second(void* unused) {
  work(1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
