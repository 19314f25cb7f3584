// SPDX-License-Identifier: Apache-2.0
//
// A number whose sign and another whose bit 7 change: two words that differ in the highest byte of the one and the lowest of
// the other are two local states, not one.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int b, go;
_Atomic double a = 1.0;

static void* reader(void* unused) {
  (void)unused;
  double x = a;
  int y = b;
  if (go) assert(x + y > 0);  // FINDING
  return NULL;
}

static void* first_writer(void* unused) {
  (void)unused;
  a = -1.0;
  a = 1.0;
  return NULL;
}

static void* second_writer(void* unused) {
  (void)unused;
  b = 128;
  b = 0;
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
