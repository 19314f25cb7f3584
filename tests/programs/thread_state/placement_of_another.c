// SPDX-License-Identifier: Apache-2.0
//
// Another thread may change them meanwhile.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_t main_thread;

static void* place(void* unused) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  pthread_setaffinity_np(main_thread, sizeof set, &set);
  return unused;
}

int main(void) {
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, 0, place, 0);
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  pthread_join(thread, 0);
  assert(CPU_COUNT(&set) == 2);  // FINDING
}
