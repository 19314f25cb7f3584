// SPDX-License-Identifier: Apache-2.0
//
// Printing is no data race; to change how a stream prints while another thread prints is one.
//
// HEDDLE: strategy=default verdict=finding kind=data-race races=1
#include <iostream>
#include <thread>

static void change() { std::cout.setf(std::ios_base::hex); }
static void print() { std::cout << 10; }

int main() {
  std::thread threads[] = {std::thread(change), std::thread(print)};
  for (std::thread& each : threads) each.join();
}
