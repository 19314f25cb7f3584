// SPDX-License-Identifier: Apache-2.0
//
// A mutex that is unlocked twice.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a mutex that nobody holds"
#include <mutex>

std::mutex guarded;

int main() {
  guarded.lock();
  guarded.unlock();
  guarded.unlock();  // FINDING
}
