// SPDX-License-Identifier: Apache-2.0
//
// An exchange hands over what a pointer points to: whoever gets it frees it, nobody twice. Reading and clearing by two moves does not.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=crash,double-free,use-after-free flags=-DMOVES races=some
// HEDDLE: strategy=dfs verdict=finding kind=crash,double-free,use-after-free flags=-DMOVES races=some
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int* box;

static int* take(void) {
  int* content = NULL;
#ifdef MOVES
  __asm__ volatile("mov %1, %0" : "=r"(content) : "m"(box) : "memory");
  __asm__ volatile("movq $0, %0" : "=m"(box) : : "memory");
#else
  __asm__ volatile("xchgq %0, %1" : "+r"(content), "+m"(box) : : "memory");
#endif
  return content;
}

static void* work(void* unused) {
  free(take());
  return unused;
}

int main(void) {
  pthread_t one, two;
  box = malloc(sizeof *box);
  *box = 3;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(!box);
  return 0;
}
