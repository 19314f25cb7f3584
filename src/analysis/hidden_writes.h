// SPDX-License-Identifier: Apache-2.0
//
// HiddenWrites: atomic reads of a value that nobody was seen to write. Code that is not instrumented (libstdc++'s own, at
// the end of a thread that has promised a result) publishes with atomics that are no events; whoever reads what they
// wrote is ordered after it.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/scratch_map.h"
#include "trace/trace.h"

namespace heddle {

class HiddenWrites {
 public:
  void begin() { cells_.clear(); }
  // Follows the event; true if it read something atomically that was not written by the events before.
  bool reads_one(const Event& event, const Trace& trace);

 private:
  struct Cell {
    std::uint64_t bytes = 0;
    std::uint8_t known = 0;  // one bit per byte
  };

  bool read(const Event& event, std::uint64_t value);
  void write(std::uint64_t address, std::uint32_t size, std::uint64_t value);
  void write_range(const Event& event, std::span<const std::uint8_t> content);
  void forget(std::uint64_t address, std::uint64_t size);

  ScratchMap<Cell> cells_;  // by address / 8
};

}  // namespace heddle
