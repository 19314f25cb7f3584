// SPDX-License-Identifier: Apache-2.0
//
// The sign of the real part, and the last digits of the imaginary part.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double real = 1.5, imaginary = 1.0;
static atomic_int go;

static void* reader(void* unused) {
  (void)unused;
  double x = real;
  double y = imaginary;
  if (go) assert(x + 0 * y > 0 || y == 1.0);  // FINDING
  return NULL;
}

static void* first_writer(void* unused) {
  (void)unused;
  real = -1.5;
  real = 1.5;
  return NULL;
}

static void* second_writer(void* unused) {
  (void)unused;
  imaginary = 1.0 + 128 * 0x1p-52;
  imaginary = 1.0;
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
