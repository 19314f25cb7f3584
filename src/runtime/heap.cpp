// SPDX-License-Identifier: Apache-2.0
//
// Deterministic heap: one bump arena per thread at a fixed address, no reuse inside an execution, so that the result of
// malloc depends on nothing but the thread's own history. Where the environment may reuse memory or refuse it
// (freedoms), malloc is an event. A shadow says which bytes belong to live blocks; every access is checked against it
// (runtime.h). Freed blocks are filled with a pattern, for code that is not instrumented; free is an event (it is a
// write to the whole block) unless libc itself frees, which may hold locks of its own at that moment. The arenas' used
// parts are zeroed at reset. Natively everything goes to glibc's allocator.
#include "runtime/heap.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/libc/ranges.h"

extern "C" {
void* __libc_malloc(std::size_t size);
void __libc_free(void* block);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace heddle::runtime {
namespace {

constexpr int kFreedPattern = 0xdd;
constexpr std::size_t kLongestPattern = 64 << 10;  // enough to be noticed; filling megabytes would be most of the run

// ld.so asks for the TLS block of a new thread: give it memory in that thread's TLS area (fiber.cpp).
void* allocate_tls(std::size_t size) {
  State& s = state();
  char* area = reinterpret_cast<char*>(kTlsBase + (s.tls_allocating - 1) * kTlsStride);
  auto* header = reinterpret_cast<BlockHeader*>(area + s.tls_bump);
  s.tls_bump += static_cast<std::uint32_t>(wire::align_up(size, kGranule) + sizeof(BlockHeader));
  if (s.tls_bump > kTlsStride) return nullptr;
  header->size = size;
  return header->block();
}

void shade_live(const BlockHeader* header) {
  signed char* shadow = shadow_of(reinterpret_cast<std::uintptr_t>(header->block()));
  std::size_t whole = header->size / kGranule, rest = header->size % kGranule;
  memset(shadow, kWholeGranule, whole);
  if (rest != 0) shadow[whole] = static_cast<signed char>(rest);
  if (header->size == 0) shadow[0] = kEmptyGranule;
}

void shade_freed(const BlockHeader* header) {
  memset(shadow_of(reinterpret_cast<std::uintptr_t>(header->block())), kFreedGranule, header->granules);
}

// Tells the explorer of a block: that it was allocated, or that a thread wants to know its size.
void tell_block(const void* block, std::size_t size, bool is_question) {
  State& s = state();
  if (s.blocks == nullptr) return;
  std::uint32_t count = s.slot->block_count;
  if (count < wire::kMostBlocks) {
    s.blocks[count] = {reinterpret_cast<std::uint64_t>(block), static_cast<std::uint32_t>(size), s.current,
                       is_question};
  }
  if (count <= wire::kMostBlocks) s.slot->block_count = count + 1;
}

// Where the next block will be tells the sizes of those before only up to whole granules.
std::uint64_t hash_of_end(const void* block, std::size_t size) {
  std::uint64_t hash = (reinterpret_cast<std::uint64_t>(block) + size % kGranule) * 0x9e3779b97f4a7c15ull;
  hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93ull;
  return hash ^ (hash >> 32);
}

void note_allocated(const void* block, std::size_t size) {
  tell_block(block, size, false);
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  current_thread().local.block_ends += hash_of_end(block, size);
}

// What another thread frees is no part of what its owner knows.
void note_freed(const BlockHeader* header) {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr) || header->allocated_by != state().current) return;
  if (header->freed_by == wire::kNoThread)
    current_thread().local.block_ends -= hash_of_end(header->block(), header->size);
}

std::size_t granules_of(std::size_t size) { return size == 0 ? 1 : (size + kGranule - 1) / kGranule; }

// Blocks of different sizes are rarely found at the same place in different executions then: what other threads do with
// one of them says nothing about the others, and the explorer has to keep them apart.
std::size_t gap_before(std::size_t granules) { return granules % 8 * kGranule; }

void* allocate(std::size_t size, std::size_t alignment) {
  State& s = state();
  if (HEDDLE_UNLIKELY(s.tls_allocating != 0)) return allocate_tls(size);
  std::uintptr_t arena_end = kArenaBase + (s.current + std::uintptr_t{1}) * kArenaStride;
  std::uintptr_t next = reinterpret_cast<std::uintptr_t>(s.arena_next[s.current]);
  std::size_t granules = granules_of(size);
  std::uintptr_t block = wire::align_up(next + gap_before(granules) + sizeof(BlockHeader), alignment);
  if (HEDDLE_UNLIKELY(s.contested.count != 0)) {
    block = place_apart(s.contested, {arena_end - kArenaStride, arena_end}, block, size, alignment);
  }
  if (size > kArenaStride) {
    errno = ENOMEM;
    return nullptr;
  }
  if (block > arena_end || size > arena_end - block) {  // not the program's fault: no memory is used twice
    end_unsupported("malloc", "one thread allocates more than 1 GiB in one execution");
  }
  auto* result = reinterpret_cast<void*>(block);
  BlockHeader* header = header_of(result);
  *header = {size,      call_point(),   nullptr, s.arena_last[s.current], nullptr, static_cast<std::uint32_t>(granules),
             s.current, kNotThePrograms};
  s.arena_next[s.current] = static_cast<char*>(result) + granules * kGranule;
  s.arena_last[s.current] = header;
  // What libraries freed here in an earlier execution may have left its mark: a block begins where none is.
  *(shadow_of(block) - 1) = 0;
  shade_live(header);
  return result;
}

bool called_by_libc(const void* return_address) {
  auto at = reinterpret_cast<std::uintptr_t>(return_address);
  return at >= state().libc_begin && at < state().libc_end;
}

bool is_live(const void* block) {
  return is_block(block) && *shadow_of(reinterpret_cast<std::uintptr_t>(block)) != kFreedGranule;
}

bool called_by_loader(const void* return_address) {
  auto at = reinterpret_cast<std::uintptr_t>(return_address);
  return at >= state().loader_begin && at < state().loader_end;
}

std::uint32_t reuse_class(std::size_t granules) {
  return granules < kReuseClasses ? static_cast<std::uint32_t>(granules) - 1 : kReuseClasses - 1;
}

// The list's link to the most recently freed block of exactly this many granules, whoever freed it; null if there is
// none. Blocks of contested sizes take only each other's place.
BlockHeader** find_freed(std::size_t size) {
  const ContestedTable& contested = state().contested;
  std::size_t granules = granules_of(size);
  BlockHeader** link = &state().freed_blocks[reuse_class(granules)];
  auto fits = [&](const BlockHeader& freed) {
    return freed.granules == granules && residue_of(contested, freed.size) == residue_of(contested, size);
  };
  while (*link != nullptr && !fits(**link)) link = &(*link)->link;
  return *link != nullptr ? link : nullptr;
}

void* reuse(BlockHeader** link, std::size_t size) {
  BlockHeader* header = *link;
  *link = header->link;
  header->size = size;
  header->allocated = call_point();
  header->allocated_by = state().current;
  header->freed = nullptr;
  header->freed_by = wire::kNoThread;
  shade_live(header);
  return header->block();
}

// Where the environment has freedoms, malloc is an event: what it answers depends on what all threads did before.
// Alternatives: new memory, freed memory if there is any of this size, failure if that is still allowed.
void* allocate_by_choice(std::size_t size, std::size_t alignment) {
  State& s = state();
  await_turn();
  bool may_reuse = s.freedoms.reuse != 0 && alignment <= kGranule && size <= kArenaStride;
  BlockHeader** freed = may_reuse ? find_freed(size) : nullptr;
  bool may_fail = s.failed_allocations < s.freedoms.malloc_failures;
  std::uint32_t alternatives = 1u + (freed != nullptr) + may_fail;
  std::uint32_t chosen = alternatives > 1 ? choose(alternatives) : 0;
  bool reuses = freed != nullptr && chosen == 1;
  bool fails = may_fail && chosen != 0 && !reuses;
  void* block = nullptr;
  if (reuses)
    block = reuse(freed, size);
  else if (!fails)
    block = allocate(size, alignment);
  std::uint32_t recorded = size > 0xffffffff ? 0xffffffff : static_cast<std::uint32_t>(size);
  wire::EventRecord& event = record(EventKind::Allocate, block, size, call_point(), recorded);
  if (reuses) event.flags |= wire::kEventSuccess;
  if (alternatives > 1) {
    event.flags |= wire::kEventChoice;
    record_aux(alternatives, chosen);
  }
  if (fails) {
    ++s.failed_allocations;
    errno = ENOMEM;
  }
  return block;
}

// What libc and ld.so allocate for themselves never fails and is never reused: they may hold locks at that moment. The
// program may get it all the same (realpath), and then its size matters like that of others.
void* allocate_for(const void* return_address, std::size_t size, std::size_t alignment) {
  State& s = state();
  if (!executing() || s.tls_allocating != 0) return allocate(size, alignment);
  bool is_library_s = called_by_libc(return_address) || called_by_loader(return_address);
  bool has_freedom = !is_library_s && (s.freedoms.reuse | s.freedoms.malloc_failures) != 0;
  void* block = HEDDLE_UNLIKELY(has_freedom) ? allocate_by_choice(size, alignment) : allocate(size, alignment);
  if (block == nullptr) return nullptr;
  if (!is_library_s) header_of(block)->freed_by = wire::kNoThread;
  note_allocated(block, size);
  return block;
}

const void* g_held_block;
bool g_is_held_freed;

void release(void* block, const void* return_address) {
  bool is_event = executing() && !called_by_libc(return_address);
  if (HEDDLE_UNLIKELY(block == g_held_block)) {
    g_is_held_freed = true;
    return;
  }
  if (is_event) await_turn(block, is_block(block) ? header_of(block)->size : 1);
  if (HEDDLE_UNLIKELY(!is_live(block))) {
    if (executing()) end_with_bad_free(block, call_point());
    return;
  }
  BlockHeader* header = header_of(block);
  std::uint64_t size = header->size;
  note_freed(header);
  header->freed = call_point();
  header->freed_by = state().current;
  shade_freed(header);
  memset(block, kFreedPattern, size < kLongestPattern ? size : kLongestPattern);
  if (is_event && state().freedoms.reuse != 0) {
    BlockHeader*& first = state().freed_blocks[reuse_class(header->granules)];
    header->link = first;
    first = header;
  }
  if (is_event) record(EventKind::Free, block, size, call_point(), static_cast<std::uint32_t>(size));
}

// As in glibc, the next power of two.
std::size_t usable_alignment(std::size_t wanted) {
  std::size_t alignment = kGranule;
  while (alignment < wanted && alignment < kArenasSize) alignment *= 2;
  return alignment;
}

bool multiply_overflows(std::size_t a, std::size_t b, std::size_t* product) {
  return __builtin_mul_overflow(a, b, product);
}

}  // namespace

