// SPDX-License-Identifier: Apache-2.0
//
// One thread releases, one acquires: the data is there when acquire() returns. With a single thread that acquires,
// libstdc++ 12's lost wake-up (semaphore_lost_wakeup.cpp) cannot happen. The model spells out what the library does: it
// notes the counter, tries to take one, and sleeps while the counter is the noted one.
//
// HEDDLE: strategy=dfs verdict=clean executions=63
// MODEL: semaphore_handoff.model
#include <pthread.h>

#include <cassert>
#include <semaphore>

std::counting_semaphore<4> filled{0};
int data = 0;

void* body(void*) {
  data = 1;
  filled.release();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  filled.acquire();
  assert(data == 1);
  pthread_join(worker, nullptr);
}
