// SPDX-License-Identifier: Apache-2.0
//
// Blocks of the deterministic heap, for those who look at them from outside: memory_fault.cpp names the block next to a
// bad access, snapshot.cpp resets. A header stands directly in front of every block. Its granules, like the gaps that
// alignment leaves, have shadow 0: so it is a red zone, and a block begins exactly where a granule that is not 0
// follows one that is.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// Marks live blocks of libc, ld.so and this runtime, and all from before main: they are no leaks.
constexpr std::uint16_t kNotThePrograms = 0xfffe;

struct BlockHeader {
  std::uint64_t size;            // as asked for
  const HeddlePoint* allocated;  // may be null: by uninstrumented code that no instrumented code called
  const HeddlePoint* freed;
  BlockHeader* previous;  // in the same arena, at a lower address
  BlockHeader* link;      // of a list of freed blocks
  std::uint32_t granules;
  std::uint16_t allocated_by;
  std::uint16_t freed_by;  // of a live block: kNoThread or kNotThePrograms

  char* block() { return reinterpret_cast<char*>(this + 1); }
  const char* block() const { return reinterpret_cast<const char*>(this + 1); }
};
static_assert(sizeof(BlockHeader) == 48, "a multiple of the granule, so that blocks stay aligned");

inline BlockHeader* header_of(void* block) { return static_cast<BlockHeader*>(block) - 1; }

inline bool in_arenas(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - kArenaBase < kArenasSize;
}

// Memory in the thread's arena for what the runtime keeps in place of libc: no event, never refused.
void* allocate_for_runtime(std::size_t size);

// What libc frees for itself is no event. A block that others can see is held meanwhile: letting go says whether libc has
// freed it, and whoever held it frees it as the program would. Nobody else may run in between.
void hold_block(const void* block);
bool let_go_of_block();

// From the ring: for blocks that are allocated from now on.
void adopt_contested_sizes(const wire::RingHeader& ring);

// Live or freed: does a block begin here?
bool is_block(const void* address);

// What glibc would abort for, and every access that must not happen. `block` is what was to be freed.
[[noreturn]] void end_with_bad_free(void* block, const HeddlePoint* point);

}  // namespace heddle::runtime
