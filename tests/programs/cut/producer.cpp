// SPDX-License-Identifier: Apache-2.0
//
// A producer that goes on until it is told to stop: the queue, and with it the state, grows without end. The consumer
// takes it for granted that what it saw is still there when it comes back.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=exact verdict=finding kind=assertion
#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<bool> stops{false};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long produced = 0, taken = 0;

static void* produce(void*) {
  while (!stops) {
    pthread_mutex_lock(&lock);
    ++produced;
    pthread_mutex_unlock(&lock);
  }
  return nullptr;
}

static void* consume(void*) {
  pthread_mutex_lock(&lock);
  const bool has_some = produced > taken;
  pthread_mutex_unlock(&lock);
  if (!has_some) return nullptr;
  pthread_mutex_lock(&lock);
  assert(produced > taken);  // FINDING
  ++taken;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t producer, consumers[2];
  pthread_create(&producer, nullptr, produce, nullptr);
  for (pthread_t& each : consumers) pthread_create(&each, nullptr, consume, nullptr);
  for (pthread_t each : consumers) pthread_join(each, nullptr);
  stops = true;
  pthread_join(producer, nullptr);
}
