// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=exact verdict=clean without=fit
// A thread takes over much from its creator, but not errno.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int a, b;

static void* begins(void* unused) {
  (void)unused;
  b = 1;
  assert(errno == 0);
  return 0;
}

static void* disturbs(void* unused) {
  (void)unused;
  a = 1;
  a = 0;
  return 0;
}

int main(void) {
  pthread_t other, child;
  pthread_create(&other, 0, disturbs, 0);
  const int seen = a;
  if (seen) close(-1);
  pthread_create(&child, 0, begins, 0);
  pthread_join(child, 0);
  assert(errno == (seen ? EBADF : 0));
  pthread_join(other, 0);
  return 0;
}
