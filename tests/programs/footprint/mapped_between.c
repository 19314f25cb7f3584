// SPDX-License-Identifier: Apache-2.0
//
// Fresh pages are never given where the program has placed others.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

int main(void) {
  const int kind = MAP_PRIVATE | MAP_ANONYMOUS;
  char* first = mmap(0, 4096, PROT_READ | PROT_WRITE, kind, -1, 0);
  char* placed = mmap(first + 2 * 4096, 4096, PROT_READ | PROT_WRITE, kind | MAP_FIXED_NOREPLACE, -1, 0);
  if (placed == MAP_FAILED) return 0;
  *placed = 1;
  char* fresh = mmap(0, 4096, PROT_READ | PROT_WRITE, kind, -1, 0);
  assert(fresh != placed);
  assert(*placed == 1);
}
