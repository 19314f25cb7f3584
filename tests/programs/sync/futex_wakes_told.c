// SPDX-License-Identifier: Apache-2.0
//
// Two wake-ups of a futex: which comes first is seen from how many each woke.
//
// HEDDLE: strategy=default verdict=finding kind=assertion races=ignore
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=ignore
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;
static long waited, woken;

static void* waiter(void* unused) {
  waited = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  return unused;
}
static void* first(void* unused) {
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  woken = syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return unused;
}
static void* second(void* unused) {
  if (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 1) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return unused;
}

int main(void) {
  void* (*const routines[])(void*) = {waiter, first, second};
  pthread_t threads[3];
  for (int index = 0; index < 3; ++index) pthread_create(&threads[index], NULL, routines[index], NULL);
  for (int index = 0; index < 3; ++index) pthread_join(threads[index], NULL);
  assert(waited != 0 || woken == 1);  // FINDING
  return 0;
}
