// SPDX-License-Identifier: Apache-2.0
//
// As osyncstream.cpp, with more threads than can be tried in every order: exact cannot judge it, dfs takes too long.
//
// HEDDLE: strategy=default verdict=incomplete output="the model does not fit" output="more than 100000" output="random executions" output="this is not a proof"
#include <pthread.h>

#include <cassert>
#include <sstream>
#include <syncstream>

constexpr int kWorkers = 4;
std::ostringstream out;

void* body(void* stream) {
  static_cast<std::osyncstream*>(stream)->emit();
  return nullptr;
}

int main() {
  std::osyncstream one(out), two(out), three(out), four(out);
  std::osyncstream* streams[kWorkers] = {&one, &two, &three, &four};
  pthread_t workers[kWorkers];
  for (std::osyncstream* stream : streams) *stream << "word ";
  for (int i = 0; i < kWorkers; ++i) pthread_create(&workers[i], nullptr, body, streams[i]);
  for (pthread_t worker : workers) pthread_join(worker, nullptr);
  assert(out.str() == "word word word word ");
}
