// SPDX-License-Identifier: Apache-2.0
//
// Two words that are needed across an event, one of which changes in its highest byte and the other in its lowest.
//
// CHECK: 2000 schedules, exactly 24 fingerprints
// NOTICES: words mixed badly
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double level = 1.0;
static atomic_long count = 3;
static atomic_int go;
static _Atomic double product;

static void* reader(void* unused) {
  (void)unused;
  double x = level;
  long y = count;
  atomic_fetch_add(&go, 1);
  product = x * (double)y;
  return NULL;
}

static void* writer(void* unused) {
  (void)unused;
  level = -1.0;
  count = 3 + 128;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, writer, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
