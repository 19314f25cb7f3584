// SPDX-License-Identifier: Apache-2.0
//
// A thread begins with the signal mask that stands behind its attributes.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
static pthread_attr_t at;
static sigset_t none, some;
static atomic_int g, h;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* born(void* p) {
  sigset_t s;
  pthread_sigmask(SIG_BLOCK, 0, &s);
  assert(!sigismember(&s, SIGUSR1));
  return 0;
}
static void* t(void* p) {
  pthread_t k;
  if (g == 3) {
    pthread_mutex_lock(&m);
    pthread_attr_setsigmask_np(&at, &some);
    pthread_mutex_unlock(&m);
  }
  if (h == 3) {
    pthread_create(&k, &at, born, 0);
    pthread_join(k, 0);
  }
  return 0;
}
static void* u(void* p) {
  for (int i = 1; i < 7; i++) g = i;
  g = 0;
  return 0;
}
static void* v(void* p) {
  for (int i = 1; i < 7; i++) h = i;
  h = 0;
  return 0;
}
int main(void) {
  void* (*const f[])(void*) = {t, u, v};
  pthread_t th[3];
  sigemptyset(&none);
  sigemptyset(&some);
  sigaddset(&some, SIGUSR1);
  pthread_attr_init(&at);
  pthread_attr_setsigmask_np(&at, &none);
  for (int i = 0; i < 3; i++) pthread_create(th + i, 0, f[i], 0);
  for (int i = 0; i < 3; i++) pthread_join(th[i], 0);
}
