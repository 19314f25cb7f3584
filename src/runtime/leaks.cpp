// SPDX-License-Identifier: Apache-2.0
//
// Memory that was never freed and that nothing points to when the program ends. Conservative, as garbage collectors for
// C are: any aligned word that looks like an address inside of a block keeps it, wherever the word stands: in data of
// the program and its libraries, on the stacks and in the thread-local storage of threads that still live, in memory
// that libc holds, in a block that is itself kept. Blocks from before main and libc's own are never reported.
#include "runtime/leaks.h"

#include <sys/mman.h>

#include "runtime/heap.h"
#include "runtime/snapshot.h"

namespace heddle::runtime {
namespace {

constexpr std::uintptr_t kTableBase = 0x258000000000;  // blocks by address, then those still to be looked through
constexpr std::size_t kMostBlocks = 1 << 20;
constexpr std::uint32_t kAlwaysUntil = 1000, kOneIn = 64;

struct Entry {
  BlockHeader* header;
  bool is_kept;
};

struct Heap {
  Entry* entries;  // ascending
  std::size_t count;
  std::size_t* waiting;  // kept, but not looked through yet
  std::size_t waiting_count;
};

bool is_wanted() {
  const wire::RingHeader& ring = *state().ring;
  switch (ring.leak_search) {
    case wire::LeakSearch::Never:
      return false;
    case wire::LeakSearch::Always:
      return true;
    case wire::LeakSearch::Sampled:
      return ring.tail < kAlwaysUntil || ring.tail % kOneIn == 0;
  }
  return false;
}

bool is_live(BlockHeader* header) {
  return *shadow_of(reinterpret_cast<std::uintptr_t>(header->block())) != kFreedGranule;
}

bool can_leak(const BlockHeader* header) { return header->freed_by != kNotThePrograms; }

// Blocks of this execution: those from before main are part of the data that is searched as a whole.
template <typename Visit>
void for_each_live_block(std::uint32_t arena, Visit visit) {
  State& s = state();
  BlockHeader* oldest = arena == 0 ? s.last_snapshot : nullptr;
  for (BlockHeader* at = s.arena_last[arena]; at != oldest; at = at->previous) {
    if (is_live(at)) visit(at);
  }
}

// Arena by arena upwards; within an arena the chain runs downwards, so each is filled from its end. Without tables by
// arena: this runs on a stack of the program, and how deep that was ever used is what every reset has to clear.
bool collect(Heap& heap) {
  const std::uint32_t arenas = state().thread_limit;
  bool any = false;
  heap.count = 0;
  for (std::uint32_t arena = 0; arena < arenas; ++arena) {
    for_each_live_block(arena, [&](BlockHeader* header) {
      ++heap.count;
      any |= can_leak(header);
    });
  }
  if (!any || heap.count > kMostBlocks) return false;
  std::size_t size = kMostBlocks * (sizeof(Entry) + sizeof(std::size_t));
  void* table = mmap(reinterpret_cast<void*>(kTableBase), size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  if (table == MAP_FAILED) return false;
  heap.entries = static_cast<Entry*>(table);
  heap.waiting = reinterpret_cast<std::size_t*>(heap.entries + kMostBlocks);
  heap.waiting_count = 0;
  std::size_t end = 0;
  for (std::uint32_t arena = 0; arena < arenas; ++arena) {
    for_each_live_block(arena, [&](BlockHeader*) { ++end; });
    std::size_t at = end;
    for_each_live_block(arena, [&](BlockHeader* header) { heap.entries[--at] = {header, false}; });
  }
  return true;
}

void keep(Heap& heap, std::size_t index) {
  if (heap.entries[index].is_kept) return;
  heap.entries[index].is_kept = true;
  heap.waiting[heap.waiting_count++] = index;
}

void look_at_word(Heap& heap, std::uint64_t word) {
  if (word - kArenaBase >= kArenasSize) return;
  std::size_t low = 0, high = heap.count;  // the last block that begins at or before the word
  while (low < high) {
    std::size_t middle = (low + high) / 2;
    if (reinterpret_cast<std::uint64_t>(heap.entries[middle].header->block()) <= word)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return;
  const BlockHeader* header = heap.entries[low - 1].header;
  std::uint64_t offset = word - reinterpret_cast<std::uint64_t>(header->block());
  if (offset < header->size || offset == 0) keep(heap, low - 1);
}

void look_through(Heap& heap, std::uintptr_t begin, std::uintptr_t end) {
  for (std::uintptr_t at = wire::align_up(begin, 8); at + 8 <= end; at += 8) {
    look_at_word(heap, *reinterpret_cast<const std::uint64_t*>(at));
  }
}

void look_through_range(std::uintptr_t begin, std::uintptr_t end, void* heap) {
  look_through(*static_cast<Heap*>(heap), begin, end);
}

void look_through_thread(Heap& heap, const Thread& thread, std::uintptr_t own_stack) {
  bool is_running = &thread == &current_thread();
  std::uintptr_t low = is_running ? own_stack : reinterpret_cast<std::uintptr_t>(thread.context);
  std::uintptr_t top = stack_top(thread.number);
  if (low < thread.stack_low || low > top) low = thread.stack_low;  // the program has a stack of its own
  look_through(heap, low, top);
  look_at_word(heap, reinterpret_cast<std::uint64_t>(thread.argument));
  std::uintptr_t tls = kTlsBase + thread.number * kTlsStride;
  if (thread.number != 0) look_through(heap, tls, tls + thread.tls_size);
}

void look_through_threads(Heap& heap, std::uintptr_t own_stack) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    const Thread& thread = s.threads[i];
    if (thread.ended && !thread.joined) look_at_word(heap, reinterpret_cast<std::uint64_t>(thread.result));
    bool exists = ((s.unconditional[i / 64] | s.conditional[i / 64]) >> (i % 64) & 1) != 0;
    if (exists) look_through_thread(heap, thread, own_stack);
  }
}

void follow(Heap& heap) {
  while (heap.waiting_count > 0) {
    const BlockHeader* header = heap.entries[heap.waiting[--heap.waiting_count]].header;
    auto begin = reinterpret_cast<std::uintptr_t>(header->block());
    look_through(heap, begin, begin + header->size);
  }
}

bool is_lost(const Entry& entry) { return !entry.is_kept && can_leak(entry.header); }

bool any_lost(const Heap& heap) {
  for (std::size_t i = 0; i < heap.count; ++i) {
    if (is_lost(heap.entries[i])) return true;
  }
  return false;
}

void report(const BlockHeader* header) {
  wire::Slot& slot = *state().slot;
  std::uint32_t point = header->allocated == nullptr ? wire::kNoPoint : point_number(header->allocated);
  std::uint32_t at = 0;
  while (at < slot.leak_count && slot.leaks[at].point != point) ++at;
  if (at == wire::kMaxLeaks) return;
  if (at == slot.leak_count) slot.leaks[slot.leak_count++] = {0, 0, point};
  slot.leaks[at].bytes += header->size;
  ++slot.leaks[at].blocks;
}

}  // namespace

__attribute__((noinline)) void find_leaks() {
  if (!is_wanted()) return;
  Heap heap;
  if (!collect(heap)) return;
  __builtin_unwind_init();  // registers that the program's frames still need are on the stack now
  for (std::size_t i = 0; i < heap.count; ++i) {
    if (!can_leak(heap.entries[i].header)) keep(heap, i);
  }
  look_through_threads(heap, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - 256);
  for_each_writable_range(look_through_range, &heap);
  follow(heap);
  if (!any_lost(heap)) return;
  if (!for_each_new_mapping(look_through_range, &heap)) return;
  follow(heap);
  for (std::size_t i = 0; i < heap.count; ++i) {
    if (is_lost(heap.entries[i])) report(heap.entries[i].header);
  }
}

}  // namespace heddle::runtime
