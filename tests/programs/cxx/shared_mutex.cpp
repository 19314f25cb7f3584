// SPDX-License-Identifier: Apache-2.0
//
// Two threads upgrade from shared to exclusive without letting go: each waits for the other's shared hold.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex guard;
int value = 0;

void upgrade() {
  std::shared_lock reading(guard);
  int seen = value;
  guard.lock();  // FINDING
  value = seen + 1;
  guard.unlock();
}

int main() {
  std::thread one(upgrade), two(upgrade);
  one.join();
  two.join();
}
