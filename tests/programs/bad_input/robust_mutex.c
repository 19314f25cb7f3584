// SPDX-License-Identifier: Apache-2.0
//
// Robust mutexes are refused where one is made.
//
// HEDDLE: strategy=random verdict=unsupported output="robust mutexes are not modelled"
#include <pthread.h>

pthread_mutex_t mutex;

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);  // UNSUPPORTED
  return 0;
}
