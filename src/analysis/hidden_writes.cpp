// SPDX-License-Identifier: Apache-2.0
#include "analysis/hidden_writes.h"

#include <algorithm>
#include <bit>

#include "analysis/cell_bytes.h"
#include "trace/event_flags.h"
#include "trace/payload.h"

namespace heddle {
namespace {

// All ones in the bytes that `bytes` names.
std::uint64_t mask_of(std::uint8_t bytes) {
  std::uint64_t mask = 0;
  for (unsigned index = 0; index < 8; ++index) {
    if ((bytes >> index & 1) != 0) mask |= std::uint64_t{0xff} << (8 * index);
  }
  return mask;
}

}  // namespace

bool HiddenWrites::read(const Event& event, std::uint64_t value) {
  bool is_as_known = true;
  unsigned done = 0;
  for_each_cell(event.object, event.size, [&](std::uint64_t number, std::uint8_t bytes) {
    const auto first = static_cast<unsigned>(std::countr_zero(bytes));
    const std::uint64_t seen = (value >> (8 * done)) << (8 * first);
    Cell& cell = cells_[number];
    const std::uint64_t mask = mask_of(bytes);
    is_as_known &= ((seen ^ cell.bytes) & mask_of(bytes & cell.known)) == 0;
    cell.bytes = (cell.bytes & ~mask) | (seen & mask);
    cell.known |= bytes;
    done += static_cast<unsigned>(std::popcount(bytes));
  });
  return is_as_known;
}

void HiddenWrites::write(std::uint64_t address, std::uint32_t size, std::uint64_t value) {
  Event event;
  event.object = address;
  event.size = size;
  read(event, value);
}

void HiddenWrites::forget(std::uint64_t address, std::uint64_t size) {
  for_each_cell(address, size, [&](std::uint64_t number, std::uint8_t bytes) {
    if (Cell* cell = cells_.find(number)) cell->known &= static_cast<std::uint8_t>(~bytes);
  });
}

void HiddenWrites::write_range(const Event& event, std::span<const std::uint8_t> content) {
  forget(event.object, event.size);
  for (std::size_t at = 0; at < content.size() && at < event.size; ++at) write(event.object + at, 1, content[at]);
}

bool HiddenWrites::reads_one(const Event& event, const Trace& trace) {
  if (event.kind == EventKind::OnceLeave) forget(event.object, 8);  // its flag or guard, which the runtime writes
  if (event.size == 0) return false;
  const bool changes = event.kind == EventKind::Rmw || event.kind == EventKind::Cas;
  const bool frees = event.kind == EventKind::Free || event.kind == EventKind::Allocate || remakes(event) ||
                     is_unmodelled(event);
  bool is_as_known = true;
  if (frees || (changes && event.size > 8)) {
    forget(event.object, event.size);
  } else if (event.kind == EventKind::Load || changes) {
    is_as_known = read(event, event.value);
    const bool writes = event.kind == EventKind::Rmw || (changes && succeeded(event));
    if (writes) write(event.object, event.size, event.second);
  } else if (event.kind == EventKind::Store) {
    write(event.object, event.size, event.value);
  } else if (event.kind == EventKind::WriteRange) {
    write_range(event, payload_of(event, trace));
  }
  return is_atomic(event) && !is_as_known;
}

}  // namespace heddle
