// SPDX-License-Identifier: Apache-2.0
//
// A shared_ptr that one thread copies while another one resets it: counting is safe, the pointer itself is not.
//
// HEDDLE: strategy=random options=--keep-going,--max-executions=2000 verdict=finding kind=assertion,crash,use-after-free,double-free,null-dereference,invalid-free races=some
#include <cassert>
#include <memory>
#include <thread>

std::shared_ptr<int> shared = std::make_shared<int>(1);

int main() {
  std::thread other([] { shared = std::make_shared<int>(2); });
  std::shared_ptr<int> copy = shared;
  other.join();
  assert(copy.use_count() >= 1 && (*copy == 1 || *copy == 2));
}
