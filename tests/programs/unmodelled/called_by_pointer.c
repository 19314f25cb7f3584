// SPDX-License-Identifier: Apache-2.0
//
// Which function is called shows only when it is called. This one is not modelled.
//
// HEDDLE: strategy=default verdict=incomplete output="a function called by pointer at" output="called_by_pointer.c:17 is not seen"
// HEDDLE: strategy=dfs verdict=incomplete
// HEDDLE: strategy=default verdict=incomplete flags=-fno-heddle-fingerprints output="called_by_pointer.c:17 is not seen"
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>

typedef size_t Convert(wchar_t*, const char*, size_t);
static Convert* volatile convert = mbstowcs;
static wchar_t text[4];

static void* work(void* unused) {
  convert(text, "abc", 4);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
