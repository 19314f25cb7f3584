// SPDX-License-Identifier: Apache-2.0
//
// A structure on the stack that nobody else sees, in an array with an index that is not known: it is hashed where it
// stands.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct Sample {
  double level;
  long count;
};
static _Atomic double level = 2.5;
static atomic_long count = 7;
static atomic_int which = 1, go;

static void* reader(void* unused) {
  (void)unused;
  struct Sample samples[3] = {{0, 0}, {0, 0}, {0, 0}};
  int at = which;
  samples[at].level = level;
  samples[at].count = count;
  if (go) assert(samples[at].level * (double)samples[at].count > -300);  // FINDING
  return NULL;
}

static void* first_writer(void* unused) {
  (void)unused;
  level = -2.5;
  level = 2.5;
  return NULL;
}

static void* second_writer(void* unused) {
  (void)unused;
  count = 7 + 128;
  count = 7;
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
