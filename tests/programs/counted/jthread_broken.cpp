// SPDX-License-Identifier: Apache-2.0
//
// std::jthread: the value is read inside the block at whose end the thread is joined.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=84 races=some
// MODEL: jthread_broken.model
#include <cassert>
#include <thread>

int value = 0;

int main() {
  int seen = 0;
  {
    std::jthread worker([] { value = 1; });
    seen = value;
  }
  assert(seen == 1);  // FINDING
}
