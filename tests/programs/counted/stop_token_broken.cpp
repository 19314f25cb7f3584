// SPDX-License-Identifier: Apache-2.0
//
// std::stop_token: what is written after the request to stop need not be there.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=817 races=some
// MODEL: stop_token_broken.model
#include <pthread.h>

#include <cassert>
#include <stop_token>

std::stop_token token;
int data = 0;

void* body(void*) {
  if (token.stop_requested()) assert(data == 1);  // FINDING
  return nullptr;
}

int main() {
  std::stop_source source;
  token = source.get_token();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  source.request_stop();
  data = 1;
  pthread_join(worker, nullptr);
}
