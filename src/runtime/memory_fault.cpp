// SPDX-License-Identifier: Apache-2.0
//
// Accesses that must not happen: to freed or never allocated heap, to a stack whose frame or thread has ended, to
// thread-local memory of a thread that has ended, to what is Heddle's own, through a null pointer. Entered only when the
// short test in runtime.h was not satisfied; decides, and ends the execution with all that the heap remembers about the
// block. Says nothing unless it is sure.
#include <signal.h>
#include <string.h>

#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/libc/mappings.h"
#include "runtime/stack_sites.h"

namespace heddle::runtime {
namespace {

struct BadAccess {
  Fault fault;
  std::uintptr_t address;
  std::size_t size;
  Touch touch;
  const HeddlePoint* point;
};

std::uint32_t number_or_none(const HeddlePoint* point) {
  return point == nullptr ? wire::kNoPoint : point_number(point);
}

void note(const BadAccess& bad) {
  State& s = state();
  wire::FaultRecord& record = s.slot->fault_record;
  s.slot->fault = bad.fault;
  s.slot->signal = bad.fault == Fault::DoubleFree || bad.fault == Fault::InvalidFree ? SIGABRT : SIGSEGV;
  s.slot->fault_address = bad.address;
  record.address = bad.address;
  record.access_size = bad.size > 0xffffffff ? 0xffffffff : static_cast<std::uint32_t>(bad.size);
  record.is_write = bad.touch == Touch::Writes;
  if (bad.point != nullptr) set_failing_point(bad.point);
}

[[noreturn]] void end_with(const BadAccess& bad) {
  note(bad);
  end_execution(Outcome::Crashed);
}

void forget_block() {
  wire::FaultRecord& record = state().slot->fault_record;
  record = {};
  record.allocated_at = record.freed_at = wire::kNoPoint;
  record.allocated_by = record.freed_by = record.owner = wire::kNoThread;
  record.site = wire::kAnyStackSite;
}

void describe_block(const BlockHeader* header) {
  wire::FaultRecord& record = state().slot->fault_record;
  forget_block();
  if (header == nullptr) return;
  bool is_freed = *shadow_of(reinterpret_cast<std::uintptr_t>(header->block())) == kFreedGranule;
  record.block = reinterpret_cast<std::uint64_t>(header->block());
  record.block_size = header->size;
  record.allocated_at = number_or_none(header->allocated);
  record.allocated_by = header->allocated_by;
  if (!is_freed) return;
  record.freed_at = number_or_none(header->freed);
  record.freed_by = header->freed_by;
}

// The block that an address belongs to, or that it missed by the least.
const BlockHeader* nearest_block(std::uintptr_t address) {
  const BlockHeader* above = nullptr;
  const BlockHeader* below = state().arena_last[(address - kArenaBase) / kArenaStride];
  while (below != nullptr && reinterpret_cast<std::uintptr_t>(below->block()) > address) {
    above = below;
    below = below->previous;
  }
  if (below == nullptr || above == nullptr) return below != nullptr ? below : above;
  std::uintptr_t end = reinterpret_cast<std::uintptr_t>(below->block()) + below->size;
  bool is_inside = address < end;
  bool above_is_nearer = address - end >= reinterpret_cast<std::uintptr_t>(above->block()) - address;
  return !is_inside && above_is_nearer ? above : below;
}

// First byte of [address, address + size) that the program must not touch; the end if there is none.
std::uintptr_t first_bad_byte(std::uintptr_t address, std::size_t size) {
  std::uintptr_t end = address + size;
  while (address < end) {
    if (address - kArenaBase >= kArenasSize) return end;  // beyond the last arena: not the heap's
    std::uint64_t eight;
    memcpy(&eight, shadow_of(address), sizeof eight);
    bool all_whole = address % 16 == 0 && eight == 0x1010101010101010;
    if (all_whole && end - address >= 8 * 16) {
      address += 8 * 16;
      continue;
    }
    std::uintptr_t granule = address & ~std::uintptr_t{15};
    signed char usable = *shadow_of(address);
    std::uintptr_t usable_end = granule + static_cast<std::uintptr_t>(usable > 0 ? usable : 0);
    std::uintptr_t wanted_end = end < granule + 16 ? end : granule + 16;
    if (usable_end < wanted_end) return address > usable_end ? address : usable_end;
    address = wanted_end;
  }
  return end;
}

void check_heap(std::uintptr_t address, std::size_t size, Touch touch, const HeddlePoint* point) {
  std::uintptr_t bad = first_bad_byte(address, size);
  if (bad == address + size) return;
  describe_block(nearest_block(bad));
  bool is_freed = *shadow_of(bad) == kFreedGranule;
  end_with({is_freed ? Fault::UseAfterFree : Fault::BufferOverflow, bad, size, touch, point});
}

bool is_on_stack_of(const Thread& thread, std::uintptr_t address) {
  return address - thread.stack_low < thread.stack_size;
}

// A parked fiber's context is its stack pointer, and what the switch has saved stands there. Above it are the frames of
// hand_over, of the function of turn.cpp that called it, and of the function of the runtime that called that one; all
// have frame pointers. Only what lies above the last of these is the program's.
std::uintptr_t top_of_runtime_frames(const Thread& owner) {
  constexpr std::size_t kSavedFramePointer = 6;  // words into a context of Boost
  constexpr std::size_t kCallers = 2;
  constexpr std::uintptr_t kLongestFrame = 4096, kReturn = 16;
  auto lowest = reinterpret_cast<std::uintptr_t>(owner.context);
  if (!is_on_stack_of(owner, lowest) || owner.events == 0) return lowest;
  std::uintptr_t frame = static_cast<const std::uint64_t*>(owner.context)[kSavedFramePointer];
  for (std::size_t level = 0; level <= kCallers; ++level) {
    bool makes_sense =
        frame % 8 == 0 && frame > lowest && frame - lowest < kLongestFrame && is_on_stack_of(owner, frame);
    if (!makes_sense) return lowest;
    lowest = frame + kReturn;
    frame = *reinterpret_cast<const std::uint64_t*>(frame);
  }
  return lowest;
}

// The lowest address of `owner`'s stack that may be in use; 0 when it cannot be told, as when the program has switched
// to a stack of its own.
std::uintptr_t lowest_in_use(const Thread& owner) {
  bool is_running = &owner == &current_thread();
  auto pointer =
      is_running ? reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) : top_of_runtime_frames(owner);
  return is_on_stack_of(owner, pointer) ? pointer : 0;
}

void check_stack(std::uintptr_t address, std::size_t size, Touch touch, const HeddlePoint* point) {
  State& s = state();
  Thread& owner = s.threads[(address - kStackBase) / kStackStride];
  bool was_used = owner.stack_mapped && is_on_stack_of(owner, address);
  if (!was_used) return;  // a wild pointer: the processor will tell
  if (!owner.ended && address >= lowest_in_use(owner)) return;
  forget_block();
  s.slot->fault_record.owner = owner.number;
  s.slot->fault_record.owner_ended = owner.ended;
  s.slot->fault_record.site = site_at(owner, address);
  end_with({Fault::DanglingStack, address, size, touch, point});
}

// Errno of another thread is refused before anybody comes here (stack_sites.cpp).
void check_thread_local(std::uintptr_t address, std::size_t size, Touch touch, const HeddlePoint* point) {
  const Thread& owner = state().threads[(address - kTlsBase) / kTlsStride];
  const bool is_mapped = owner.tls_made && (address - kTlsBase) % kTlsStride < owner.tls_size;
  if (is_mapped && !owner.ended) return;
  forget_block();
  state().slot->fault_record.owner = owner.number;
  end_with({is_mapped ? Fault::DanglingThreadLocal : Fault::None, address, size, touch, point});
}

// Pages that the program has given back. Those that were never there, or are protected, the processor will tell.
void check_mapping(std::uintptr_t address, std::size_t size, Touch touch, const HeddlePoint* point) {
  const libc::MappedPages* pages = libc::find_mapped(address);
  if (pages != nullptr && !pages->is_gone && address + size > pages->end) pages = libc::find_mapped(address + size - 1);
  if (pages == nullptr || !pages->is_gone) return;
  forget_block();
  wire::FaultRecord& record = state().slot->fault_record;
  record.block = pages->begin;
  record.block_size = pages->end - pages->begin;
  record.allocated_at = number_or_none(pages->mapped);
  record.allocated_by = pages->mapped_by;
  record.freed_at = number_or_none(pages->unmapped);
  record.freed_by = pages->unmapped_by;
  end_with({Fault::UseAfterFree, address > pages->begin ? address : pages->begin, size, touch, point});
}

}  // namespace

