// SPDX-License-Identifier: Apache-2.0
//
// xenium (libxenium-dev 0.0.2): a sequence lock. What is read was written at one time, and updates do not get lost.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pct verdict=incomplete executions=10000
// HEDDLE: strategy=pos verdict=incomplete executions=10000
// HEDDLE: strategy=exact verdict=clean
#include <cassert>
#include <thread>
#include <xenium/seqlock.hpp>

struct Pair {
  long first = 0;
  long second = 0;
};

int main() {
  xenium::seqlock<Pair> pair(Pair{0, 0});
  auto update = [&] {
    pair.update([](Pair& value) {
      ++value.first;
      ++value.second;
    });
  };
  std::thread writer(update);
  std::thread other(update);
  Pair seen = pair.load();
  assert(seen.first == seen.second && seen.first <= 2);
  writer.join();
  other.join();
  assert(pair.load().first == 2);
  return 0;
}
