// SPDX-License-Identifier: Apache-2.0
//
// A program may have a write of its own.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#include <assert.h>
#include <stddef.h>

static int calls;

long write(int file, const void* from, size_t size) {
  (void)file, (void)from;
  ++calls;
  return (long)size;
}

int main(void) {
  assert(write(1, "abc", 3) == 3 && calls == 1);
}
