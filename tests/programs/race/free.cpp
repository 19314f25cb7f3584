// SPDX-License-Identifier: Apache-2.0
//
// A free races with a read, if it does not come first and make it a use after free.
//
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=use-after-free races=1
#include <cstdlib>
#include <thread>

int* block = static_cast<int*>(std::calloc(4, sizeof(int)));
int seen;

void first() { seen = block[2]; }  // FINDING
void second() { std::free(block); }

int main() {
  std::thread other(second);
  first();
  other.join();
}
