// SPDX-License-Identifier: Apache-2.0
//
// mmap and its kin. Each thread has a range of addresses of its own, so that the answer depends on nothing but the
// thread's own history. Pages are fresh at each call (the kernel replaces what another execution left at the place), so
// nothing has to be restored. Memory shared with other processes, or with a file that can be written, is refused.
//
// Pages that begin as zeroes and can be read and written take the next addresses of the range's first half. What others begin as, or
// allow, stands in no model: their place in the second half is a hash of it, so that different pages have different addresses.
//
// What happens later to pages is an event on their bytes: munmap is a free, of pages that may be gone; madvise(MADV_DONTNEED) and
// an anonymous mapping over them make them what they were when they were mapped. Protection, and a file in their place,
// is in no model: it is an event that says so (kUnmodelled).
#include "runtime/libc/mappings.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>

#include "runtime/libc/interpose.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/libc/stream/private_files.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::uintptr_t kHalf = kMappingStride / 2;
static_assert(kMappingBase + kMappingsSize <= kOurEnd);

// How much of its range each thread has used. State of the checked program in ordinary .bss: restored between
// executions.
std::uintptr_t g_used[kMaxThreads];
bool g_any_used;

bool is_ours(std::uintptr_t address) { return address >= kArenaBase && address < kOurEnd; }
bool is_mapping(std::uintptr_t address) { return address - kMappingBase < kMappingsSize; }

// Pages that only mmap can have given, and not more than the size of an event can say.
bool are_mappings(const void* address, std::size_t size) {
  std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
  return is_mapping(at) && size < kMappingStride && size <= kMappingBase + kMappingsSize - at;
}

void* fail(int error) {
  errno = error;
  return MAP_FAILED;
}

// Sorted by address, without gaps between pages of one mapping. Program memory as well.
constexpr std::size_t kMostPages = 4096;
MappedPages g_pages[kMostPages];
std::size_t g_page_count;

