// SPDX-License-Identifier: Apache-2.0
//
// std::osyncstream: what is put into it comes out when it is emitted, not before.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=exact verdict=finding kind=assertion races=some
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <sstream>
#include <syncstream>

std::ostringstream out;
std::atomic<bool> told{false};

void* body(void* stream) {
  told = true;
  static_cast<std::osyncstream*>(stream)->emit();
  return nullptr;
}

int main() {
  std::osyncstream one(out);
  one << "one ";
  pthread_t worker;
  pthread_create(&worker, nullptr, body, &one);
  if (told) assert(!out.view().empty());  // FINDING
  pthread_join(worker, nullptr);
}
