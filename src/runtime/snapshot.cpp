// SPDX-License-Identifier: Apache-2.0
//
// In-process reset. Every writable private mapping (except the process stack and our own fixed mappings) is copied
// once; after an execution only pages that some execution ever wrote are copied back ("sticky" dirty pages). They are
// learned twice: by comparing after the worker's first execution, which runs unprotected so that system calls may write
// anywhere, and later by write-protecting what is still clean: the first write to such a page faults once and opens it
// for ever.
#include "runtime/snapshot.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <initializer_list>

#include "runtime/fiber.h"
#include "runtime/early_files.h"
#include "runtime/raw_system.h"

extern "C" char __heddle_call_point_page[];
extern "C" const std::ptrdiff_t __rseq_offset __attribute__((weak));

namespace heddle::runtime {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kDirtyCapacity = 1 << 20;

std::uintptr_t page_of(std::uintptr_t address) { return address & ~(kPage - 1); }

bool protect(void* page, std::size_t size, int protection) {
  return raw_syscall(SYS_mprotect, reinterpret_cast<long>(page), static_cast<long>(size), protection) == 0;
}

// One line of /proc/self/maps, as far as it matters.
struct Mapping {
  std::uintptr_t begin, end;
  bool restorable;
  bool foreign;  // writable, but neither the snapshot's nor ours: made during the execution, or shared
  bool process_stack;  // main's arguments and environment; main itself runs on a stack of ours
};

std::uintptr_t parse_hex(const char*& at) {
  std::uintptr_t value = 0;
  for (;; ++at) {
    char c = *at;
    if (c >= '0' && c <= '9')
      value = value * 16 + static_cast<std::uintptr_t>(c - '0');
    else if (c >= 'a' && c <= 'f')
      value = value * 16 + static_cast<std::uintptr_t>(c - 'a' + 10);
    else
      return value;
  }
}

Mapping parse_mapping(const char* line) {
  Mapping mapping{};
  mapping.begin = parse_hex(line);
  ++line;
  mapping.end = parse_hex(line);
  bool writable_private = strncmp(line + 1, "rw-p", 4) == 0;
  bool ours = mapping.begin >= kArenaBase && mapping.begin < kOurEnd;
  bool kernel_stack = strstr(line, "[stack]") != nullptr;
  mapping.restorable = writable_private && !ours && !kernel_stack;
  mapping.process_stack = kernel_stack;
  bool mapped_by_program = mapping.begin >= kMappingBase && mapping.begin < kOurEnd;
  mapping.foreign = strncmp(line + 1, "rw", 2) == 0 && (!ours || mapped_by_program) && !kernel_stack;
  return mapping;
}

void add_region(std::uintptr_t begin, std::uintptr_t end) {
  State& s = state();
  if (begin >= end) return;
  if (s.region_count < kMostRegions) s.regions[s.region_count] = {reinterpret_cast<char*>(begin), end - begin, nullptr};
  ++s.region_count;  // beyond the room as well: take_snapshot sees that some did not fit
}

// The page with the current call point changes all the time and means nothing between executions.
void add_mapping(const Mapping& mapping) {
  auto excluded = reinterpret_cast<std::uintptr_t>(__heddle_call_point_page);
  if (excluded >= mapping.begin && excluded < mapping.end) {
    add_region(mapping.begin, excluded);
    add_region(excluded + kPage, mapping.end);
  } else {
    add_region(mapping.begin, mapping.end);
  }
}

// Line by line with a small buffer: the file can be long, and malloc is the program's.
template <typename Visit>
bool read_mappings(Visit visit) {
  long fd = raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/maps"), O_RDONLY);
  if (fd < 0) return false;
  char line[512];
  std::size_t length = 0;
  char buffer[4096];
  long count;
  while ((count = raw_syscall(SYS_read, fd, reinterpret_cast<long>(buffer), sizeof buffer)) > 0) {
    for (long i = 0; i < count; ++i) {
      if (buffer[i] != '\n') {
        if (length + 1 < sizeof line) line[length++] = buffer[i];
        continue;
      }
      line[length] = 0;
      length = 0;
      visit(parse_mapping(line));
    }
  }
  raw_syscall(SYS_close, fd);
  return true;
}

Region* region_of(std::uintptr_t address) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.region_count; ++i) {
    Region& region = s.regions[i];
    if (address - reinterpret_cast<std::uintptr_t>(region.begin) < region.size) return &region;
  }
  return nullptr;
}

