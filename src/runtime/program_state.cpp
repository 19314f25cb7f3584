// SPDX-License-Identifier: Apache-2.0
//
// What makes up the state: the live stacks, thread-local storage, the heaps with their shadow, data of the program and
// of its libraries, memory that it has mapped, where its files stand, and what the runtime keeps about its threads. Not:
// the trace, the schedule, the virtual clock (reading it is an event, endless_loop.cpp looks at those), how far output
// has come, and the few bytes that the kernel writes by itself.
//
// Pages that no execution has ever written need no copy: they are compared with the snapshot, if at all.
#include "runtime/program_state.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <initializer_list>

#include "runtime/early_files.h"
#include "runtime/raw_system.h"
#include "runtime/snapshot.h"

extern "C" const std::ptrdiff_t __rseq_offset __attribute__((weak));

namespace heddle::runtime {
namespace {

constexpr std::uintptr_t kSavedBase = 0x228000000000;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;
constexpr std::uint32_t kMostRanges = 1 << 18;
constexpr std::uint32_t kMostMappings = 1024;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kRseqSize = 32;

struct SavedRange {
  const char* begin;
  std::size_t size;
  const char* expected;
};

struct OpenFile {
  std::uint64_t kind, size, position;  // kind 0: not open
};

struct Saved {
  std::uint32_t range_count;
  std::uint32_t memory_count;    // of them: not in mappings that may be gone by now
  std::uint32_t last_different;  // most likely it differs again
  std::uint32_t dirty_count;
  std::uint32_t mapping_count;
  bool is_complete;
  std::size_t used;
  std::uintptr_t stack_pointer;
  struct {
    std::uintptr_t begin, end;
  } mappings[kMostMappings];
  OpenFile files[kFirstOwnDescriptor];
  OpenFile files_now[kFirstOwnDescriptor];
  SavedRange ranges[kMostRanges];
  char bytes[kMostBytes];
};
Saved& saved() { return *reinterpret_cast<Saved*>(kSavedBase); }

bool map_saved() {
  long memory = raw_syscall(SYS_mmap, static_cast<long>(kSavedBase), sizeof(Saved), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  state().loop_search.has_memory = memory == static_cast<long>(kSavedBase);
  return state().loop_search.has_memory;
}

// `expected` null: as it is now.
void add_piece(const char* begin, std::size_t size, const char* expected) {
  Saved& kept = saved();
  if (size == 0 || !kept.is_complete) return;
  if (kept.range_count == kMostRanges || size > kMostBytes - kept.used) {
    kept.is_complete = false;
    return;
  }
  if (expected == nullptr) {
    expected = kept.bytes + kept.used;
    memcpy(kept.bytes + kept.used, begin, size);
    kept.used += size;
  }
  kept.ranges[kept.range_count++] = {begin, size, expected};
}

// Leaves out where the kernel notes the processor that main runs on.
void add_range(const void* begin, std::size_t size, const char* expected = nullptr) {
  const char* at = static_cast<const char*>(begin);
  std::uintptr_t rseq = &__rseq_offset != nullptr ? state().main_fs_base + __rseq_offset : 0;
  std::uintptr_t before = rseq - reinterpret_cast<std::uintptr_t>(at);
  if (rseq == 0 || before >= size) return add_piece(at, size, expected);
  add_piece(at, before, expected);
  std::size_t after = before + kRseqSize < size ? before + kRseqSize : size;
  add_piece(at + after, size - after, expected == nullptr ? nullptr : expected + after);
}

bool is_alive(std::uint32_t thread) {
  State& s = state();
  return ((s.unconditional[thread / 64] | s.conditional[thread / 64]) >> (thread % 64) & 1) != 0;
}

void add_stack(const Thread& thread, std::uintptr_t low) {
  std::uintptr_t top = stack_top(thread.number);
  if (low < thread.stack_low || low > top) {  // the program has a stack of its own
    saved().is_complete = false;
    return;
  }
  add_range(reinterpret_cast<const void*>(low), top - low);
}

void add_threads() {
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    const Thread& thread = s.threads[i];
    add_range(&thread, offsetof(Thread, stack));
    if (is_alive(i) && i != s.current) add_stack(thread, reinterpret_cast<std::uintptr_t>(thread.context));
    if (i != 0 && thread.tls_made) add_range(reinterpret_cast<const void*>(kTlsBase + i * kTlsStride), thread.tls_size);
  }
}

// What the program can tell of the runtime's own variables.
void add_variables_of_runtime() {
  State& s = state();
  add_range(&s.thread_limit, sizeof s.thread_limit);
  add_range(&s.next_identity, sizeof s.next_identity);
  add_range(s.unconditional, sizeof s.unconditional);
  add_range(s.conditional, sizeof s.conditional);
  add_range(s.arena_next, sizeof s.arena_next);
  add_range(s.freed_blocks, sizeof s.freed_blocks);
  add_range(&s.failed_allocations, sizeof s.failed_allocations);
  for (const ProcessExitCalls* calls : {&s.exit_calls, &s.quick_exit_calls}) {
    add_range(calls->calls, calls->count * sizeof calls->calls[0]);
    add_range(&calls->taken, sizeof calls->taken);
    add_range(&calls->count, sizeof calls->count);
  }
}

void add_heaps() {
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    char* begin = i == 0 ? s.arena_snapshot : reinterpret_cast<char*>(kArenaBase + i * kArenaStride);
    if (s.arena_next[i] <= begin) continue;
    auto used = static_cast<std::size_t>(s.arena_next[i] - begin);
    add_range(begin, used);
    add_range(shadow_of(reinterpret_cast<std::uintptr_t>(begin)), used / 16);
  }
}

// A run of pages as main found them, which need no copy, or one page that has changed.
void add_unprotected(const Region& region) {
  std::size_t run = 0;
  for (std::size_t at = 0; at < region.size; at += kPage) {
    if (memcmp(region.begin + at, region.copy + at, kPage) == 0) continue;
    add_range(region.begin + run, at - run, region.copy + run);
    add_range(region.begin + at, kPage);
    run = at + kPage;
  }
  if (run < region.size) add_range(region.begin + run, region.size - run, region.copy + run);
}

void add_data() {
  State& s = state();
  saved().dirty_count = s.dirty_count;
  if (s.pages_protected) {
    for (std::uint32_t i = 0; i < s.dirty_count; ++i) add_range(s.dirty_pages[i], kPage);
  } else {
    for (std::uint32_t i = 0; i < s.region_count; ++i) add_unprotected(s.regions[i]);
  }
}

void add_mapping(std::uintptr_t begin, std::uintptr_t end, void*) {
  Saved& kept = saved();
  if (kept.mapping_count == kMostMappings) {
    kept.is_complete = false;
    return;
  }
  kept.mappings[kept.mapping_count++] = {begin, end};
  add_range(reinterpret_cast<const void*>(begin), end - begin);
}

// False if a descriptor that the program has made stands for something that cannot be compared: a pipe, a socket ...
bool note_files(OpenFile (&files)[kFirstOwnDescriptor]) {
  State& s = state();
  memset(files, 0, sizeof files);
  int limit = s.descriptors_used ? kFirstOwnDescriptor : end_of_early_descriptors();
  for (int fd = 0; fd < limit && fd < kFirstOwnDescriptor; ++fd) {
    struct stat facts = {};
    bool is_output = (fd == STDOUT_FILENO || fd == STDERR_FILENO) && !s.standard_descriptors_changed;
    if (is_output || raw_syscall(SYS_fstat, fd, reinterpret_cast<long>(&facts)) != 0) continue;
    bool stands_somewhere = S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode);
    bool is_own = fd > STDERR_FILENO && !is_early_descriptor(fd);
    if (!stands_somewhere && !S_ISCHR(facts.st_mode) && is_own) return false;
    files[fd].kind = facts.st_mode;
    if (!stands_somewhere) continue;
    files[fd].size = static_cast<std::uint64_t>(facts.st_size);
    files[fd].position = static_cast<std::uint64_t>(raw_syscall(SYS_lseek, fd, 0, SEEK_CUR));
  }
  return true;
}

