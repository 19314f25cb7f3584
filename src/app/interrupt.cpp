// SPDX-License-Identifier: Apache-2.0
#include "app/interrupt.h"

#include <csignal>

namespace heddle {

namespace {

// A signal handler can reach nothing but globals.
std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void request_stop(int number) {
  if (!stop_requested.exchange(true)) return;
  std::signal(number, SIG_DFL);
  std::raise(number);  // delivered when this handler returns
}

}  // namespace

const std::atomic<bool>& stop_on_interrupt() {
  struct sigaction action {};
  action.sa_handler = request_stop;
  // No SA_RESTART: waits shall end.
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_requested;
}

}  // namespace heddle
