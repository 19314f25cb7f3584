// The same with a lock, and with everything that a tree does.
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,500,--paranoid,5
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <map>
#include <mutex>
#include <set>
#include <thread>

std::mutex mutex;
std::map<int, int> numbers;

void insert(int first) {
  std::lock_guard lock(mutex);
  for (int key = first; key < first + 2; ++key) numbers[key] = key;
}

int main() {
  for (int key : {0, 1, 8, 9}) numbers[key] = key;
  std::thread other(insert, 5);
  insert(3);
  other.join();
  assert(numbers.size() == 8);
  for (const auto& [key, value] : numbers) assert(value == key);
  for (int key : {3, 0, 9, 5}) numbers.erase(key);
  std::set<int> left;
  for (auto at = numbers.end(); at != numbers.begin();) left.insert((--at)->first);
  assert((left == std::set<int>{1, 4, 6, 8}));
}
