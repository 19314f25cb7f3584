// SPDX-License-Identifier: Apache-2.0
//
// A hundred megabytes in an execution are no trouble.
//
// HEDDLE: strategy=random verdict=incomplete options=--max-executions=20
// HEDDLE: strategy=default verdict=clean
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kSize = 100 << 20 };
char* large;

static void* work(void* unused) {
  large[kSize - 1] = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  large = calloc(1, kSize);
  if (large == NULL || large[kSize / 2] != 0) return 1;
  for (size_t at = 0; at < kSize; at += 1 << 20) large[at] = 2;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  free(large);
  return 0;
}
