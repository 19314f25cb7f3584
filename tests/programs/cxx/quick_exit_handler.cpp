// SPDX-License-Identifier: Apache-2.0
//
// What at_quick_exit registered runs, the latest first, and while other threads still run; destructors do not.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
#include <cassert>
#include <cstdlib>
#include <thread>

int order = 0;
int written = 0;

struct Never {
  ~Never() { assert(false); }
};
Never never;

int main() {
  std::at_quick_exit([] {
    assert(order == 1);
    assert(written == 0);  // FINDING
  });
  std::at_quick_exit([] { ++order; });
  std::thread writer([] { written = 1; });
  writer.detach();
  std::quick_exit(0);
}
