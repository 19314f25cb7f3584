// SPDX-License-Identifier: Apache-2.0
//
// Different bytes do not race, whatever they are part of; two bits of one byte do.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=dfs verdict=finding kind=data-race flags=-DBITS races=1
#include <thread>

struct Flags {
  unsigned char one : 1, other : 1;
};
Flags flags;
struct {
  char left, right;
} pair;
int array[2];

void first() {
  pair.left = 1;
  array[0] = 1;
#ifdef BITS
  flags.one = 1;  // FINDING
#endif
}
void second() {
  pair.right = 1;
  array[1] = 1;
#ifdef BITS
  flags.other = 1;  // FINDING
#endif
}

int main() {
  std::thread other(second);
  first();
  other.join();
}
