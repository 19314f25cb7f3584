// SPDX-License-Identifier: Apache-2.0
//
// Memory that exists before main is restored between executions, in however many pieces. Where there are too many the
// program gets no verdict (tests/show/refused_test.py).
//
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,100
// HEDDLE: strategy=default verdict=clean
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

#ifndef PAGES
#define PAGES 1000
#endif
char* pages;

// Pages that cannot be written stand between, or the kernel would join them.
__attribute__((constructor)) static void map(void) {
  pages = mmap(NULL, 2 * PAGES * 4096ul, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t i = 0; i < PAGES; ++i) mprotect(pages + 2 * i * 4096, 4096, PROT_READ | PROT_WRITE);
}

int main(void) {
  for (size_t i = 0; i < PAGES; ++i) assert(++pages[2 * i * 4096] == 1);
  return 0;
}
