// SPDX-License-Identifier: Apache-2.0
//
// Two threads that count for ever, so that there are as many states as pairs of numbers; a third one looks at both.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=exact verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void* count_a(void* unused) {
  for (;;) a++;
  return unused;
}

static void* count_b(void* unused) {
  for (;;) b++;
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, count_a, NULL);
  pthread_create(&other, NULL, count_b, NULL);
  const int seen_a = a;
  const int seen_b = b;
  assert(!(seen_a == 2 && seen_b == 3 && a == 2));  // FINDING
}
