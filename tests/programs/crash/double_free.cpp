// SPDX-License-Identifier: Apache-2.0
//
// Two threads may both see the last reference go.
//
// HEDDLE: strategy=dfs verdict=finding kind=double-free message=double replays=100
#include <atomic>
#include <thread>

int* shared = new int(1);
std::atomic<int> references{2};

void release() {
  references = references - 1;
  if (references == 0) delete shared;  // FINDING
}

int main() {
  std::thread thread(release);
  release();
  thread.join();
}
