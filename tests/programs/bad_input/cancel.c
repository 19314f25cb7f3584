// SPDX-License-Identifier: Apache-2.0
//
// Cancellation of threads is refused; saying that one does not want to be cancelled is not.
//
// HEDDLE: strategy=random verdict=unsupported output="pthread_cancel: cancellation of threads is not modelled"
#include <pthread.h>
#include <stddef.h>

static void* work(void* unused) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
  pthread_testcancel();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);  // UNSUPPORTED
  pthread_join(thread, NULL);
  return 0;
}
