// SPDX-License-Identifier: Apache-2.0
//
// std::osyncstream: what two threads emit comes out in two whole pieces.
//
// HEDDLE: strategy=exact verdict=clean
#include <pthread.h>

#include <cassert>
#include <sstream>
#include <syncstream>

std::ostringstream out;

void* body(void* stream) {
  static_cast<std::osyncstream*>(stream)->emit();
  return nullptr;
}

int main() {
  std::osyncstream one(out), two(out);
  one << "one ";
  two << "two ";
  pthread_t worker;
  pthread_create(&worker, nullptr, body, &one);
  body(&two);
  pthread_join(worker, nullptr);
  assert(out.str() == "one two " || out.str() == "two one ");
}
