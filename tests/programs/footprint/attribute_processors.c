// SPDX-License-Identifier: Apache-2.0
//
// The processors of a thread to come stand behind its attributes, on the heap.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <sched.h>

#include "rare_moments.h"
static pthread_attr_t at;
static cpu_set_t one, two;
static void prepare(void) {
  CPU_SET(0, &one);
  CPU_SET(1, &two);
  pthread_attr_init(&at);
  pthread_attr_setaffinity_np(&at, sizeof one, &one);
}
static void change(void) { pthread_attr_setaffinity_np(&at, sizeof two, &two); }
static void look(void) {
  cpu_set_t s;
  pthread_attr_getaffinity_np(&at, sizeof s, &s);
  assert(CPU_ISSET(0, &s));
}
