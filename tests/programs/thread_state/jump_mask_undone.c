// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
// What is blocked after it was saved is not blocked after the jump, over frames or not.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int a, b, c, d;
static __thread sigjmp_buf place;

static void change_mask(int how) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(how, &set, 0);
}

static int is_blocked(void) {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, 0, &mask);
  return sigismember(&mask, SIGUSR1);
}

static void jump_from(int depth) {
  if (depth > 0) jump_from(depth - 1);
  siglongjmp(place, 1);
}

static void* watches(void* unused) {
  (void)unused;
  if (a) {
    if (sigsetjmp(place, 1) == 0) {
      change_mask(SIG_BLOCK);
      jump_from(2);
    }
  }
  b = 1;
  if (c) {
    d = 2;
    assert(!is_blocked());
  }
  return 0;
}

static void* disturbs(void* unused) {
  (void)unused;
  a = 1;
  a = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  c = 1;
  c = 0;
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, watches, 0);
  pthread_create(&threads[1], 0, disturbs, 0);
  pthread_create(&threads[2], 0, opens, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
