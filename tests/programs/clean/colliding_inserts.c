// SPDX-License-Identifier: Apache-2.0
//
// Two threads insert the same four words in the same order, by compare-exchange: whoever comes second fails at all of
// them. Three executions tell what there is to know, because one of them runs the threads in the reverse order; one is
// enough if what the one thread does tells what the other would do.
//
// HEDDLE: strategy=exact verdict=clean executions=3 options=--plain
// HEDDLE: strategy=exact verdict=clean executions=1
#include <pthread.h>
#include <stdatomic.h>

enum { kWords = 4, kSize = 2 * kWords };
static atomic_int table[kSize];

static void* insert(void* unused) {
  for (int word = 0; word < kWords; word++) {
    int at = 2 * word, expected = 0;
    while (!atomic_compare_exchange_strong(&table[at], &expected, word + 1)) {
      at++;
      expected = 0;
    }
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, insert, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
