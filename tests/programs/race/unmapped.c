// SPDX-License-Identifier: Apache-2.0
//
// Pages are given back while another thread reads them: a race, if that does not come first and make it a use after free.
//
// HEDDLE: strategy=default options=--keep-going verdict=finding kind=use-after-free races=1
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=use-after-free races=1
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int* block;

static void* gives_back(void* unused) {
  munmap(block, 4096);
  return unused;
}

int main(void) {
  block = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t other;
  pthread_create(&other, NULL, gives_back, NULL);
  int seen = block[2];  // FINDING
  pthread_join(other, NULL);
  return seen;
}
