// The same with a lock, and with everything that a tree does.
// HEDDLE: strategy=dfs verdict=clean options=--paranoid,1
#include <cassert>
#include <map>
#include <mutex>
#include <set>
#include <thread>

std::mutex mutex;
std::map<int, int> numbers;

void insert(int first) {
  std::lock_guard lock(mutex);
  for (int key = first; key < first + 6; ++key) numbers[key] = key;
}

int main() {
  std::thread other(insert, 4);
  insert(0);
  other.join();
  assert(numbers.size() == 10);
  int expected = 0;
  for (const auto& [key, value] : numbers) assert(key == expected++ && value == key);
  for (int key : {3, 0, 9, 5, 4}) numbers.erase(key);
  std::set<int> left;
  for (auto at = numbers.end(); at != numbers.begin();) left.insert((--at)->first);
  assert((left == std::set<int>{1, 2, 6, 7, 8}));
}
