// SPDX-License-Identifier: Apache-2.0
//
// A program that says by its exit code that it failed, and says why on its standard output: the report has both.
// HEDDLE: strategy=dfs verdict=finding kind=exit-code output="Output of the program" output="  | expected 2, got 1" races=some
#include <cstdio>
#include <thread>

int counter;

int main() {
  auto increment = [] { counter = counter + 1; };
  std::thread one(increment), two(increment);
  one.join();
  two.join();
  if (counter == 2) return 0;
  std::printf("expected 2, got %d\n", counter);  // flushed by exit
  return 1;
}
