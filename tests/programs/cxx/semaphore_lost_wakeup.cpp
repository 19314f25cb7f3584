// SPDX-License-Identifier: Apache-2.0
//
// A correct program, and a true finding in the C++ library: libstdc++ 12's semaphore can sleep for ever (GCC bug
// 104928). acquire() notes the counter (1) and then tries to take it. Meanwhile the other thread takes it, so the
// attempts fail, and gives it back, with a notification that meets nobody. Now the counter is 1 as noted, and acquire()
// sleeps until it is no longer 1.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
//
// On top of sem_t there is no such defect:
// HEDDLE: strategy=dfs verdict=clean flags=-D_GLIBCXX_USE_POSIX_SEMAPHORE=1
#include <pthread.h>

#include <semaphore>

std::binary_semaphore semaphore{1};

int main() {
  pthread_t worker;
  auto body = [](void*) -> void* {
    semaphore.acquire();  // FINDING
    semaphore.release();
    return nullptr;
  };
  pthread_create(&worker, nullptr, body, nullptr);
  semaphore.acquire();  // FINDING
  semaphore.release();
  pthread_join(worker, nullptr);
}
