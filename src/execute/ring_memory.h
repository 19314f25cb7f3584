// SPDX-License-Identifier: Apache-2.0
//
// RingMemory: the explorer's mapping of the memory shared with the checked program (wire/ring.h), and the addresses
// of each slot's lanes in it. Owns the descriptor and the mapping. Knows nothing about processes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "execute/file_descriptor.h"
#include "trace/result.h"
#include "trace/schedule.h"
#include "wire/ring.h"

namespace heddle {

// Capacities are generous: the memory is sparse, only what an execution really writes costs anything.
struct RingShape {
  std::uint32_t slots = 64;
  std::uint32_t event_capacity = 1 << 19;
  std::uint32_t payload_capacity = 4 << 20;
  std::uint32_t pc_capacity = 1 << 20;
  std::uint32_t max_events_per_thread = 10'000;
  std::uint32_t spin = 2'000;
  std::uint32_t hang_milliseconds = 1'000;
  wire::Freedoms freedoms;
  wire::LeakSearch leak_search = wire::LeakSearch::Never;
};

class SlotView {
 public:
  SlotView(std::byte* slot, const wire::SlotLayout& layout) : slot_(slot), layout_(&layout) {}

  wire::Slot& header() const { return *reinterpret_cast<wire::Slot*>(slot_); }
  wire::ScheduleEntry* entries() const { return at<wire::ScheduleEntry>(layout_->entries); }
  std::uint32_t* choices() const { return at<std::uint32_t>(layout_->choices); }
  wire::EventRecord* events() const { return at<wire::EventRecord>(layout_->events); }
  wire::AuxRecord* aux() const { return at<wire::AuxRecord>(layout_->aux); }
  std::uint64_t* enabled() const { return at<std::uint64_t>(layout_->enabled); }
  wire::StackRecord* stacks() const { return at<wire::StackRecord>(layout_->stacks); }
  std::uint64_t* pcs() const { return at<std::uint64_t>(layout_->pcs); }
  std::byte* payload() const { return slot_ + layout_->payload; }
  wire::BlockRecord* blocks() const { return at<wire::BlockRecord>(layout_->blocks); }
  wire::Fingerprint* fingerprints() const { return at<wire::Fingerprint>(layout_->fingerprints); }
  wire::PeekRequest* peek_requests() const { return at<wire::PeekRequest>(layout_->peek_requests); }
  wire::PeekRecord* peeks() const { return at<wire::PeekRecord>(layout_->peeks); }

 private:
  template <typename Record>
  Record* at(std::size_t offset) const {
    return reinterpret_cast<Record*>(slot_ + offset);
  }

  std::byte* slot_;
  const wire::SlotLayout* layout_;
};

class RingMemory {
 public:
  static Result<RingMemory> create(const RingShape& shape);
  RingMemory(RingMemory&& other) noexcept;
  RingMemory& operator=(RingMemory&&) = delete;
  ~RingMemory();

  int descriptor() const { return memory_.number(); }
  wire::RingHeader& header() const { return *reinterpret_cast<wire::RingHeader*>(base_); }
  // Thread numbers that are taken already.
  void write_identities(const ThreadIdentities& identities) const;
  const RingShape& shape() const { return shape_; }
  // The slot of a monotone ring index.
  SlotView slot(std::uint32_t index) const {
    return {base_ + slots_offset_ + std::size_t{index % shape_.slots} * layout_.stride, layout_};
  }

 private:
  RingMemory(FileDescriptor memory, std::byte* base, std::size_t size, const RingShape& shape);

  FileDescriptor memory_;
  std::byte* base_ = nullptr;
  std::size_t size_ = 0;
  std::size_t slots_offset_ = 0;
  RingShape shape_;
  wire::SlotLayout layout_;
};

}  // namespace heddle
