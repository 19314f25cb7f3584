// SPDX-License-Identifier: Apache-2.0
//
// What comes before a thread is created and after it is joined does not race with it.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=dfs verdict=finding kind=data-race flags=-DTOO_EARLY races=1
#include <thread>

int value;

int main() {
  value = 1;
  std::thread thread([] { ++value; });  // FINDING
#ifdef TOO_EARLY
  ++value;  // FINDING
#endif
  thread.join();
  ++value;
}
