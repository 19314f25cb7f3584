// SPDX-License-Identifier: Apache-2.0
//
// The index grows beyond the block in one of the orders.
//
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow message="write of 4 bytes touches memory right after a block of 12 bytes" replays=100 races=some
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow message="overflow.c:23" races=some
#include <pthread.h>
#include <stdlib.h>

int* numbers;
int length = 2;

static void* append(void* unused) {
  int index = length;
  length = index + 1;
  numbers[index] = index;  // FINDING
  return unused;
}

int main(void) {
  pthread_t one, two;

  numbers = malloc(3 * sizeof *numbers);
  pthread_create(&one, NULL, append, NULL);
  pthread_create(&two, NULL, append, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(numbers);
  return 0;
}
