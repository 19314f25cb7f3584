// SPDX-License-Identifier: Apache-2.0
//
// A futex is not waited for until a time that is none.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int word;

static void* waits(void* unused) {
  const struct timespec wrong[] = {{0, -1}, {0, 1000000000}, {-1, 0}};
  for (int i = 0; i < 3; ++i) {
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &wrong[i], 0, 0) == -1 && errno == EINVAL);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
  return 0;
}
