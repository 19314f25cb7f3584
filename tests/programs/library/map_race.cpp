// Two threads insert into one std::map without a lock: the tree, its size or both break.
// HEDDLE: strategy=random verdict=finding kind=assertion,crash,null-dereference,hang options=--paranoid,1 races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion,crash,null-dereference,hang races=some
#include <cassert>
#include <map>
#include <thread>

std::map<int, int> numbers = {{5, 0}};

int main() {
  std::thread other([] { numbers[1] = 1; });
  numbers[9] = 9;
  other.join();
  int counted = 0;
  for (auto at = numbers.begin(); at != numbers.end(); ++at) ++counted;
  assert(counted == 3 && numbers.size() == 3);
}
