// SPDX-License-Identifier: Apache-2.0
//
// Loops without end of every kind: they give the processor away, sleep, take a lock, print, count in circles, come to the
// circle after a while. The other thread waits for the end of this one.
//
// HEDDLE: strategy=dfs verdict=finding kind=hang flags=-DWAY=1 message="repeats after 2 events" message="waits for the end of thread 1"
// HEDDLE: strategy=dfs verdict=finding kind=hang flags=-DWAY=2 message="repeats after 2 events"
// HEDDLE: strategy=dfs verdict=finding kind=hang flags=-DWAY=3 message="repeats after 3 events"
// HEDDLE: strategy=dfs verdict=finding kind=hang flags=-DWAY=4
// HEDDLE: strategy=dfs verdict=finding kind=hang flags=-DWAY=5 replays=100
// HEDDLE: strategy=dfs verdict=finding kind=hang flags=-DWAY=6
// HEDDLE: strategy=pos verdict=finding kind=hang flags=-DWAY=7
// HEDDLE: strategy=dfs verdict=finding kind=hang flags=-DWAY=8
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

atomic_int done;
int number;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int is_done(void) { return atomic_load(&done); }  // FINDING

static void one_round(void) {
#if WAY == 1
  sched_yield();  // FINDING
#elif WAY == 2
  usleep(10);  // FINDING
#elif WAY == 3
  pthread_mutex_lock(&mutex);  // FINDING
  pthread_mutex_unlock(&mutex);  // FINDING
#elif WAY == 4
  puts("sixteen letters");  // FINDING
#elif WAY == 5
  number = (number + 1) % 7;  // FINDING
#elif WAY == 6
  if (number < 3000) ++number;  // FINDING
#elif WAY == 7
  static _Thread_local int turn;
  turn ^= 1;  // FINDING
#elif WAY == 8
  char text[] = "a b";  // FINDING
  char* rest = NULL;
  for (char* at = strtok_r(text, " ", &rest); at != NULL; at = strtok_r(NULL, " ", &rest)) number = *at;  // FINDING
#endif
}

static void* work(void* unused) {
  while (!is_done()) one_round();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
