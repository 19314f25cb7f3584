// SPDX-License-Identifier: Apache-2.0
//
// std::cout stands on stdout, whose lock is held while the other thread prints.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=dfs options=--keep-going flags=-DBROKEN verdict=finding kind=deadlock
#include <cstdio>
#include <iostream>
#include <thread>

int main() {
  std::thread printer([] { std::cout << 'x'; });  // FINDING
  flockfile(stdout);
#ifdef BROKEN
  printer.join();
#endif
  funlockfile(stdout);
#ifndef BROKEN
  printer.join();
#endif
}
