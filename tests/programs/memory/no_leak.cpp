// SPDX-License-Identifier: Apache-2.0
//
// What the standard library keeps, what globals, locals of main, detached threads and thread-local variables hold: nothing
// of it is a leak.
//
// HEDDLE: strategy=random verdict=incomplete options=--leaks=fail,--max-executions=300
// HEDDLE: strategy=default verdict=incomplete
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

std::map<int, std::string> names;
int* forever = new int(1);
thread_local std::vector<int> per_thread;

int main() {
  auto* local = new std::string(100, 'x');
  std::ostringstream text;
  text << 3.5 << " " << std::locale().name();
  std::cout << text.str() << std::endl;
  names[1] = text.str() + *local;
  per_thread.assign(20, 1);
  auto shared = std::make_shared<int>(3);
  std::thread joined([shared] { per_thread.assign(10, *shared); });
  std::thread([shared] { per_thread.assign(30, *shared); }).detach();
  joined.join();
  std::exit(*forever + static_cast<int>(local->size()) == 101 ? 0 : 1);
}
