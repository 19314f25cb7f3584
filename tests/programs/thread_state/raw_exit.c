// SPDX-License-Identifier: Apache-2.0
//
// A thread that leaves past the C library, while others live.
//
// HEDDLE: strategy=dfs verdict=unsupported
// HEDDLE: strategy=default verdict=unsupported
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void* leave(void* unused) {
  syscall(SYS_exit, 0);  // UNSUPPORTED
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, leave, 0);
  pthread_join(thread, 0);
  assert(0);
}