// A new mapping may have joined one that the snapshot knows.
void visit_outside_regions(const Mapping& mapping, void (*visit)(std::uintptr_t, std::uintptr_t, void*),
                           void* argument) {
  State& s = state();
  std::uintptr_t at = mapping.begin;
  auto excluded = reinterpret_cast<std::uintptr_t>(__heddle_call_point_page);
  while (at < mapping.end) {
    std::uintptr_t end = mapping.end;
    std::uintptr_t known_end = at == excluded ? excluded + kPage : 0;
    if (excluded > at && excluded < end) end = excluded;
    for (std::uint32_t i = 0; i < s.region_count; ++i) {
      auto begin = reinterpret_cast<std::uintptr_t>(s.regions[i].begin);
      if (at - begin < s.regions[i].size) known_end = begin + s.regions[i].size;
      if (begin > at && begin < end) end = begin;
    }
    if (known_end == 0) visit(at, end, argument);
    at = known_end != 0 ? known_end : end;
  }
}

bool is_dirty(const char* page) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.dirty_count; ++i) {
    if (s.dirty_pages[i] == page) return true;
  }
  return false;
}

void mark_dirty(char* page, const Region& region) {
  State& s = state();
  if (is_dirty(page) || s.dirty_count == kDirtyCapacity) return;
  s.dirty_pages[s.dirty_count] = page;
  s.dirty_copies[s.dirty_count] = region.copy + (page - region.begin);
  ++s.dirty_count;
}

template <typename Visit>
void for_each_changed_page(Visit visit) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.region_count; ++i) {
    const Region& region = s.regions[i];
    for (std::size_t at = 0; at < region.size; at += kPage) {
      if (memcmp(region.begin + at, region.copy + at, kPage) != 0) visit(region.begin + at, region);
    }
  }
}

// In runs: a page each would cost a system call each.
void protect_clean_pages(const Region& region) {
  char* run = region.begin;
  for (char* page = region.begin; page < region.begin + region.size; page += kPage) {
    if (!is_dirty(page)) continue;
    if (page > run) protect(run, static_cast<std::size_t>(page - run), PROT_READ);
    run = page + kPage;
  }
  char* end = region.begin + region.size;
  if (end > run) protect(run, static_cast<std::size_t>(end - run), PROT_READ);
}

void zero(char* begin, std::size_t used) {
  if (used > (1 << 20)) {  // giving whole pages back is cheaper than writing them
    char* first_page = reinterpret_cast<char*>(wire::align_up(reinterpret_cast<std::uintptr_t>(begin), kPage));
    memset(begin, 0, static_cast<std::size_t>(first_page - begin));
    std::size_t rest = wire::align_up(static_cast<std::size_t>(begin + used - first_page), kPage);
    raw_syscall(SYS_madvise, reinterpret_cast<long>(first_page), static_cast<long>(rest), MADV_DONTNEED);
  } else if (used > 0) {
    memset(begin, 0, used);
  }
}

void zero_arenas() {
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    char* begin = i == 0 ? s.arena_snapshot : reinterpret_cast<char*>(kArenaBase + i * kArenaStride);
    std::size_t used = static_cast<std::size_t>(s.arena_next[i] - begin);
    zero(begin, used);
    zero(reinterpret_cast<char*>(shadow_of(reinterpret_cast<std::uintptr_t>(begin))), used / 16);
    s.arena_next[i] = begin;
    s.arena_last[i] = i == 0 ? s.last_snapshot : nullptr;
  }
}

bool page_is_zero(const char* page) {
  auto* words = reinterpret_cast<const std::uint64_t*>(page);
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < kPage / 8; ++i) any |= words[i];
  return any == 0;
}

