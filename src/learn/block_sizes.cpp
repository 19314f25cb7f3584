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

constexpr std::uint64_t kWhole = ~std::uint64_t{0};  // however large the block is

void note(ContestedSizes& sizes, std::uint32_t size) {
  const auto at = std::lower_bound(sizes.begin(), sizes.end(), size);
  if (at == sizes.end() || *at != size) sizes.insert(at, size);
}

}  // namespace

void BlockSizes::note_blocks(const Trace& trace) {
  places_.clear();
  for (const Block& block : trace.blocks) {
    if (block.is_question) continue;
    Sizes& sizes = by_address_[block.address];
    note(sizes.seen, static_cast<std::uint32_t>(block.size));
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

std::optional<Contest> BlockSizes::learn(const Trace& trace) {
  if (trace.blocks.empty()) return std::nullopt;
  note_blocks(trace);
  if (places_.empty()) return std::nullopt;
  const std::uint64_t end = places_.back().begin + std::max<std::uint64_t>(places_.back().size, 1);
  for (std::size_t index = 0; index < trace.events.size(); ++index) {
    const Event& event = trace.events[index];
    const std::uint64_t address = touched(event);
    const Place* place = address >= places_.front().begin && address < end ? find(address) : nullptr;
    if (place == nullptr || place->owner == event.thread) continue;
    const bool is_whole = event.kind == EventKind::Free;  // what only the owner uses is gone, too
    use(*place->sizes, is_whole ? kWhole : address + touched_size(event) - place->begin, index);
  }
  for (const Block& block : trace.blocks) {
    if (!block.is_question) continue;
    const Place* place = find(block.address);
    if (place != nullptr) use(*place->sizes, kWhole, trace.events.size());
  }
  std::optional<Contest> contest;
  for (const Place& place : places_) {
    const Sizes& sizes = *place.sizes;
    if (sizes.seen.size() == 1 || sizes.used <= sizes.seen.front()) continue;
    if (!contest) contest = Contest{sizes.latest_use, {}};
    for (const std::uint32_t size : sizes.seen) note(contest->sizes, size);
  }
  return contest;
}

}  // namespace heddle
