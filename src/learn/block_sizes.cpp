// SPDX-License-Identifier: Apache-2.0
#include "learn/block_sizes.h"

#include <algorithm>

namespace heddle {
namespace {

// What an event touches in memory, whatever else it is about.
std::uint64_t touched(const Event& event) {
  switch (event.kind) {
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      return event.second;
    default:
      return event.object;
  }
}

std::uint64_t touched_size(const Event& event) {
  constexpr std::uint64_t kHandle = 8;
  if (touched(event) != event.object) return kHandle;
  return std::max<std::uint64_t>(event.size, 1);
}

}  // namespace

void BlockSizes::note_blocks(const Trace& trace) {
  places_.clear();
  for (const Block& block : trace.blocks) {
    if (block.is_question) continue;
    const auto [at, is_new] = by_address_.try_emplace(block.address);
    Sizes& sizes = at->second;
    sizes.smallest = is_new ? block.size : std::min(sizes.smallest, block.size);
    sizes.largest = std::max(sizes.largest, block.size);
    sizes.latest_use = 0;
    places_.push_back({block.address, block.size, block.thread, &sizes});
  }
  std::sort(places_.begin(), places_.end(),
            [](const Place& one, const Place& other) { return one.begin < other.begin; });
}

// In which block of the execution that is.
const BlockSizes::Place* BlockSizes::find(std::uint64_t address) const {
  const auto above = std::upper_bound(places_.begin(), places_.end(), address,
                                      [](std::uint64_t at, const Place& place) { return at < place.begin; });
  if (above == places_.begin()) return nullptr;
  const Place& place = *std::prev(above);
  return address - place.begin < std::max<std::uint64_t>(place.size, 1) ? &place : nullptr;
}

void BlockSizes::use(Sizes& sizes, std::uint64_t end, std::size_t event) {
  sizes.used = std::max(sizes.used, end);
  sizes.latest_use = event;
}

std::optional<std::size_t> BlockSizes::learn(const Trace& trace) {
  if (trace.blocks.empty()) return std::nullopt;
  note_blocks(trace);
  if (places_.empty()) return std::nullopt;
  for (std::size_t index = 0; index < trace.events.size(); ++index) {
    const Event& event = trace.events[index];
    const std::uint64_t address = touched(event);
    const bool is_near = address >= places_.front().begin && address < places_.back().begin + places_.back().size;
    const Place* place = is_near ? find(address) : nullptr;
    if (place == nullptr || place->owner == event.thread) continue;
    use(*place->sizes, address + touched_size(event) - place->begin, index);
  }
  for (const Block& block : trace.blocks) {
    if (!block.is_question) continue;
    const Place* place = find(block.address);
    if (place != nullptr) use(*place->sizes, ~std::uint64_t{0}, trace.events.size());
  }
  for (const Place& place : places_) {
    const Sizes& sizes = *place.sizes;
    if (sizes.smallest < sizes.largest && sizes.used > sizes.smallest) return sizes.latest_use;
  }
  return std::nullopt;
}

}  // namespace heddle
