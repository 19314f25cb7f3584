// SPDX-License-Identifier: Apache-2.0
//
// ScratchMap: address -> Value, filled anew for every trace. Emptying it costs nothing, whatever its size: a search
// checks hundreds of thousands of short traces a second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

template <typename Value>
class ScratchMap {
 public:
  struct Entry {
    std::uint64_t key;
    Value value;
  };

  void clear() {
    entries_.clear();
    if (++generation_ != 0) return;
    slots_.assign(slots_.size(), Slot{});  // the numbers are used up: begin again
    generation_ = 1;
  }

  Value* find(std::uint64_t key) {
    if (entries_.empty()) return nullptr;
    const Slot& slot = slots_[slot_of(key)];
    return slot.generation == generation_ ? &entries_[slot.entry].value : nullptr;
  }

  // A value made anew is as `Value{}`. References are valid until the next new key.
  Value& operator[](std::uint64_t key) {
    if (entries_.size() * 2 >= slots_.size()) grow();
    Slot& slot = slots_[slot_of(key)];
    if (slot.generation != generation_) {
      slot = {generation_, static_cast<std::uint32_t>(entries_.size())};
      entries_.push_back({key, Value{}});
    }
    return entries_[slot.entry].value;
  }

  // In the order in which the keys came.
  std::vector<Entry>& entries() { return entries_; }
  bool empty() const { return entries_.empty(); }

 private:
  struct Slot {
    std::uint32_t generation = 0;
    std::uint32_t entry = 0;
  };

  // Of the key, or the free one where it belongs.
  std::size_t slot_of(std::uint64_t key) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15) >> 20) & last;
    while (slots_[at].generation == generation_ && entries_[slots_[at].entry].key != key) at = (at + 1) & last;
    return at;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, Slot{});
    generation_ = 1;
    for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
      slots_[slot_of(entries_[entry].key)] = {generation_, static_cast<std::uint32_t>(entry)};
    }
  }

  std::vector<Slot> slots_;  // a power of two of them, at most half of them used
  std::vector<Entry> entries_;
  std::uint32_t generation_ = 1;
};

}  // namespace heddle
