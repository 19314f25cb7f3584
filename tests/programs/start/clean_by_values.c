// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=exact verdict=clean without=fit
// Every way in which the threads can begin is harmless, and the model has to fit.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, sum;

static void* adds(void* argument) {
  sum += (int)(long)argument;
  return 0;
}

static void* takes(void* argument) {
  sum -= (int)(long)argument;
  return 0;
}

static void* writes(void* unused) {
  (void)unused;
  x = 1;
  x = 2;
  return 0;
}

int main(void) {
  pthread_t writer, other;
  pthread_create(&writer, 0, writes, 0);
  const int seen = x;
  pthread_create(&other, 0, seen == 1 ? takes : adds, (void*)(long)seen);
  pthread_join(other, 0);
  pthread_join(writer, 0);
  assert(sum == (seen == 1 ? -1 : seen));
  return 0;
}
