// SPDX-License-Identifier: Apache-2.0
//
// std::thread: the value is read before the thread is joined.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=4 races=some
// MODEL: thread_broken.model
#include <cassert>
#include <thread>

int value = 0;

int main() {
  std::thread worker([] { value = 1; });
  int seen = value;
  worker.join();
  assert(seen == 1);  // FINDING
}
