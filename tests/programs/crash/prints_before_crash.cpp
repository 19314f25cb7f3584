// SPDX-License-Identifier: Apache-2.0
//
// What the program printed before it crashed is in the report: much of it, from both streams, in its order.
// HEDDLE: strategy=dfs verdict=finding kind=null-dereference output="  | row 29" output="  | stderr follows" without="  | row 10" without="not flushed"
// HEDDLE: strategy=random verdict=finding kind=null-dereference output="(the last 20 lines; a replay shows all)" replays=3
#include <atomic>
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>

std::atomic<int> value;
int* target = nullptr;

int main() {
  std::thread other([] { value.store(1); });
  const int seen = value.load();
  other.join();
  if (seen == 0) return 0;
  const std::string much(300'000, '.');  // more than a pipe holds
  std::fwrite(much.data(), 1, much.size(), stdout);
  for (int row = 10; row < 30; ++row) std::printf("\nrow %d", row);
  std::fflush(stdout);
  std::cerr << "\nstderr follows\n";
  std::printf("not flushed");
  *target = seen;  // FINDING
}
