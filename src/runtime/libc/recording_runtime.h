// SPDX-License-Identifier: Apache-2.0
//
// A runtime for unit tests: one thread, every turn is given at once, every event is written down. Before each turn the
// test may change memory, as another thread would.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/runtime.h"

namespace heddle::runtime::libc {

struct SeenEvent {
  wire::EventRecord record;
  wire::AuxRecord aux;
  std::string bytes;  // of a range
};

struct Observation {
  std::vector<SeenEvent> events;
  std::optional<Outcome> outcome;  // if the work ended the execution
  std::string message;
  std::string failing_file;
  unsigned failing_line = 0;
};

// Runs `work` as the program under control. `meanwhile(n)` is called before the turn of event n (from 0) is given.
Observation observe(const std::function<void()>& work, const std::function<void(int)>& meanwhile = {});

// Two buffers that other threads could see, filled anew by reset_buffers(), and a text form of events on them:
// "read a+0:6, write b+0:6". Objects elsewhere appear without address: "call".
extern char g_a[64];
extern char g_b[64];
void reset_buffers(const char* a, const char* b);
std::string text_of(const Observation& observation);

// A buffer on the (pretended) stack of the running thread: accesses there are no events.
char* own_stack_buffer();

// The program point of every call while observing.
extern HeddlePoint g_call_site;

}  // namespace heddle::runtime::libc
