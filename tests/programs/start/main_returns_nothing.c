// SPDX-License-Identifier: Apache-2.0
//
// C leaves unspecified with which code the process ends then: no finding. What exit() is called with counts.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=exit-code flags=-DEXITS
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void* work(void* unused) { return unused; }

void main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  printf("of fourteen bytes\n");
#ifdef EXITS
  exit(3);
#endif
}
