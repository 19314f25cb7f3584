// SPDX-License-Identifier: Apache-2.0
//
// An execution that is cut can also show that threads are to be told apart, or that memory is cut differently: the search
// then begins again, and nothing may be given up that it does not want any more.
//
// HEDDLE: strategy=exact options=--max-events=90,--max-executions=600 races=ignore verdict=incomplete
// HEDDLE: strategy=exact options=--max-events=60,--max-executions=600 races=ignore verdict=incomplete
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stops, rounds, last;
static int seen[8];

static void* wait_for_it(void* unused) {
  int own = 0;
  while (!stops) {
    rounds++;
    if (++own == 20) {
      int* block = malloc(sizeof(int));
      *block = rounds;
      last = *block;
      free(block);
    }
  }
  if (last) seen[last & 7]++;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(threads + i, NULL, wait_for_it, NULL);
  for (int i = 0; i < 30; i++) {
    if (rounds > 5) last = i;
  }
  stops = 1;
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
