// SPDX-License-Identifier: Apache-2.0
//
// Memory that is written as a whole by one thread and read in parts by others: what the parts are is not known when the
// whole is met first.
//
// HEDDLE: strategy=dfs verdict=clean
#include <assert.h>
#include <pthread.h>
#include <string.h>

int values[4];
int sums[2];

static void* add(void* sum) {
  for (int index = 0; index < 2; ++index) *(int*)sum += values[2 * index];
  return sum;
}

int main(void) {
  const int initial[4] = {1, 2, 4, 8};
  memcpy(values, initial, sizeof values);
  pthread_t threads[2];
  for (int index = 0; index < 2; ++index) pthread_create(&threads[index], NULL, add, &sums[index]);
  for (int index = 0; index < 2; ++index) pthread_join(threads[index], NULL);
  unsigned char bytes[sizeof values];
  memcpy(bytes, values, sizeof values);
  memset(values, 1, sizeof values);
  assert(bytes[4] == 2 && bytes[12] == 8 && sums[0] == 5 && sums[1] == 5);
  assert(values[3] + sums[1] == 0x01010101 + 5);
  return 0;
}
