// Two threads append to one std::list without a lock: an element gets lost.
// HEDDLE: strategy=dfs verdict=finding kind=assertion,crash,hang options=--paranoid,1 races=some
#include <cassert>
#include <list>
#include <thread>

std::list<int> numbers;

int main() {
  std::thread other([] { numbers.push_back(1); });
  numbers.push_back(2);
  other.join();
  int counted = 0;
  for (int number : numbers) counted += number > 0;
  assert(counted == 2);
}
