// SPDX-License-Identifier: Apache-2.0
//
// main waits in a loop on a variable on its own stack. Before it is known that the variable is shared, main's reads of it
// are no events: the run that finds that out must not wait until the loop counts as a hang, 64 times over.
//
// HEDDLE: strategy=random options=--time,60s verdict=incomplete executions=10000 output="this is not a proof: limit of 10000 executions (--max-executions)."
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> busy{0};
  std::thread worker([&] {
    ++busy;
    --busy;
  });
  while (busy != 0) {
  }
  worker.join();
  return busy;
}
