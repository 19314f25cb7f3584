// SPDX-License-Identifier: Apache-2.0
//
// memcpy reads and writes all of its bytes.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
#include <cstring>
#include <thread>

char text[64], copy[64];

void first() { std::memcpy(copy, text, sizeof text); }
void second() { text[40] = 'x'; }  // FINDING

int main() {
  std::thread other(second);
  first();
  other.join();
}
