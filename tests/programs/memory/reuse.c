// SPDX-License-Identifier: Apache-2.0
//
// With --reuse malloc is an operation, and a choice where a block of the same size was freed before.
//
// HEDDLE: strategy=dfs verdict=clean options=--reuse executions=165
// HEDDLE: strategy=default verdict=clean options=--reuse executions=165 output="exact does not model"
// MODEL: reuse.model
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  char* volatile first = malloc(20);  // volatile: else the compiler leaves out what nobody uses
  free(first);
  char* volatile other_size = malloc(40);
  char* volatile same_size = calloc(1, 32);
  char* volatile none_left = malloc(30);
  int is_clear = same_size[31];
  free(other_size);
  free(same_size);
  free(none_left);
  pthread_join(thread, NULL);
  return is_clear;
}
