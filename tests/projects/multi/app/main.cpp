// SPDX-License-Identifier: Apache-2.0
//
// Two threads write to the journal (protected) and count (not protected). The argument is how much each adds.
#include <cassert>
#include <cstdlib>
#include <thread>

#include "counter.h"
#include "journal.h"

int main(int count, char** words) {
  int amount = count > 1 ? std::atoi(words[1]) : 1;
  Journal journal;
  auto work = [&] {
    counter_add(amount);
    journal.write("added");
  };
  std::thread one(work), two(work);
  one.join();
  two.join();
  assert(journal.size() == 2);
  assert(counter_value() == 2 * amount);
}
