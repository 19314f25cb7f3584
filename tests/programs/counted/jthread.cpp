// SPDX-License-Identifier: Apache-2.0
//
// std::jthread: its destructor asks for the stop and joins.
//
// HEDDLE: strategy=dfs verdict=clean executions=56
// MODEL: jthread.model
#include <cassert>
#include <thread>

int value = 0;

int main() {
  {
    std::jthread worker([] { value = 1; });
  }
  assert(value == 1);
}
