// SPDX-License-Identifier: Apache-2.0
//
// Threads that work on locals of main by reference.
//
// CHECK: 2000 schedules, fingerprints at most 40 percent of the pasts
// NOTICES: a live word less
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> turns{0};
  int sum = 0;
  int last = 0;
  std::thread first([&] {
    for (int i = 0; i < 4; ++i) {
      int seen = turns.fetch_add(1);
      if (seen > 2) sum = seen;
    }
  });
  std::thread second([&turns, &last] {
    for (int i = 0; i < 4; ++i) last = turns.fetch_add(1) & 1;
  });
  first.join();
  second.join();
  return turns == 8 && sum >= 0 && last >= 0 ? 0 : 1;
}
