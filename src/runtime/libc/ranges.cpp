// SPDX-License-Identifier: Apache-2.0
//
// Where private copies live, and which memory is constant.
#include "runtime/libc/ranges.h"

#include <elf.h>
#include <sys/mman.h>

#include <cerrno>

// Marks that every linker sets. With lld the read-only data of the executable lies between them; with others part of it
// may lie outside, which only means events that could have been saved.
extern "C" {
extern const char __executable_start[] __attribute__((weak, visibility("hidden")));
extern const char etext[] __attribute__((weak, visibility("hidden")));
extern const Elf64_Ehdr __ehdr_start __attribute__((weak, visibility("hidden")));
}

namespace heddle::runtime::libc {

namespace {
constexpr std::uintptr_t kScratchBase = 0x260000000000;  // + thread * kScratchStride
constexpr std::uintptr_t kScratchStride = kArenaStride;  // no object of an arena is larger
}  // namespace

static_assert(kScratchBase > kSignalStack && kScratchBase + kMaxThreads * kScratchStride <= kOurEnd);

char* Scratch::take_large(std::size_t size) {
  if (size > kScratchStride - large_used_) {
    end_unsupported("memcpy", "more than a gigabyte in one call");
  }
  char* base = reinterpret_cast<char*>(kScratchBase + state().current * kScratchStride);
  // Whether the mapping exists already cannot be remembered in memory that is restored, so the kernel is asked: it
  // refuses (EEXIST) to map a second time, and leaves the first in place.
  if (large_used_ == 0) {
    int error = errno;
    mmap(base, kScratchStride, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    errno = error;
  }
  char* taken = base + large_used_;
  large_used_ += size;
  return taken;
}

// Slower than is_constant(), and knows all of it.
bool is_read_only(const void* address) {
  const auto base = reinterpret_cast<std::uintptr_t>(&__ehdr_start);
  if (base == 0) return false;
  const auto* headers = reinterpret_cast<const Elf64_Phdr*>(base + __ehdr_start.e_phoff);
  std::uintptr_t bias = base;  // of a program that may stand anywhere; others stand where their first segment says
  for (unsigned index = 0; index < __ehdr_start.e_phnum; ++index) {
    const Elf64_Phdr& header = headers[index];
    if (header.p_type != PT_LOAD) continue;
    if (header.p_offset == 0) bias = base - header.p_vaddr;
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address) - bias;
    if (at >= header.p_vaddr && at < header.p_vaddr + header.p_memsz) return (header.p_flags & PF_W) == 0;
  }
  return false;
}

bool is_constant(const void* address) {
  const char* at = static_cast<const char*>(address);
  return at >= __executable_start && at < etext;
}

}  // namespace heddle::runtime::libc
