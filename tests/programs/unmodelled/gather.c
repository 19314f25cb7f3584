// SPDX-License-Identifier: Apache-2.0
//
// Instructions that read or write memory through vectors of addresses or masks.
//
// HEDDLE: strategy=default verdict=incomplete flags=-mavx2 output="gather.c:18 is not seen"
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>

static int cells[8];

static void* write(void* unused) {
  cells[3] = 1;
  return unused;
}

static int sum(void) {
  __m256i all = _mm256_i32gather_epi32(cells, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), 4);
  return _mm256_extract_epi32(all, 3);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write, 0);
  int seen = sum();
  pthread_join(thread, 0);
  assert(seen == 0 || seen == 1);
}