void check_access_closely(std::uintptr_t address, std::size_t size, Touch touch, const HeddlePoint* point) {
  if (address - kMappingBase < kMappingsSize) return check_mapping(address, size, touch, point);
  if (address - kArenaBase < kArenasSize) return check_heap(address, size, touch, point);
  if (address - kStackBase < kMaxThreads * kStackStride) return check_stack(address, size, touch, point);
  if (address - kTlsBase < kMaxThreads * kTlsStride) return check_thread_local(address, size, touch, point);
  // Nothing would be there without Heddle.
  forget_block();
  end_with({address < kNullPage ? Fault::NullDereference : Fault::None, address, size, touch, point});
}

void check_object_closely(std::uintptr_t address, const HeddlePoint* point) {
  describe_block(nearest_block(address));
  bool is_freed = *shadow_of(address) == kFreedGranule;
  end_with({is_freed ? Fault::UseAfterFree : Fault::BufferOverflow, address, 0, Touch::Writes, point});
}

void end_with_bad_free(void* block, const HeddlePoint* point) {
  auto address = reinterpret_cast<std::uintptr_t>(block);
  bool has_neighbour = in_arenas(block) && state().arena_last[(address - kArenaBase) / kArenaStride] != nullptr;
  describe_block(has_neighbour ? nearest_block(address) : nullptr);
  bool is_freed = is_block(block) && *shadow_of(address) == kFreedGranule;
  end_with({is_freed ? Fault::DoubleFree : Fault::InvalidFree, address, 0, Touch::Writes, point});
}

}  // namespace heddle::runtime
