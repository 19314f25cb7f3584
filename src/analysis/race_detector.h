// SPDX-License-Identifier: Apache-2.0
//
// RaceDetector: the data races of one execution. Two accesses race if they touch a common byte, at least one writes, not
// both are atomic, and neither happens before the other. Each cell of memory remembers only accesses that are not
// made superfluous by later ones, so not every pair is reported of a cell with many races, but every cell that has
// any is, and two conflicting accesses one right after the other always are.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/happens_before.h"
#include "analysis/hidden_writes.h"
#include "analysis/scratch_map.h"
#include "trace/finding.h"

namespace heddle {

// Keeps memory, not knowledge, from trace to trace.
class RaceDetector {
 public:
  explicit RaceDetector(Defect defect = Defect::None) : order_(defect) {}
  // Each pair of program points once. Valid until the next call.
  const std::vector<Race>& races_in(const Trace& trace);
  // The same, less those that synchronisation orders which is not seen but shows (hidden_writes.h). Slower: for what is
  // to be reported.
  const std::vector<Race>& proper_races_in(const Trace& trace);
  // In the last trace.
  bool met_weaker_order() const { return order_.met_weaker_order(); }
  bool met_hint() const { return order_.met_hint(); }

 private:
  struct Access {
    std::uint32_t event = 0;
    std::uint32_t then = 0;  // HappensBefore::now
    std::uint32_t next = 0;
    std::uint16_t thread = 0;
    std::uint8_t bytes = 0;
    bool writes = false;
    bool is_atomic = false;
  };
  static constexpr std::uint32_t kEnd = 0xffffffff;
  struct History {
    std::uint32_t first = kEnd;
  };

  void begin(const Trace& trace);
  void order_exit(std::size_t index, const Trace& trace);
  void look_at(const Event& event, std::uint32_t index, const Trace& trace);
  void access(const Access& now, std::uint64_t address, std::uint64_t size, const Trace& trace);
  void access_cell(const Access& now, std::uint64_t cell, History& history, const Trace& trace);
  void free(const Access& now, const Event& event, const Trace& trace);
  void forget(std::uint64_t address, std::uint64_t size);
  void remember(const Access& now, History& history);
  void report(const Access& before, const Access& now, std::uint64_t cell, const Trace& trace);

  HappensBefore order_;
  HiddenWrites hidden_;
  ScratchMap<History> cells_;
  std::vector<Access> accesses_;  // all lists of `cells_`
  std::uint32_t unused_ = kEnd;   // list of elements that were given back
  ScratchMap<bool> pairs_;        // of program points that were reported
  std::vector<Race> races_;
  std::size_t others_ended_ = 0;  // index behind the last event of the other threads, if the process ended after them
};

}  // namespace heddle