// How deep the stack was ever used, whatever lies in between untouched: a large array that is used in part leaves holes.
void measure_stack(Thread& thread) {
  unsigned char resident[kLargestStack / kPage];
  auto pages = static_cast<std::uint32_t>(thread.stack_size / kPage);
  if (raw_syscall(SYS_mincore, static_cast<long>(thread.stack_low), static_cast<long>(thread.stack_size),
                  reinterpret_cast<long>(resident)) != 0) {
    return;
  }
  auto* low = reinterpret_cast<char*>(thread.stack_low);
  for (std::uint32_t page = 0; page + thread.stack_pages < pages; ++page) {
    // Present is not yet used: looking at a page is enough to have it.
    bool is_used = (resident[page] & 1) != 0 && !page_is_zero(low + page * kPage);
    if (is_used) thread.stack_pages = pages - page;
  }
}

// Uninitialised locals must not see the previous execution. Pages that were ever dirty are cleared, and the scan looks
// one page further, so that the known depth follows the real one; now and then the system is asked.
void clear_stack(Thread& thread) {
  constexpr std::uint32_t kClearedByHand = 256;  // beyond, giving pages back is cheaper
  std::uint32_t clearings = ++thread.stack_clearings;
  if ((clearings & (clearings - 1)) == 0) measure_stack(thread);
  auto pages = static_cast<std::uint32_t>(thread.stack_size / kPage);
  char* top = reinterpret_cast<char*>(stack_top(thread.number));
  while (thread.stack_pages < pages && !page_is_zero(top - (thread.stack_pages + 1) * kPage)) ++thread.stack_pages;
  std::uint32_t by_hand = thread.stack_pages < kClearedByHand ? thread.stack_pages : kClearedByHand;
  memset(top - by_hand * kPage, 0, by_hand * kPage);
  if (by_hand == thread.stack_pages) return;
  raw_syscall(SYS_madvise, reinterpret_cast<long>(top - thread.stack_pages * kPage),
              static_cast<long>((thread.stack_pages - by_hand) * kPage), MADV_DONTNEED);
}

void clear_stacks() {
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    if (s.threads[i].stack_mapped) clear_stack(s.threads[i]);
  }
}

void restore_standard_descriptors() {
  State& s = state();
  raw_syscall(SYS_dup2, s.saved_stdin, 0);
  raw_syscall(SYS_dup2, s.resting_output, 1);
  raw_syscall(SYS_dup2, s.resting_output, 2);
  s.standard_descriptors_changed = false;
}

}  // namespace

const char* take_snapshot() {
  State& s = state();
  s.region_count = 0;
  for (ProcessExitCalls* calls : {&s.exit_calls, &s.quick_exit_calls}) calls->snapshot = calls->count;
  s.arena_snapshot = s.arena_next[0];
  s.last_snapshot = s.arena_last[0];
  bool readable = read_mappings([](const Mapping& mapping) {
    if (mapping.restorable) add_mapping(mapping);
  });
  if (!readable) return "cannot read /proc/self/maps";
  auto arena_used = static_cast<std::size_t>(s.arena_snapshot - reinterpret_cast<char*>(kArenaBase));
  add_region(kArenaBase, kArenaBase + wire::align_up(arena_used, kPage));
  add_region(kShadowBase, kShadowBase + wire::align_up(arena_used / 16, kPage));
  static_assert(kMostRegions == 4096);
  if (s.region_count > kMostRegions) return "the program has more than 4096 writable mappings before main";

  std::size_t total = 0;
  for (std::uint32_t i = 0; i < s.region_count; ++i) total += s.regions[i].size;
  auto map = [](std::uintptr_t at, std::size_t size) {
    return mmap(reinterpret_cast<void*>(at), size, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  };
  constexpr std::uintptr_t kTables = kSnapshotBase - (std::uintptr_t{1} << 32);
  if (map(kSnapshotBase, total) == MAP_FAILED || map(kTables, 2 * kDirtyCapacity * sizeof(char*)) == MAP_FAILED) {
    return "not enough memory for a copy of the program's data";
  }
  s.dirty_pages = reinterpret_cast<char**>(kTables);
  s.dirty_copies = s.dirty_pages + kDirtyCapacity;
  char* copy = reinterpret_cast<char*>(kSnapshotBase);
  for (std::uint32_t i = 0; i < s.region_count; ++i) {
    s.regions[i].copy = copy;
    memcpy(copy, s.regions[i].begin, s.regions[i].size);
    copy += s.regions[i].size;
  }
  protect(reinterpret_cast<void*>(kSnapshotBase), total, PROT_READ);
  return nullptr;
}

void for_each_writable_range(void (*visit)(std::uintptr_t begin, std::uintptr_t end, void* argument), void* argument) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.region_count; ++i) {
    auto begin = reinterpret_cast<std::uintptr_t>(s.regions[i].begin);
    visit(begin, begin + s.regions[i].size, argument);
  }
}

