// SPDX-License-Identifier: Apache-2.0
//
// There is a limit on threads; it is named with the line of the create that was too much.
//
// HEDDLE: strategy=random verdict=unsupported output="more than 1023 threads besides main" options=--max-executions=1
#include <pthread.h>
#include <stddef.h>

static void* work(void* unused) { return unused; }

int main(void) {
  for (int i = 0; i < 2000; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);  // UNSUPPORTED
    pthread_detach(thread);
  }
  return 0;
}
