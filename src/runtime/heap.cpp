// SPDX-License-Identifier: Apache-2.0
//
// Deterministic heap: one bump arena per thread at a fixed address, no reuse inside an execution, so that the result of
// malloc depends on nothing but the thread's own history. Freed blocks are filled with a pattern; free is an event (it
// is a write to the whole block) unless libc itself frees, which may hold locks of its own at that moment. The arenas'
// used parts are zeroed at reset. Natively everything goes to glibc's allocator.
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/runtime.h"

extern "C" {
void* __libc_malloc(std::size_t size);
void __libc_free(void* block);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace heddle::runtime {
namespace {

constexpr std::uint32_t kLive = 0x4845444c;
constexpr std::uint32_t kFreed = 0x46524545;
constexpr int kFreedPattern = 0xdd;
constexpr std::size_t kLongestPattern = 64 << 10;  // enough to be noticed; filling megabytes would be most of the run

struct BlockHeader {  // directly in front of every block
  std::uint64_t size;
  std::uint32_t status;
  std::uint32_t thread;
};
static_assert(sizeof(BlockHeader) == 16);

BlockHeader* header_of(void* block) { return static_cast<BlockHeader*>(block) - 1; }

bool in_arenas(const void* block) {
  return reinterpret_cast<std::uintptr_t>(block) - kArenaBase < kMaxThreads * kArenaStride;
}

// ld.so asks for the TLS block of a new thread: give it memory in that thread's TLS area (fiber.cpp).
void* allocate_tls(std::size_t size) {
  State& s = state();
  char* area = reinterpret_cast<char*>(kTlsBase + (s.tls_allocating - 1) * kTlsStride);
  auto* header = reinterpret_cast<BlockHeader*>(area + s.tls_bump);
  s.tls_bump += static_cast<std::uint32_t>(wire::align_up(size, 16) + sizeof(BlockHeader));
  if (s.tls_bump > kTlsStride) return nullptr;
  *header = {size, kLive, s.tls_allocating - 1};
  return header + 1;
}

void* allocate(std::size_t size, std::size_t alignment) {
  State& s = state();
  if (HEDDLE_UNLIKELY(s.tls_allocating != 0)) return allocate_tls(size);
  std::uintptr_t arena_end = kArenaBase + (s.current + std::uintptr_t{1}) * kArenaStride;
  std::uintptr_t next = reinterpret_cast<std::uintptr_t>(s.arena_next[s.current]);
  std::uintptr_t block = wire::align_up(next + sizeof(BlockHeader), alignment);
  if (size > kArenaStride) {
    errno = ENOMEM;
    return nullptr;
  }
  if (block > arena_end || size > arena_end - block) {  // not the program's fault: no memory is used twice
    end_unsupported("malloc", "one thread allocates more than 1 GiB in one execution");
  }
  s.arena_next[s.current] = reinterpret_cast<char*>(wire::align_up(block + (size == 0 ? 1 : size), 16));
  auto* result = reinterpret_cast<void*>(block);
  *header_of(result) = {size, kLive, s.current};
  return result;
}

bool called_by_libc(const void* return_address) {
  auto at = reinterpret_cast<std::uintptr_t>(return_address);
  return at >= state().libc_begin && at < state().libc_end;
}

// What glibc would abort for.
[[noreturn]] void end_with_bad_block(const char* what) {
  state().slot->signal = SIGABRT;
  set_failing_point(call_point());
  end_with_message(Outcome::Crashed, what);
}

bool may_be_ours(const void* block) {
  return in_arenas(block) && reinterpret_cast<std::uintptr_t>(block) % 16 == 0;
}

void check_block(void* block) {
  if (!executing()) return;
  std::uint32_t status = may_be_ours(block) ? header_of(block)->status : 0;
  if (status == kFreed) end_with_bad_block("double free");
  if (status != kLive) end_with_bad_block("free of memory that malloc did not return");
}

void release(void* block, const void* return_address) {
  bool is_event = executing() && !called_by_libc(return_address);
  if (is_event) await_turn(block, may_be_ours(block) ? header_of(block)->size : 1);
  check_block(block);
  BlockHeader* header = header_of(block);
  std::uint64_t size = header->size;
  header->status = kFreed;
  memset(block, kFreedPattern, size < kLongestPattern ? size : kLongestPattern);
  if (is_event) record(EventKind::Free, block, size, call_point(), static_cast<std::uint32_t>(size));
}

bool multiply_overflows(std::size_t a, std::size_t b, std::size_t* product) {
  return __builtin_mul_overflow(a, b, product);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

void* malloc(std::size_t size) { return controlled() ? allocate(size, 16) : __libc_malloc(size); }

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
  return allocate(total, 16);  // arenas are zero beyond their end
}

void* realloc(void* block, std::size_t size) {
  if (!controlled()) return __libc_realloc(block, size);
  if (block == nullptr) return allocate(size, 16);
  check_block(block);
  std::uint64_t old_size = header_of(block)->size;
  if (size <= old_size && size != 0) return block;
  void* result = size == 0 ? nullptr : allocate(size, 16);
  if (size != 0 && result == nullptr) return nullptr;
  if (result != nullptr) {
    bool is_event = !called_by_libc(__builtin_return_address(0)) && begin_range(block, old_size);
    memcpy(result, block, old_size);
    if (is_event) record_range(EventKind::ReadRange, block, old_size, call_point());
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
  return allocate(size, alignment < 16 ? 16 : alignment);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  int saved = errno;
  void* block = memalign(alignment, size);
  errno = saved;
  if (block == nullptr) return ENOMEM;
  *result = block;
  return 0;
}

void* valloc(std::size_t size) { return memalign(4096, size); }
void* pvalloc(std::size_t size) { return memalign(4096, wire::align_up(size, 4096)); }

std::size_t malloc_usable_size(void* block) {
  if (block == nullptr) return 0;
  if (!controlled()) return HEDDLE_REAL(malloc_usable_size)(block);
  return header_of(block)->size;
}

}  // extern "C"