bool for_each_new_mapping(void (*visit)(std::uintptr_t begin, std::uintptr_t end, void* argument), void* argument) {
  return read_mappings([=](const Mapping& mapping) {
    if (mapping.foreign) visit_outside_regions(mapping, visit, argument);
  });
}

bool for_each_unrestored_mapping(void (*visit)(std::uintptr_t begin, std::uintptr_t end, void* argument),
                                 void* argument) {
  return read_mappings([=](const Mapping& mapping) {
    if (mapping.foreign || mapping.process_stack) visit_outside_regions(mapping, visit, argument);
  });
}

void adopt_changes_of_fork() {
  for_each_changed_page([](char* page, const Region& region) {
    char* copy = region.copy + (page - region.begin);
    protect(copy, kPage, PROT_READ | PROT_WRITE);
    memcpy(copy, page, kPage);
    protect(copy, kPage, PROT_READ);
  });
}

void learn_dirty_pages() {
  State& s = state();
  for_each_changed_page([](char* page, const Region& region) { mark_dirty(page, region); });
  // The kernel writes main's rseq area behind our back; that page must never be protected.
  std::uintptr_t rseq_page = page_of(s.main_fs_base + (&__rseq_offset != nullptr ? __rseq_offset : 0));
  if (Region* region = region_of(rseq_page)) mark_dirty(reinterpret_cast<char*>(rseq_page), *region);
  s.pages_protected = true;
  for (std::uint32_t i = 0; i < s.region_count; ++i) protect_clean_pages(s.regions[i]);
}

bool open_protected_page(std::uintptr_t address) {
  State& s = state();
  if (!s.pages_protected) return false;
  Region* region = region_of(address);
  char* page = reinterpret_cast<char*>(page_of(address));
  if (region == nullptr || is_dirty(page)) return false;
  mark_dirty(page, *region);
  return protect(page, kPage, PROT_READ | PROT_WRITE);
}

void restore_memory() {
  State& s = state();
  clear_stacks();
  zero_arenas();
  for (std::uint32_t i = 0; i < s.dirty_count; ++i) __builtin_memcpy(s.dirty_pages[i], s.dirty_copies[i], kPage);
  for (ProcessExitCalls* calls : {&s.exit_calls, &s.quick_exit_calls}) {
    calls->count = calls->snapshot;
    calls->taken = 0;
  }
  if (s.descriptors_used || s.early_file_count != 0) restore_files();
  if (s.standard_descriptors_changed) restore_standard_descriptors();
}

const void* before_main(const void* address) {
  const Region* region = region_of(reinterpret_cast<std::uintptr_t>(address));
  return region != nullptr ? region->copy + (static_cast<const char*>(address) - region->begin) : nullptr;
}

void write_through_snapshot(std::uint8_t* byte, std::uint8_t value) {
  auto address = reinterpret_cast<std::uintptr_t>(byte);
  Region* region = region_of(address);
  char* page = reinterpret_cast<char*>(page_of(address));
  bool restore_protection = state().pages_protected && region != nullptr && !is_dirty(page);
  if (restore_protection) protect(page, kPage, PROT_READ | PROT_WRITE);
  *byte = value;
  if (restore_protection) protect(page, kPage, PROT_READ);
  if (region == nullptr) return;
  char* copy = region->copy + (reinterpret_cast<char*>(byte) - region->begin);
  void* copy_page = reinterpret_cast<void*>(page_of(reinterpret_cast<std::uintptr_t>(copy)));
  protect(copy_page, kPage, PROT_READ | PROT_WRITE);
  *copy = static_cast<char>(value);
  protect(copy_page, kPage, PROT_READ);
}

}  // namespace heddle::runtime
