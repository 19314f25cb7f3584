// SPDX-License-Identifier: Apache-2.0
//
// Each thread has locked one stream and prints to the other one's.
//
// HEDDLE: strategy=random verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock output="blocked on mutex *first held by" output="blocked on mutex *second held by"
#include <pthread.h>
#include <stdio.h>
static FILE *first, *second;
static void* one(void* unused) {
  flockfile(first);
  fputs("x", second);  // FINDING
  funlockfile(first);
  return unused;
}
int main(void) {
  first = tmpfile();
  second = fopen("/dev/null", "w");
  pthread_t thread;
  pthread_create(&thread, NULL, one, NULL);
  flockfile(second);
  fprintf(first, "%d", 1);  // FINDING
  funlockfile(second);
  pthread_join(thread, NULL);
  return fclose(first) + fclose(second);
}
