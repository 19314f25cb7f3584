// SPDX-License-Identifier: Apache-2.0
//
// mmap and its kin. Each thread has a range of addresses of its own and takes the next pages of it, so that the answer
// depends on nothing but the thread's own history. Pages are fresh at each call (the kernel replaces what another
// execution left at the place), so nothing has to be restored. Memory shared with other processes, or with a file that
// can be written, is refused.
#include <sys/mman.h>

#include <cerrno>

#include "runtime/libc/interpose.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {
namespace {

constexpr std::uintptr_t kMappingStride = std::uintptr_t{4} << 30;
constexpr std::size_t kPage = 4096;
static_assert(kMappingBase + kMaxThreads * kMappingStride <= kOurEnd);

// How much of its range each thread has used. State of the checked program in ordinary .bss: restored between
// executions.
std::uintptr_t g_used[kMaxThreads];
bool g_any_used;

bool is_ours(std::uintptr_t address) { return address >= kArenaBase && address < kOurEnd; }
bool is_mapping(std::uintptr_t address) { return address - kMappingBase < kMaxThreads * kMappingStride; }

void* fail(int error) {
  errno = error;
  return MAP_FAILED;
}

// What earlier executions of this process mapped must not be there, or a wild pointer would find it.
void forget_earlier_executions() {
  if (g_any_used) return;
  g_any_used = true;
  HEDDLE_REAL(munmap)(reinterpret_cast<void*>(kMappingBase), kMaxThreads * kMappingStride);
}

void* map_privately(void* address, std::size_t size, int protection, int flags, int file, off_t offset) {
  if (size == 0) return fail(EINVAL);
  bool is_fixed = (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0;
  if (is_fixed && !is_mapping(reinterpret_cast<std::uintptr_t>(address))) {
    end_unsupported("mmap", "at an address of the program's choice");
  }
  bool is_shared = (flags & MAP_TYPE) != MAP_PRIVATE;
  if (is_shared && (flags & MAP_ANONYMOUS) == 0 && (protection & PROT_WRITE) != 0) {
    end_unsupported("mmap", "shares memory with a file, and the next execution would find it changed");
  }
  forget_earlier_executions();
  std::uintptr_t& used = g_used[state().current];
  size = (size + kPage - 1) & ~(kPage - 1);
  if (!is_fixed) {
    if (size > kMappingStride - used) return fail(ENOMEM);
    address = reinterpret_cast<void*>(kMappingBase + state().current * kMappingStride + used);
  }
  int placed = (flags & ~(MAP_TYPE | MAP_FIXED_NOREPLACE | MAP_POPULATE | MAP_LOCKED)) | MAP_PRIVATE | MAP_FIXED;
  void* mapped = HEDDLE_REAL(mmap)(address, size, protection, placed | MAP_NORESERVE, file, offset);
  if (mapped != MAP_FAILED && !is_fixed) {
    used += size + kPage;  // a page between two mappings is a guard
    feed_hidden_state(used);
  }
  return mapped;
}

// Other threads may be at work in these pages: an event on the place.
template <typename Change>
int change_event(void* address, Change change) {
  const HeddlePoint* point = call_point();
  await_turn();
  int result = change();
  int error = errno;
  record(EventKind::Call, address, static_cast<std::uint64_t>(result), point);
  errno = error;
  return result;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// Heddle itself maps at places of its own.
#define HEDDLE_MMAP(name)                                                                                         \
  HEDDLE_INTERPOSED void* name(void* address, std::size_t size, int protection, int flags, int file, off_t offset) \
      noexcept {                                                                                                  \
    std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);                                                \
    if (!executing() || (is_ours(at) && !is_mapping(at))) {                                                       \
      return HEDDLE_REAL(name)(address, size, protection, flags, file, offset);                                   \
    }                                                                                                             \
    return map_privately(address, size, protection, flags, file, offset);                                         \
  }
HEDDLE_MMAP(mmap)
HEDDLE_MMAP(mmap64)
#undef HEDDLE_MMAP

HEDDLE_INTERPOSED int munmap(void* address, std::size_t size) noexcept {
  if (!executing()) return HEDDLE_REAL(munmap)(address, size);
  if (!is_mapping(reinterpret_cast<std::uintptr_t>(address))) {
    end_unsupported("munmap", "of memory that was mapped before main");
  }
  return change_event(address, [=] { return HEDDLE_REAL(munmap)(address, size); });
}

HEDDLE_INTERPOSED int mprotect(void* address, std::size_t size, int protection) noexcept {
  if (!executing()) return HEDDLE_REAL(mprotect)(address, size, protection);
  if (!is_mapping(reinterpret_cast<std::uintptr_t>(address))) {
    end_unsupported("mprotect", "of memory that was not mapped by the program itself");
  }
  return change_event(address, [=] { return HEDDLE_REAL(mprotect)(address, size, protection); });
}
