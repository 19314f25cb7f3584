// SPDX-License-Identifier: Apache-2.0
//
// Range accesses: what begin and end of every memcpy, strlen or struct copy share. The bytes travel in the payload
// lane; their hash stands in the record, so that two traces compare without it.
#include <string.h>

#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

std::uint64_t hash_bytes(const void* bytes, std::size_t size) {
  auto* at = static_cast<const unsigned char*>(bytes);
  std::uint64_t hash = 0x9e3779b97f4a7c15ull ^ size;
  for (; size >= 8; size -= 8, at += 8) {
    std::uint64_t word;
    __builtin_memcpy(&word, at, 8);
    hash = (hash ^ word) * 0xff51afd7ed558ccdull;
    hash ^= hash >> 32;
  }
  for (; size > 0; --size, ++at) hash = (hash ^ *at) * 0x100000001b3ull;
  return hash ^ (hash >> 29);
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
  if (!executing() || size == 0 || is_private(address)) return false;
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
