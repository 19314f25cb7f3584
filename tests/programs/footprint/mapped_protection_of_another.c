// SPDX-License-Identifier: Apache-2.0
//
// Whether pages that another thread has mapped can be written depends on how it mapped them.
//
// HEDDLE: strategy=default verdict=finding kind=crash
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
static char* _Atomic p;
static atomic_int g, h;
static void* maps(void* x) {
  p = mmap(0, 4096, g == 3 ? PROT_READ : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return 0;
}
static void* gates(void* x) {
  for (int i = 1; i < 6; i++) g = i;
  g = 0;
  return 0;
}
static void* hates(void* x) {
  for (int i = 1; i < 6; i++) h = i;
  h = 0;
  return 0;
}
static void* writes(void* x) {
  char* q = p;
  if (q && h == 3) q[0] = 1;
  return 0;
}
int main(void) {
  void* (*const f[])(void*) = {maps, gates, writes, hates};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(t + i, 0, f[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}
