// SPDX-License-Identifier: Apache-2.0
#include "execute/ring_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace heddle {

RingMemory::RingMemory(FileDescriptor memory, std::byte* base, std::size_t size, const RingShape& shape)
    : memory_(std::move(memory)),
      base_(base),
      size_(size),
      slots_offset_(wire::align_up(sizeof(wire::RingHeader), 4096)),
      shape_(shape),
      layout_(wire::slot_layout(shape.event_capacity, shape.payload_capacity, shape.pc_capacity)) {
  wire::RingHeader& ring = header();
  ring.magic = wire::kRingMagic;
  ring.version = wire::kWireVersion;
  ring.slot_count = shape.slots;
  ring.event_capacity = shape.event_capacity;
  ring.payload_capacity = shape.payload_capacity;
  ring.pc_capacity = shape.pc_capacity;
  ring.slots_offset = slots_offset_;
  ring.slot_stride = layout_.stride;
  ring.max_events_per_thread = shape.max_events_per_thread;
  ring.freedoms = shape.freedoms;
  ring.leak_search = shape.leak_search;
  ring.spin = shape.spin;
  ring.hang_milliseconds = shape.hang_milliseconds;
}

RingMemory::RingMemory(RingMemory&& other) noexcept
    : memory_(std::move(other.memory_)),
      base_(std::exchange(other.base_, nullptr)),
      size_(other.size_),
      slots_offset_(other.slots_offset_),
      shape_(other.shape_),
      layout_(other.layout_) {}

RingMemory::~RingMemory() {
  if (base_ != nullptr) ::munmap(base_, size_);
}

Result<RingMemory> RingMemory::create(const RingShape& shape) {
  HEDDLE_CHECK(shape.slots > 0 && (shape.slots & (shape.slots - 1)) == 0,
               "ring indices wrap around, so the number of slots must be a power of two");
  const wire::SlotLayout layout = wire::slot_layout(shape.event_capacity, shape.payload_capacity, shape.pc_capacity);
  const std::size_t size = wire::align_up(sizeof(wire::RingHeader), 4096) + shape.slots * layout.stride;
  FileDescriptor memory(::memfd_create("heddle-ring", MFD_CLOEXEC));
  if (!memory.open() || ::ftruncate(memory.number(), static_cast<off_t>(size)) != 0) {
    return Error{ErrorCode::System, std::string("cannot create shared memory: ") + std::strerror(errno)};
  }
  void* base = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory.number(), 0);
  if (base == MAP_FAILED) {
    return Error{ErrorCode::System, std::string("cannot map shared memory: ") + std::strerror(errno)};
  }
  return RingMemory(std::move(memory), static_cast<std::byte*>(base), size, shape);
}

void RingMemory::write_identities(const ThreadIdentities& identities) const {
  wire::RingHeader& ring = header();
  for (const auto& [parent, ordinal] : identities) {
    if (ring.identity_count == wire::kMaxThreads) break;
    ring.identities[ring.identity_count] = {parent, ordinal};
    ring.identity_count = ring.identity_count + 1;
  }
}

}  // namespace heddle
