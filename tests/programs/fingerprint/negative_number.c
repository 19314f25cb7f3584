// SPDX-License-Identifier: Apache-2.0
//
// The smallest number of 64 bits plus something, beside a character that is no ASCII.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic long long balance = 5;
_Atomic unsigned char letter = 'H';
atomic_int go;

static void* reader(void* unused) {
  (void)unused;
  long long x = balance;
  unsigned char y = letter;
  if (go) assert((double)x * y > -1e21);  // FINDING
  return NULL;
}

static void* first_writer(void* unused) {
  (void)unused;
  balance = LLONG_MIN + 5;
  balance = 5;
  return NULL;
}

static void* second_writer(void* unused) {
  (void)unused;
  letter = 'H' + 128;
  letter = 'H';
  go = 1;
  go = 0;
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, first_writer, NULL);
  pthread_create(&threads[2], NULL, second_writer, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
