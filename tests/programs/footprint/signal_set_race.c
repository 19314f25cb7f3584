// Without a lock that is a data race.
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static sigset_t set;

static void* one(void* unused) {
  sigaddset(&set, SIGUSR1);
  return unused;
}

static void* two(void* unused) {
  sigismember(&set, SIGUSR2);
  return unused;
}

int main(void) {
  sigemptyset(&set);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
