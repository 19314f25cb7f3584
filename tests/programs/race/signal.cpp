// SPDX-License-Identifier: Apache-2.0
//
// Whoever is woken comes after the signal, but nothing says so: the signaller does not hold the lock. Only if it has
// taken and given it back before the other wakes up, the two writes are ordered.
//
// The two never stand side by side: exact finds it in executions that it makes for such races (docs/data_races.md).
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
#include <pthread.h>

int value;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void* waits(void*) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  value = 2;  // FINDING
  return nullptr;
}

int main() {
  pthread_t other;
  pthread_create(&other, nullptr, waits, nullptr);
  value = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_detach(other);  // it may wait for ever
}
