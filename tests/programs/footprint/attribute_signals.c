// SPDX-License-Identifier: Apache-2.0
//
// The signals that a thread is to begin with stand behind its attributes, on the heap.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <signal.h>

#include "rare_moments.h"
static pthread_attr_t at;
static sigset_t none, some;
static void prepare(void) {
  sigemptyset(&none);
  sigemptyset(&some);
  sigaddset(&some, SIGUSR1);
  pthread_attr_init(&at);
  pthread_attr_setsigmask_np(&at, &none);
}
static void change(void) { pthread_attr_setsigmask_np(&at, &some); }
static void look(void) {
  sigset_t s;
  pthread_attr_getsigmask_np(&at, &s);
  assert(!sigismember(&s, SIGUSR1));
}
