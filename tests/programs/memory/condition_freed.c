// SPDX-License-Identifier: Apache-2.0
//
// A signal to a condition variable that was freed is a use after free, also where nobody waits.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free races=some
// HEDDLE: strategy=default verdict=finding kind=use-after-free races=some
// HEDDLE: strategy=default verdict=finding kind=use-after-free races=some flags=-DALL
#include <pthread.h>
#include <stdlib.h>

static pthread_cond_t* condition;

static void* signals(void* unused) {
#ifdef ALL
  pthread_cond_broadcast(condition);
#else
  pthread_cond_signal(condition);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  condition = malloc(sizeof *condition);
  pthread_cond_init(condition, 0);
  pthread_create(&thread, 0, signals, 0);
  pthread_cond_destroy(condition);
  free(condition);
  pthread_join(thread, 0);
  return 0;
}
