// SPDX-License-Identifier: Apache-2.0
//
// BlockSizes: how large blocks of the heap are, in all executions together. The place of a block tells its owner's past
// well enough, but not always its size: what another thread finds behind the smallest of several that were seen at one
// place depends on something that it was not told. Whoever frees a block of another thread depends on all of its size.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "trace/contested_sizes.h"
#include "trace/trace.h"

namespace heddle {

// A thread depends on how large the block of another one is, and that is not always the same.
struct Contest {
  std::size_t event;     // at which it uses more than the smallest has; the number of events if it asked for the size
  ContestedSizes sizes;  // seen at this address, and wherever the execution shows the same
};

class BlockSizes {
 public:
  // Follows an execution.
  std::optional<Contest> learn(const Trace& trace);

 private:
  struct Sizes {
    ContestedSizes seen;
    std::uint64_t used = 0;      // by other threads, from the beginning of the block on
    std::size_t latest_use = 0;  // event of the execution
  };
  struct Place {
    std::uint64_t begin;
    std::uint64_t size;
    ThreadId owner;
    Sizes* sizes;
  };

  void note_blocks(const Trace& trace);
  const Place* find(std::uint64_t address) const;
  static void use(Sizes& sizes, std::uint64_t end, std::size_t event);

  std::unordered_map<std::uint64_t, Sizes> by_address_;
  std::vector<Place> places_;  // of the execution, by address
};

}  // namespace heddle
