// SPDX-License-Identifier: Apache-2.0
//
// Recursion without end.
//
// HEDDLE: strategy=random verdict=finding kind=stack-overflow replays=100 races=some
#include <pthread.h>
#include <stddef.h>

int x;

__attribute__((noinline)) static int deep(int level) {  // FINDING
  volatile char filling[64 * 1024];  // FINDING
  filling[level % 1024] = (char)level;  // FINDING
  return deep(level + 1) + filling[0];  // FINDING
}

static void* first(void* unused) {
  x = 1;
  return unused;
}

static void* second(void* unused) {
  if (x) deep(1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
