// SPDX-License-Identifier: Apache-2.0
//
// std::stop_token: who sees the request to stop sees what was written before it.
//
// HEDDLE: strategy=dfs verdict=clean executions=396
// MODEL: stop_token.model
#include <pthread.h>

#include <cassert>
#include <stop_token>

std::stop_token token;
int data = 0;

void* body(void*) {
  if (token.stop_requested()) assert(data == 1);
  return nullptr;
}

int main() {
  std::stop_source source;
  token = source.get_token();
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  data = 1;
  assert(source.request_stop());
  pthread_join(worker, nullptr);
}
