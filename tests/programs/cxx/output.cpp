// SPDX-License-Identifier: Apache-2.0
//
// Threads that print through iostream and stdio; nothing of it disturbs the verdict or the report.
//
// HEDDLE: strategy=random options=--max-executions=300 verdict=incomplete executions=300
// HEDDLE: strategy=default verdict=clean
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>

int main() {
  std::thread one([] { std::cout << "one " << 1 << '\n' << std::flush; });
  std::thread two([] { std::printf("two %s\n", std::string("2").c_str()); });
  std::cerr << "main\n";
  one.join();
  two.join();
}
