// SPDX-License-Identifier: Apache-2.0
//
// Which statements a program can be made of, how often, and where each can stand.
#pragma once

#include <cstdint>
#include <vector>

#include "fuzz/program.h"

namespace heddle::fuzz {

// Statements that belong together. Which groups a program has is drawn first.
enum class Group : std::uint8_t {
  Memory,
  Atomics,
  Control,
  Pointers,
  Heap,
  Calls,
  Own,
  Mutex,
  Condition,
  Semaphore,
  RwLock,
  Barrier,
  Once,
  Spin,  // locks
  Spinning,
  Children,
  Choices,
};
constexpr std::size_t kGroupCount = static_cast<std::size_t>(Group::Choices) + 1;

struct Choice {
  Kind kind;
  Group group;
  std::uint8_t weight;
};

const std::vector<Choice>& choices();

// Where the next statement will stand.
struct Context {
  std::uint8_t thread = 0;
  bool in_function = false;
  unsigned depth = 0;  // of blocks
  unsigned loops = 0;
  unsigned held_mutexes = 0;  // bit per mutex
  bool holds_spin = false;
  bool holds_rwlock = false;
};

// A thread has `blocks` of the heap so far.
bool fits(Kind kind, const Context& context, std::uint8_t blocks);
// Leaves something new in its target.
bool gives_result(Kind kind);

}  // namespace heddle::fuzz