std::size_t first_behind(std::uintptr_t address) {
  std::size_t low = 0, high = g_page_count;
  while (low < high) {
    std::size_t middle = (low + high) / 2;
    if (g_pages[middle].end <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void insert(std::size_t at, const MappedPages& pages) {
  if (g_page_count == kMostPages) end_unsupported("mmap", "more than 4096 pieces of mapped memory");
  for (std::size_t i = g_page_count++; i > at; --i) g_pages[i] = g_pages[i - 1];
  g_pages[at] = pages;
}

// Makes a border at `address`.
void cut(std::uintptr_t address) {
  std::size_t at = first_behind(address);
  if (at == g_page_count || g_pages[at].begin >= address) return;
  MappedPages rest = g_pages[at];
  g_pages[at].end = rest.begin = address;
  insert(at + 1, rest);
}

void mark_mapped(std::uintptr_t begin, std::size_t size, bool is_file, const HeddlePoint* point) {
  std::uintptr_t end = begin + size;
  cut(begin);
  cut(end);
  std::size_t first = first_behind(begin), last = first;
  while (last < g_page_count && g_pages[last].end <= end) ++last;
  for (std::size_t i = last; i < g_page_count; ++i) g_pages[first + i - last] = g_pages[i];
  g_page_count -= last - first;
  insert(first, {begin, end, point, nullptr, state().current, 0, false, is_file});
}

void mark_unmapped(std::uintptr_t begin, std::uintptr_t end, const HeddlePoint* point) {
  cut(begin);
  cut(end);
  for (std::size_t i = first_behind(begin); i < g_page_count && g_pages[i].end <= end; ++i) {
    g_pages[i].is_gone = true;
    g_pages[i].unmapped = point;
    g_pages[i].unmapped_by = state().current;
  }
}

bool any_mapped(std::uintptr_t begin, std::size_t size) {
  for (std::size_t i = first_behind(begin); i < g_page_count && g_pages[i].begin < begin + size; ++i) {
    if (!g_pages[i].is_gone) return true;
  }
  return false;
}

bool any_file(std::uintptr_t begin, std::size_t size) {
  for (std::size_t i = first_behind(begin); i < g_page_count && g_pages[i].begin < begin + size; ++i) {
    if (g_pages[i].is_file) return true;
  }
  return false;
}

// What earlier executions of this process mapped must not be there, or a wild pointer would find it.
void forget_earlier_executions() {
  if (g_any_used) return;
  g_any_used = true;
  HEDDLE_REAL(munmap)(reinterpret_cast<void*>(kMappingBase), kMappingsSize);
}

void* map_at(void* address, std::size_t size, int protection, int flags, int file, off_t offset) {
  int placed = (flags & ~(MAP_TYPE | MAP_FIXED_NOREPLACE | MAP_POPULATE | MAP_LOCKED)) | MAP_PRIVATE | MAP_FIXED;
  void* mapped = HEDDLE_REAL(mmap)(address, size, protection, placed | MAP_NORESERVE, file, offset);
  if (mapped != MAP_FAILED)
    mark_mapped(reinterpret_cast<std::uintptr_t>(mapped), size, (flags & MAP_ANONYMOUS) == 0, call_point());
  return mapped;
}

// Which file it is depends on all that was opened and closed. One that can still be written changes the pages with it.
template <typename Map>
void* map_file(int file, Map map) {
  bool may_change = false;
  void* mapped = use_descriptor(file, call_point(), [&] {
    may_change = can_be_read_back(file);
    return map();
  });
  if (may_change) state().events[state().step - 1].detail = wire::kUnmodelled;
  return mapped;
}

// change() is an event on the bytes of these pages that makes of them what `detail` says afterwards.
template <typename Change>
auto change_event(void* address, std::size_t size, const std::uint8_t& detail, Change change) {
  const HeddlePoint* point = call_point();
  await_turn(address, size);
  auto result = change();
  int error = errno;
  record(EventKind::Call, address, (std::uint64_t)(result), point, static_cast<std::uint32_t>(size)).detail = detail;
  errno = error;
  return result;
}

std::size_t whole_pages(std::size_t size) { return (size + kPage - 1) & ~(kPage - 1); }

// A hash of everything that decides what the pages say and allow, or 0: readable and writable zeroes.
std::uint64_t kind_of(int protection, int flags, int file, off_t offset) {
  const bool is_anonymous = (flags & MAP_ANONYMOUS) != 0;
  if (is_anonymous && (protection & (PROT_READ | PROT_WRITE)) == (PROT_READ | PROT_WRITE)) return 0;
  wire::Fingerprint kind = wire::step(wire::kEmptyMessage, static_cast<unsigned>(protection));
  struct stat facts;
  // Nothing is known of a file that can still be written: see map_file.
  if (!is_anonymous && !can_be_read_back(file) && fstat(file, &facts) == 0) {
    kind = wire::step(wire::step(wire::step(kind, facts.st_dev), facts.st_ino), static_cast<std::uint64_t>(offset));
  }
  return wire::finish(kind).first | 1;
}

// Over pages of an earlier mapping, or between two.
void* map_over(void* address, std::size_t size, int protection, int flags, int file, off_t offset) {
  constexpr int kUsual = PROT_READ | PROT_WRITE;
  std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
  bool is_kept = (flags & MAP_FIXED_NOREPLACE) != 0;
  bool is_plain = !is_kept && (flags & MAP_ANONYMOUS) != 0 && (protection & kUsual) == kUsual;
  std::uint8_t detail = is_plain ? wire::kRemakes : wire::kUnmodelled;
  feed_hidden_state(kind_of(protection, flags, file, offset));
  void* mapped = change_event(address, size, detail, [&]() -> void* {
    if (any_file(at, size)) detail = wire::kUnmodelled;
    if (is_kept && any_mapped(at, size)) return fail(EEXIST);
    return map_at(address, size, protection, flags, file, offset);
  });
  // Which file it is depends on what everybody has opened: whoever uses it.
  if ((flags & MAP_ANONYMOUS) == 0) state().events[state().step - 1].size = 0;
  return mapped;
}

// The first place for `size` bytes behind the one that the hash says, with a page before and behind it that nobody has
// ever had; 0: there is none.
std::uintptr_t place_of(std::uint64_t kind, std::size_t size) {
  const std::uintptr_t begin = kMappingBase + state().current * kMappingStride + kHalf;
  std::uintptr_t at = begin + kind % (kHalf / kPage) * kPage;
  for (int rounds = 0; rounds < 2;) {
    if (at + size + kPage > begin + kHalf) {
      at = begin;
      ++rounds;
      continue;
    }
    const std::size_t next = first_behind(at - kPage);
    if (next == g_page_count || g_pages[next].begin >= at + size + kPage) return at;
    at = g_pages[next].end + kPage;
  }
  return 0;
}

// Where the next plain pages go, behind those that the program has placed there itself; 0: there is no room.
std::uintptr_t next_place(std::size_t size) {
  std::uintptr_t& used = g_used[state().current];
  const std::uintptr_t begin = kMappingBase + state().current * kMappingStride;
  while (size < kHalf - used) {
    const std::uintptr_t at = begin + used;
    const std::size_t next = first_behind(at);
    if (next == g_page_count || g_pages[next].begin >= at + size + kPage) {
      used += size + kPage;  // a page between two mappings is a guard
      return at;
    }
    used = g_pages[next].end - begin + kPage;
    if (used >= kHalf) return 0;
  }
  return 0;
}

// With the turn, if it matters what others did.
void* map_fresh(std::size_t size, int protection, int flags, int file, off_t offset) {
  if (size >= kHalf) return fail(ENOMEM);
  const std::uint64_t kind = kind_of(protection, flags, file, offset);
  const std::uintptr_t at = kind == 0 ? next_place(size) : place_of(kind, size);
  if (at == 0) return fail(ENOMEM);
  feed_hidden_state(at);
  return map_at(reinterpret_cast<void*>(at), size, protection, flags, file, offset);
}

void* map_events(void* address, std::size_t size, int protection, int flags, int file, off_t offset) {
  if (size == 0) return fail(EINVAL);
  bool is_fixed = (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0;
  if (is_fixed && !are_mappings(address, size)) {
    end_unsupported("mmap", "at an address of the program's choice");
  }
  bool is_shared = (flags & MAP_TYPE) != MAP_PRIVATE;
  if (is_shared && (flags & MAP_ANONYMOUS) == 0 && (protection & PROT_WRITE) != 0) {
    end_unsupported("mmap", "shares memory with a file, and the next execution would find it changed");
  }
  forget_earlier_executions();
  size = whole_pages(size);
  if (is_fixed) return map_over(address, size, protection, flags, file, offset);
  const auto map = [=] { return map_fresh(size, protection, flags, file, offset); };
  return (flags & MAP_ANONYMOUS) != 0 ? map() : map_file(file, map);
}

int unmap_event(void* address, std::size_t size) {
  const HeddlePoint* point = call_point();
  std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
  size = whole_pages(size);
  if (at % kPage != 0 || size == 0) {
    errno = EINVAL;
    return -1;
  }
  require_visible(wire::kUnmapping);
  await_turn(address, size);
  int result = HEDDLE_REAL(munmap)(address, size);
  mark_unmapped(at, at + size, point);
  record(EventKind::Free, address, size, point, static_cast<std::uint32_t>(size)).detail = wire::kUnmaps;
  return result;
}

// call() does nothing to pages that could be told, but says whether they are there. No model knows that, and it matters
// only where pages are given back.
template <typename Call>
auto look_event(const void* address, std::size_t size, Call call) {
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address) & ~(kPage - 1);
  const std::size_t whole = whole_pages(reinterpret_cast<std::uintptr_t>(address) + size - at);
  auto* const first = reinterpret_cast<void*>(at);
  const bool may_be_gone = is_visible(wire::kUnmapping) && size != 0 && are_mappings(first, whole);
  return may_be_gone ? change_event(first, whole, wire::kUnmodelled, call) : call();
}

enum class Advice { Looks, Drops, Spoils };

// Those that the C library may not have names for are numbers of the kernel's.
Advice meaning_of(int advice) {
  constexpr int kDontNeedLocked = 24, kPoison = 100, kSoftOffline = 101, kInstallGuard = 102, kRemoveGuard = 103;
  switch (advice) {
    case MADV_DONTNEED:
    case MADV_FREE:
    case kDontNeedLocked:
      return Advice::Drops;
    case kPoison:
    case kSoftOffline:
    case kInstallGuard:
    case kRemoveGuard:
      return Advice::Spoils;
    default:  // also MADV_REMOVE, which the kernel refuses: no page here is shared with a file
      return Advice::Looks;
  }
}

int advise_event(void* address, std::size_t size, int advice, int (*real)(void*, std::size_t, int)) {
  const Advice meaning = meaning_of(advice);
  if (meaning == Advice::Spoils) end_unsupported("madvise", "makes memory that cannot be touched");
  std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
  bool drops = meaning == Advice::Drops && size != 0;
  if (!drops || at % kPage != 0) return look_event(address, size, [=] { return real(address, size, advice); });
  // Blocks of the heap, variables and stacks are restored in ways of their own, and no model knows what is left of them.
  if (!are_mappings(address, size)) {
    end_unsupported("madvise", "drops what is in memory that was not mapped by the program itself");
  }
  int done = advice == MADV_FREE ? MADV_DONTNEED : advice;  // whenever the kernel likes: at once
  std::uint8_t detail = wire::kRemakes;
  return change_event(address, whole_pages(size), detail, [&] {
    int result = real(address, size, done);
    if (result != 0) detail = wire::kUnmodelled;  // some of them may be as they were
    return result;
  });
}

}  // namespace

const MappedPages* find_mapped(std::uintptr_t address) {
  std::size_t at = first_behind(address);
  return at < g_page_count && g_pages[at].begin <= address ? &g_pages[at] : nullptr;
}

}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// Heddle itself maps at places of its own.
#define HEDDLE_MMAP(name)                                                                            \
  HEDDLE_INTERPOSED void* name(void* address, std::size_t size, int protection, int flags, int file, \
                               off_t offset) noexcept {                                              \
    std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);                                   \
    if (!executing() || (is_ours(at) && !is_mapping(at))) {                                          \
      return HEDDLE_REAL(name)(address, size, protection, flags, file, offset);                      \
    }                                                                                                \
    return map_events(address, size, protection, flags, file, offset);                               \
  }
