// SPDX-License-Identifier: Apache-2.0
//
// Static objects are destroyed in the reverse order of their construction, whichever threads that were: the database must
// not outlive the log that it writes to.
//
// HEDDLE: strategy=default verdict=finding kind=assertion races=ignore
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=ignore
#include <pthread.h>

#include <atomic>
#include <cassert>

std::atomic<bool> log_is_gone{false};

struct Log {
  ~Log() { log_is_gone = true; }
};
struct Database {
  ~Database() { assert(!log_is_gone); }  // FINDING
};

void* use_log(void*) {
  static Log log;
  return nullptr;
}

void* use_database(void*) {
  static Database database;
  return nullptr;
}

int main() {
  pthread_t one, other;
  pthread_create(&one, nullptr, use_log, nullptr);
  pthread_create(&other, nullptr, use_database, nullptr);
  pthread_join(one, nullptr);
  pthread_join(other, nullptr);
}
