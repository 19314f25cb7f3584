// SPDX-License-Identifier: Apache-2.0
//
// Ten thousand events per execution and a bug that needs two rare orders at once, far apart. Two clerks move money in two
// steps each, early in their day; the auditor counts at the end of hers and allows for one transfer under way, as if
// there could not be two. Both clerks have to stand between their two steps for as long as the auditor works. Switching
// at random they are through long before; priorities would have to change at two exact places of ten thousand.
//
// HEDDLE: strategy=random options=--max-executions,1000,--seed,1 verdict=incomplete executions=1000
// HEDDLE: strategy=pct options=--max-executions,1000,--seed,1 verdict=incomplete executions=1000
// HEDDLE: strategy=exact verdict=finding kind=assertion
// HEDDLE: strategy=exact options=-DUNDER_WAY=2 verdict=clean
#include <array>
#include <atomic>
#include <cassert>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

namespace {

#ifndef UNDER_WAY
#define UNDER_WAY 1
#endif

constexpr long kOpening = 1000, kAmount = 10;
constexpr int kPages = 2500;

struct Branch {
  std::mutex lock;
  long balance = kOpening;

  void add(long amount) {
    std::lock_guard<std::mutex> guard(lock);
    balance += amount;
  }
  long count() {
    std::lock_guard<std::mutex> guard(lock);
    return balance;
  }
};

std::array<Branch, 4> branches;
std::atomic<int> days_done{0};

// A day's paperwork: a ledger that nobody else looks at.
long fill_ledger(int who) {
  std::vector<long> ledger(kPages);
  for (int page = 0; page < kPages; ++page) ledger[static_cast<std::size_t>(page)] = who * page;
  return static_cast<long>(ledger.size());
}

void clerk(int who) {
  branches[static_cast<std::size_t>(2 * who)].add(-kAmount);
  branches[static_cast<std::size_t>(2 * who + 1)].add(kAmount);
  fill_ledger(who);
  ++days_done;
}

void auditor() {
  fill_ledger(7);
  const long counted = std::accumulate(branches.begin(), branches.end(), 0L,
                                       [](long sum, Branch& branch) { return sum + branch.count(); });
  const long missing = static_cast<long>(branches.size()) * kOpening - counted;
  assert(missing <= UNDER_WAY * kAmount);  // FINDING
  ++days_done;
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  threads.emplace_back(auditor);
  for (int who = 0; who < 2; ++who) threads.emplace_back(clerk, who);
  for (std::thread& thread : threads) thread.join();
  assert(days_done == 3);
  return 0;
}
