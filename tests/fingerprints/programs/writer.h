// SPDX-License-Identifier: Apache-2.0
//
// The other side of most programs here: one thread that changes x and y while `reader` runs.
#pragma once

#include <pthread.h>

int x, y, z, w;

static void* reader(void* argument);

static void* writer(void* argument) {
  for (int i = 1; i <= 4; i++) {
    x = i;
    y = i & 1;
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, writer, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
