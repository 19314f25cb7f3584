// SPDX-License-Identifier: Apache-2.0
//
// Whole lines from two threads through std::osyncstream.
//
// HEDDLE: strategy=random options=--max-executions=300 verdict=incomplete executions=300
// HEDDLE: strategy=default verdict=clean
#include <iostream>
#include <syncstream>
#include <thread>

int main() {
  std::thread other([] { std::osyncstream(std::cout) << "other " << 1 << '\n'; });
  std::osyncstream(std::cout) << "main " << 2 << '\n';
  other.join();
}
