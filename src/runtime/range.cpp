// SPDX-License-Identifier: Apache-2.0
//
// Range accesses: what begin and end of every memcpy, strlen or struct copy share. The bytes travel in the payload
// lane; their hash stands in the record, so that two traces compare without it.
#include <string.h>

#include "runtime/peek.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

std::uint64_t hash_bytes(const void* bytes, std::size_t size) {
  auto* at = static_cast<const unsigned char*>(bytes);
  wire::Fingerprint hash = wire::step(wire::kEmptyMessage, size);
  std::uint64_t word;
  for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    hash = wire::step(hash, word);
  }
  word = 0;
  memcpy(&word, at, size);
  return wire::folded(wire::step(hash, word));
}

}  // namespace

void record_payload(const void* bytes, std::size_t size) {
  State& s = state();
  wire::EventRecord& event = s.events[s.step - 1];
  event.value = hash_bytes(bytes, size);
  if (HEDDLE_UNLIKELY(s.fingerprints != nullptr)) note_bytes(bytes, size);
  std::uint32_t offset = s.slot->payload_used;
  if (size > s.ring->payload_capacity - offset) return;  // the hash alone remains
  memcpy(s.payload + offset, bytes, size);
  s.slot->payload_used = static_cast<std::uint32_t>(offset + size);
  event.flags |= wire::kEventPayload;
  record_aux(offset, size);
}

bool begin_range(const void* address, std::size_t size, Touch touch, const HeddlePoint* point) {
  if (!executing() || size == 0) return false;
  if (is_private(address)) {
    if (touch == Touch::Writes) before_quiet_write(point);
    return false;
  }
  await_access_turn(address, size, touch);
  check_access(address, size, touch, point);
  return true;
}

void record_range(EventKind kind, const void* address, std::size_t size, const HeddlePoint* point) {
  // How much a read touches may be known only now (the length of a string).
  if (kind == EventKind::ReadRange) check_access(address, size, Touch::Reads, point);
  record(kind, address, 0, point, size > 0xffffffff ? 0xffffffff : static_cast<std::uint32_t>(size));
  record_payload(address, size);
}

}  // namespace heddle::runtime
