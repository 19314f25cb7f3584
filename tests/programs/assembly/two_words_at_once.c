// SPDX-License-Identifier: Apache-2.0
//
// cmpxchg16b with whatever is in the registers reads 16 bytes at once (concurrencykit's ck_pr_load_64_2); two moves do not.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DTORN
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DTORN
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static _Alignas(16) uint64_t pair[2] = {1, 1};

static void* writer(void* unused) {
  uint64_t low = 1, high = 1;
  __asm__ volatile("lock cmpxchg16b %0" : "+m"(pair), "+a"(low), "+d"(high) : "b"(2ul), "c"(2ul) : "memory", "cc");
  return unused;
}

static void* reader(void* unused) {
  uint64_t low, high;
#ifdef TORN
  __asm__ volatile("movq %1, %0" : "=r"(low) : "m"(pair[0]) : "memory");
  __asm__ volatile("movq %1, %0" : "=r"(high) : "m"(pair[1]) : "memory");
#else
  __asm__ volatile("movq %%rdx, %%rcx;movq %%rax, %%rbx;lock cmpxchg16b %2;"
                   : "=a"(low), "=d"(high) : "m"(pair[0]) : "rbx", "rcx", "memory", "cc");
#endif
  assert(low == high);  // FINDING
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
