// SPDX-License-Identifier: Apache-2.0
//
// From the bytes of a finished slot to a Trace. The hot path of the explorer: no allocation per event, optional lanes
// are read only where they were asked for. The program may have trashed the memory, so counts and numbers are
// checked; a trace that makes no sense ends as WorkerDied.
#pragma once

#include <vector>

#include "execute/ring_memory.h"
#include "trace/trace.h"

namespace heddle {

class SlotDecoder {
 public:
  explicit SlotDecoder(const RingShape& shape) : shape_(shape) {}

  // Reads the response of `slot`; what it asked for stands in its request part, except for the peeks of `schedule`.
  Trace decode(const SlotView& slot, const Schedule& schedule);

 private:
  bool decode_events(const SlotView& slot, Trace& trace);
  void decode_peeks(const SlotView& slot, const Schedule& schedule, Trace& trace) const;
  void decode_enabled(const SlotView& slot, std::size_t count, EnabledSets& enabled) const;
  void decode_failure(const SlotView& slot, Failure& failure) const;
  void decode_threads(const SlotView& slot, Trace& trace) const;
  void decode_blocks(const SlotView& slot, Trace& trace) const;
  void decode_payload(const SlotView& slot, Trace& trace) const;
  void decode_stacks(const SlotView& slot, Trace& trace) const;
  Stack decode_stack(const SlotView& slot, const wire::StackRecord& record) const;
  std::uint64_t hash(const SlotView& slot, std::size_t event_count);

  RingShape shape_;
  std::vector<std::uint64_t> extra_;        // hashed besides the records; kept to reuse its memory
  std::vector<wire::EventRecord> records_;  // detailed runs: the records as an ordinary run would have them
};

}  // namespace heddle
