// SPDX-License-Identifier: Apache-2.0
//
// Boost.Context does the stack switch; what is ours is the FS base, so that errno, exception globals and thread_local
// in every library belong to the fiber. TLS blocks come from ld.so itself (_dl_allocate_tls): that is what a real
// thread gets, including blocks for libraries loaded later. The calls are private to glibc; start-up checks that they
// exist.
#include "runtime/fiber.h"

#include <asm/prctl.h>
#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "runtime/debugger.h"
#include "runtime/peek.h"
#include "runtime/raw_system.h"
#include "runtime/thread.h"

extern "C" const std::ptrdiff_t __rseq_offset __attribute__((weak));

namespace heddle::runtime {
namespace {

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

void fiber_main(transfer_t arrival) {
  save_departed(arrival);
  if (HEDDLE_UNLIKELY(state().watches_floats)) set_x87_flags(current_thread().x87_flags);
  thread_main();
}

char* tls_area(std::uint16_t number) { return reinterpret_cast<char*>(kTlsBase + number * kTlsStride); }
char* tls_copy(std::uint16_t number) { return reinterpret_cast<char*>(kTlsCopyBase + number * kTlsStride); }

// Asks ld.so for a TLS block whose memory lies in the thread's own area (heap.cpp redirects the allocation), dresses it
// with a copy of main's control block, and keeps a pristine image for later executions.
void make_tls(Thread& thread) {
  State& s = state();
  using Allocate = void* (*)(void*);
  Allocate allocate = reinterpret_cast<Allocate>(dlsym(RTLD_DEFAULT, "_dl_allocate_tls"));
  s.tls_allocating = thread.number + 1u;
  s.tls_bump = 0;
  char* block = static_cast<char*>(allocate(nullptr));
  s.tls_allocating = 0;
  thread.tls_size = static_cast<std::uint32_t>(wire::align_up(s.tls_bump, 64));

  auto* words = reinterpret_cast<std::uint64_t*>(block);
  std::uint64_t dtv = words[1];
  memcpy(block, s.pristine_tcb, s.tcb_size);
  words[0] = reinterpret_cast<std::uint64_t>(block);  // tcb
  words[1] = dtv;
  words[2] = reinterpret_cast<std::uint64_t>(block);  // self
  std::uint64_t old_begin = s.main_fs_base;
  for (std::size_t i = 3; i < s.tcb_size / 8; ++i) {  // list heads and the like that point into the block itself
    if (words[i] >= old_begin && words[i] < old_begin + s.tcb_size) words[i] += words[0] - old_begin;
  }
  if (&__rseq_offset != nullptr) {  // the kernel knows only main's rseq area
    auto* rseq = reinterpret_cast<std::uint32_t*>(block + __rseq_offset);
    rseq[0] = 0;
    rseq[1] = static_cast<std::uint32_t>(-2);
  }
  thread.fs_base = words[0];
  if (auto* init_ctype = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "__ctype_init"))) {
    std::uint64_t caller = read_fs_base();  // what start_thread does in glibc: isalpha and kin read tables through TLS
    write_fs_base(thread.fs_base);
    init_ctype();
    write_fs_base(caller);
  }
  memcpy(tls_copy(thread.number), tls_area(thread.number), thread.tls_size);
  thread.tls_made = true;
}

// A stack of another size than the same thread had in an earlier execution replaces it.
void map_stack(Thread& thread, std::size_t size) {
  if (thread.stack_mapped) raw_syscall(SYS_munmap, static_cast<long>(thread.stack_low), static_cast<long>(thread.stack_size));
  thread.stack_low = stack_top(thread.number) - size;
  thread.stack_size = size;
  raw_syscall(SYS_mmap, static_cast<long>(thread.stack_low), static_cast<long>(size), PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  thread.stack_mapped = true;
  thread.stack_pages = thread.stack_clearings = 0;
}

// As libc does, from the limit that the process began with.
std::size_t size_of_default_stack() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur < kStackSize) return kStackSize;
  return limit.rlim_cur > kLargestStack ? kLargestStack : limit.rlim_cur & ~std::size_t{4095};
}

}  // namespace

void write_fs_base_by_system_call(std::uint64_t base) {
  raw_syscall(SYS_arch_prctl, ARCH_SET_FS, static_cast<long>(base));
}

std::uint64_t read_fs_base() {
  std::uint64_t base = 0;
  raw_syscall(SYS_arch_prctl, ARCH_GET_FS, reinterpret_cast<long>(&base));
  return base;
}

void prepare_thread_blocks() {
  State& s = state();
  char* const both[] = {tls_area(0), tls_copy(0)};
  for (char* areas : both) {
    mmap(areas, kMaxThreads * kTlsStride, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  }
  s.main_fs_base = read_fs_base();
  s.errno_offset = reinterpret_cast<std::uintptr_t>(&errno) - s.main_fs_base;
  s.main_errno = reinterpret_cast<std::uintptr_t>(&errno);
  s.default_stack_size = size_of_default_stack();
  auto* size = static_cast<const std::uint32_t*>(dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread"));
  s.tcb_size = size != nullptr && *size <= sizeof s.pristine_tcb ? *size : 0;
  memcpy(s.pristine_tcb, reinterpret_cast<void*>(s.main_fs_base), s.tcb_size);
  if (s.tcb_size != 0) remake_thread_blocks();
}

void remake_thread_blocks() {
  State& s = state();
  constexpr std::uint16_t kPrepared = 8;
  for (std::uint16_t number = 1; number < kPrepared; ++number) {
    s.threads[number].number = number;
    make_tls(s.threads[number]);
  }
}

void prepare_fiber(std::uint16_t number, std::size_t stack_size) {
  Thread& thread = state().threads[number];
  thread.number = number;
  if (thread.stack_size != stack_size) map_stack(thread, stack_size);
  if (number == 0) {
    thread.fs_base = state().main_fs_base;  // main keeps the original block, which the snapshot restores
  } else if (!thread.tls_made) {
    make_tls(thread);
  } else {
    memcpy(tls_area(number), tls_copy(number), thread.tls_size);
  }
  // Stacks that all begin at the same place in their page would make every switch wait: what one fiber has just pushed
  // looks like what the next one pops (see kProgressAddress).
  std::size_t unused = 64 + (number % 13) * 304;
  auto* top = reinterpret_cast<char*>(stack_top(number) - unused);
  thread.context = make_fcontext(top, stack_size - unused, fiber_main);
}

void enter_execution() {
  State& s = state();
  Thread& main_thread = s.threads[0];
  s.current = 0;
  write_fs_base(main_thread.fs_base);
  jump_fcontext(main_thread.context, &s.worker_context);
  // Back from leave_execution(): its context is of no interest, nobody continues there.
}

void leave_execution() {
  State& s = state();
  if (HEDDLE_UNLIKELY(s.peeking)) s.peeks.spoiled = true;
  set_peeking(false);
  if (HEDDLE_UNLIKELY(s.debugged)) stop_at_end();
  s.active = false;
  write_fs_base(s.main_fs_base);
  jump_fcontext(s.worker_context, nullptr);
  __builtin_unreachable();
}

}  // namespace heddle::runtime
