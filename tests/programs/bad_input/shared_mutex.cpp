// SPDX-License-Identifier: Apache-2.0
//
// Read-write locks, and shared_mutex with them, are not modelled yet: named with the user's line, no verdict.
//
// HEDDLE: strategy=random verdict=unsupported output=rwlock
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex guard;
int value = 0;

int main() {
  std::thread writer([] {
    std::unique_lock lock(guard);  // UNSUPPORTED
    ++value;
  });
  writer.join();
}
