// SPDX-License-Identifier: Apache-2.0
//
// A thread forgets how large the block was that it asked for, and goes past its end if it was the smaller one.
//
// HEDDLE: strategy=default verdict=finding kind=buffer-overflow
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow
#include <pthread.h>
#include <stdlib.h>

static _Atomic int wanted, gate, other;

static void* make(void* unused) {
  char* volatile* kept = malloc(sizeof *kept);
  *kept = malloc(wanted ? 9 : 16);
  other = 1;
  if (other == 2 && gate) (*kept)[12] = 1;  // FINDING
  free(*kept);
  free((void*)kept);
  return unused;
}
static void* use(void* unused) {
  other = 2;
  return unused;
}
static void* say(void* unused) {
  wanted = 1;
  wanted = 0;
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void* (*routines[])(void*) = {make, use, say};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, routines[i], NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
}
