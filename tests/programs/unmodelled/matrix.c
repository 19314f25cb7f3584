// SPDX-License-Identifier: Apache-2.0
//
// A matrix that is stored to memory of another thread.
//
// HEDDLE: strategy=default verdict=incomplete flags=-fenable-matrix output="matrix.c:17 is not seen" races=some
// HEDDLE: strategy=dfs verdict=incomplete flags=-fenable-matrix output="matrix.c:17 is not seen"
#include <pthread.h>
#include <stdlib.h>

typedef int Matrix __attribute__((matrix_type(2, 2)));

static int* cells;

static void* store(void* unused) {
  Matrix zero;
  zero = zero - zero;
  __builtin_matrix_column_major_store(zero, cells, 2);
  return unused;
}

int main(void) {
  cells = malloc(4 * sizeof *cells);
  pthread_t thread;
  pthread_create(&thread, 0, store, 0);
  pthread_join(thread, 0);
  free(cells);
}
