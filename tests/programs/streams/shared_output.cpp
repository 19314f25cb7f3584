// SPDX-License-Identifier: Apache-2.0
//
// Printing to a standard stream from several threads is no data race, also while a width is left to use up.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=random verdict=incomplete options=--max-executions=200
#include <iostream>
#include <thread>

static void print() { std::cout << 1 << "text" << 'c'; }

int main() {
  std::cout.width(5);
  std::thread threads[] = {std::thread(print), std::thread(print)};
  for (std::thread& each : threads) each.join();
}
