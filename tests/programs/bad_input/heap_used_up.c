// SPDX-License-Identifier: Apache-2.0
//
// No memory is used twice in an execution. When that is too much for us, it is not the program's failure.
//
// HEDDLE: strategy=random verdict=unsupported output=malloc
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

char* block;

static void* churn(void* unused) {
  for (int round = 0; round < 2000; ++round) {
    block = malloc(1 << 20);  // UNSUPPORTED
    assert(block != NULL);
    free(block);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, churn, NULL);
  pthread_join(thread, NULL);
  return 0;
}