bool is_same(const SavedRange& range) { return memcmp(range.begin, range.expected, range.size) == 0; }

bool are_same(std::uint32_t first, std::uint32_t end) {
  Saved& kept = saved();
  for (std::uint32_t i = first; i < end; ++i) {
    if (is_same(kept.ranges[i])) continue;
    if (i < kept.memory_count) kept.last_different = i;
    return false;
  }
  return true;
}

// Pages that were written for the first time since then: they were as main found them.
bool new_dirty_pages_are_clean() {
  State& s = state();
  for (std::uint32_t i = saved().dirty_count; i < s.dirty_count; ++i) {
    if (memcmp(s.dirty_pages[i], s.dirty_copies[i], kPage) != 0) return false;
  }
  return true;
}

bool mappings_are_same() {
  struct Comparison {
    std::uint32_t count = 0;
    bool same = true;
  } comparison;
  bool readable = for_each_unrestored_mapping(
      [](std::uintptr_t begin, std::uintptr_t end, void* argument) {
        auto& seen = *static_cast<Comparison*>(argument);
        Saved& kept = saved();
        seen.same = seen.same && seen.count < kept.mapping_count && kept.mappings[seen.count].begin == begin &&
                    kept.mappings[seen.count].end == end;
        ++seen.count;
      },
      &comparison);
  return readable && comparison.same && comparison.count == saved().mapping_count &&
         are_same(saved().memory_count, saved().range_count);
}

bool files_are_same() {
  Saved& kept = saved();
  return note_files(kept.files_now) && memcmp(kept.files, kept.files_now, sizeof kept.files) == 0;
}

}  // namespace

bool save_program_state(std::uintptr_t stack_pointer) {
  if (!state().loop_search.has_memory && !map_saved()) return false;
  Saved& kept = saved();
  kept.range_count = kept.mapping_count = kept.last_different = 0;
  kept.used = 0;
  kept.is_complete = true;
  kept.stack_pointer = stack_pointer;
  add_stack(current_thread(), stack_pointer);
  add_variables_of_runtime();
  add_threads();
  add_heaps();
  add_data();
  kept.memory_count = kept.range_count;
  bool readable = for_each_unrestored_mapping(add_mapping, nullptr);
  return readable && note_files(kept.files) && kept.is_complete;
}

bool program_state_came_again(std::uintptr_t stack_pointer) {
  Saved& kept = saved();
  return kept.stack_pointer == stack_pointer && is_same(kept.ranges[kept.last_different]) &&
         are_same(0, kept.memory_count) && new_dirty_pages_are_clean() && mappings_are_same() && files_are_same();
}

void drop_program_state() {
  if (state().loop_search.has_memory) raw_syscall(SYS_munmap, static_cast<long>(kSavedBase), sizeof(Saved));
  state().loop_search.has_memory = false;
}

}  // namespace heddle::runtime
