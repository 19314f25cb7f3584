// SPDX-License-Identifier: Apache-2.0
//
// std::async: the result of the function that another thread runs. No exact number: each side has more than a dozen
// operations that nothing keeps apart (the state's counts and flags here, the result there), hundreds of millions of
// interleavings, although none of them is endless.
//
// HEDDLE: strategy=dfs options=--max-executions=5000 verdict=incomplete executions=5000
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=pct options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <future>

int main() {
  std::future<int> future = std::async(std::launch::async, [] { return 7; });
  assert(future.get() == 7);
}
