// SPDX-License-Identifier: Apache-2.0
//
// Every kind of allocation used to its last byte, and no false alarm.
//
// HEDDLE: strategy=dfs verdict=clean executions=1 options=--leaks=fail
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static void use(char* block, size_t size) {
  for (size_t at = 0; at < size; ++at) block[at] = (char)at;
  memset(block, 1, size);
  volatile char last = block[size - 1];
  (void)last;
}

int main(void) {
  for (size_t size = 1; size < 70; ++size) {
    char* block = malloc(size);
    use(block, size);
    block = realloc(block, 2 * size);
    use(block, 2 * size);
    free(block);
  }
  char* aligned = aligned_alloc(256, 512);
  use(aligned, 512);
  void* posix = NULL;
  if (posix_memalign(&posix, 4096, 100) == 0) use(posix, 100);
  char* none = malloc(0);
  char* zeroed = calloc(3, 7);
  use(zeroed, 21);
  long unaligned = 5;
  memcpy(zeroed + 13, &unaligned, sizeof unaligned);
  long* across = (long*)(void*)(zeroed + 13);
  unaligned = *across;
  free(aligned);
  free(posix);
  free(none);
  free(zeroed);
  free(NULL);
  return unaligned == 5 ? 0 : 1;
}
