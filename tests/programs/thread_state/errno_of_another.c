// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=unsupported
// HEDDLE: strategy=default verdict=unsupported
// Looking at the errno of another thread: that is written where nobody sees it, so nothing is claimed.
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static void* looks(void* argument) {
  return *(int*)argument == 0 ? argument : 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, looks, &errno);
  close(-1);
  pthread_join(other, 0);
  return 0;
}