void hold_block(const void* block) {
  g_held_block = block;
  g_is_held_freed = false;
}

bool let_go_of_block() {
  g_held_block = nullptr;
  return g_is_held_freed;
}

void* allocate_for_runtime(std::size_t size) { return allocate(size, kGranule); }

void adopt_contested_sizes(const wire::RingHeader& ring) {
  ContestedTable& table = state().contested;
  table.count = ring.contested_count;
  memcpy(table.sizes, ring.contested_sizes, sizeof table.sizes);
}

bool is_block(const void* address) {
  auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!in_arenas(address) || at % kGranule != 0 || at % kArenaStride == 0) return false;
  return shadow_of(at)[0] != 0 && shadow_of(at)[-1] == 0;
}

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

void* malloc(std::size_t size) {
  return controlled() ? allocate_for(__builtin_return_address(0), size, kGranule) : __libc_malloc(size);
}

void free(void* block) {
  if (block == nullptr) return;
  if (!controlled()) return __libc_free(block);
  if (reinterpret_cast<std::uintptr_t>(block) - kTlsBase < kMaxThreads * kTlsStride) return;  // ld.so's
  release(block, __builtin_return_address(0));
}

void* calloc(std::size_t count, std::size_t size) {
  if (!controlled()) return __libc_calloc(count, size);
  std::size_t total;
  if (multiply_overflows(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* block = allocate_for(__builtin_return_address(0), total, kGranule);
  // Arenas are zero beyond their end, what was used before is not.
  if (block != nullptr && state().freedoms.reuse != 0) memset(block, 0, total);
  return block;
}

void* realloc(void* block, std::size_t size) {
  if (!controlled()) return __libc_realloc(block, size);
  if (block == nullptr) return allocate_for(__builtin_return_address(0), size, kGranule);
  if (HEDDLE_UNLIKELY(!is_live(block)) && executing()) end_with_bad_free(block, call_point());
  // Never in place: whoever still uses the old block, or more of it than is left, is found.
  std::uint64_t old_size = header_of(block)->size;
  std::uint64_t kept = size < old_size ? size : old_size;
  void* result = size == 0 ? nullptr : allocate_for(__builtin_return_address(0), size, kGranule);
  if (size != 0 && result == nullptr) return nullptr;
  if (result != nullptr) {
    bool is_event =
        !called_by_libc(__builtin_return_address(0)) && begin_range(block, kept, Touch::Reads, call_point());
    memcpy(result, block, kept);
    if (is_event) record_range(EventKind::ReadRange, block, kept, call_point());
    // Nobody else can know the new block yet; but whoever follows all memory has to know what is in it.
    if (is_event && state().whole_stack_visible && begin_range(result, kept, Touch::Writes, call_point())) {
      record_range(EventKind::WriteRange, result, kept, call_point());
    }
  }
  release(block, __builtin_return_address(0));
  return result;
}

void* reallocarray(void* block, std::size_t count, std::size_t size) {
  std::size_t total;
  if (multiply_overflows(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(block, total);
}

void* memalign(std::size_t alignment, std::size_t size) {
  if (!controlled()) return __libc_memalign(alignment, size);
  return allocate_for(__builtin_return_address(0), size, usable_alignment(alignment));
}

void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  int saved = errno;
  void* block = memalign(alignment, size);
  errno = saved;
  if (block == nullptr) return ENOMEM;
  libc::write_value(result, block, call_point());
  return 0;
}

void* valloc(std::size_t size) { return memalign(4096, size); }
void* pvalloc(std::size_t size) { return memalign(4096, wire::align_up(size, 4096)); }

std::size_t malloc_usable_size(void* block) {
  if (block == nullptr) return 0;
  if (!controlled()) return HEDDLE_REAL(malloc_usable_size)(block);
  BlockHeader* header = header_of(block);
  if (executing() && header->allocated_by != state().current) tell_block(block, header->size, true);
  return header->size;
}

}  // extern "C"
