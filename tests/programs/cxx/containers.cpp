// SPDX-License-Identifier: Apache-2.0
//
// Containers, strings and streams under a mutex, used by two threads.
//
// HEDDLE: strategy=random options=--max-executions=300 verdict=incomplete executions=300
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

std::mutex mutex;
std::map<std::string, int> ordered;
std::unordered_map<int, std::string> hashed;
std::vector<std::string> list;

void work(int who) {
  std::ostringstream text;
  text << "thread " << who << " says " << 2.5;
  std::scoped_lock guard(mutex);
  ordered[text.str()] += who;
  hashed.emplace(who, text.str());
  list.push_back("a line that is surely longer than the small string buffer: " + text.str());
}

int main() {
  std::thread one(work, 1), two(work, 2);
  one.join();
  two.join();
  assert(ordered.size() == 2 && hashed.size() == 2 && list.size() == 2);
  assert(ordered.at("thread 2 says 2.5") == 2 && hashed.at(1) == "thread 1 says 2.5");
}