HEDDLE_MMAP(mmap)
HEDDLE_MMAP(mmap64)
#undef HEDDLE_MMAP

HEDDLE_INTERPOSED int munmap(void* address, std::size_t size) noexcept {
  if (!executing()) return HEDDLE_REAL(munmap)(address, size);
  if (!are_mappings(address, size)) {
    end_unsupported("munmap", "of memory that was mapped before main");
  }
  return unmap_event(address, size);
}

HEDDLE_INTERPOSED int mprotect(void* address, std::size_t size, int protection) noexcept {
  if (!executing()) return HEDDLE_REAL(mprotect)(address, size, protection);
  if (!are_mappings(address, size)) {
    end_unsupported("mprotect", "of memory that was not mapped by the program itself");
  }
  feed_hidden_state(reinterpret_cast<std::uintptr_t>(address) | static_cast<unsigned>(protection));
  feed_hidden_state(size);
  return change_event(address, whole_pages(size), heddle::wire::kUnmodelled,
                      [=] { return HEDDLE_REAL(mprotect)(address, size, protection); });
}

HEDDLE_INTERPOSED int madvise(void* address, std::size_t size, int advice) noexcept {
  auto real = HEDDLE_REAL(madvise);
  return executing() ? advise_event(address, size, advice, real) : real(address, size, advice);
}

#define HEDDLE_LOOK(name, parameters, ...)                                              \
  HEDDLE_INTERPOSED int name parameters {                                               \
    auto real = HEDDLE_REAL(name);                                                      \
    if (!executing()) return real(__VA_ARGS__);                                         \
    return look_event(address, size, [=] { return real(__VA_ARGS__); });                \
  }
HEDDLE_LOOK(mlock, (const void* address, std::size_t size) noexcept, address, size)
HEDDLE_LOOK(mlock2, (const void* address, std::size_t size, unsigned flags) noexcept, address, size, flags)
HEDDLE_LOOK(munlock, (const void* address, std::size_t size) noexcept, address, size)
HEDDLE_LOOK(posix_madvise, (void* address, std::size_t size, int advice) noexcept, address, size, advice)
HEDDLE_LOOK(msync, (void* address, std::size_t size, int flags), address, size, flags)
#undef HEDDLE_LOOK
