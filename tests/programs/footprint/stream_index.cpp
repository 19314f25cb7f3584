// Numbers for words of one's own in a stream are given to all threads in turn.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <atomic>
#include <cassert>
#include <ios>
#include <thread>

static std::atomic<int> step, gate, first;

int main() {
  first = std::ios_base::xalloc();
  std::thread one([] {
    step = 1;
    std::ios_base::xalloc();
    step = 2;
  });
  std::thread two([] {
    int mine = std::ios_base::xalloc();
    if (step == 1 && gate) assert(mine == first + 1);  // FINDING
  });
  std::thread three([] {
    gate = 1;
    gate = 0;
  });
  one.join();
  two.join();
  three.join();
}
