// SPDX-License-Identifier: Apache-2.0
//
// Start-up. The executable's own __libc_start_main takes the place of libc's, so that main can be anywhere (also in an
// uninstrumented library such as gtest_main): constructors run as usual, then, instead of main, the supervisor. Without
// a controller the program just runs.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/early_files.h"
#include "runtime/facts.h"
#include "runtime/fiber.h"
#include "runtime/output_file.h"
#include "runtime/raw_system.h"
#include "runtime/runtime.h"
#include "runtime/signals.h"
#include "runtime/snapshot.h"
#include "runtime/worker.h"

extern "C" {
extern char __libc_single_threaded;
// A page of its own: it changes with every call and must not drag a page of program data into every reset.
alignas(4096) char __heddle_call_point_page[4096];
}
extern "C" {
extern heddle::runtime::RealFunction __start_heddle_real[] __attribute__((visibility("hidden")));
}
extern "C" {
extern heddle::runtime::RealFunction __stop_heddle_real[] __attribute__((visibility("hidden")));
}
asm(R"(
  .globl __heddle_call_point, __heddle_context, __heddle_callee, __heddle_returned, __heddle_peeking
  .set __heddle_call_point, __heddle_call_point_page
  .set __heddle_context, __heddle_call_point_page + 8
  .set __heddle_callee, __heddle_call_point_page + 24
  .set __heddle_returned, __heddle_call_point_page + 32
  .set __heddle_peeking, __heddle_call_point_page + 40
)");

namespace heddle::runtime {

bool g_started;

namespace {

// The environment as the kernel passed it: libc may not be initialised yet. Empty if the variable is not there.
void read_control(char* value, std::size_t room) {
  value[0] = 0;
  long fd = raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/environ"), O_RDONLY);
  if (fd < 0) return;
  constexpr std::size_t kName = sizeof wire::kControlVariable - 1;
  std::size_t matched = 0, length = 0;  // `matched` counts name characters plus '='; then the value is copied
  bool at_start = true;
  char buffer[4096];
  long count;
  while ((count = raw_syscall(SYS_read, fd, reinterpret_cast<long>(buffer), sizeof buffer)) > 0) {
    for (long i = 0; i < count; ++i) {
      char c = buffer[i];
      if (matched == kName + 1) {
        if (c == 0) break;
        if (length + 1 < room) value[length++] = c;
        continue;
      }
      char wanted = matched < kName ? wire::kControlVariable[matched] : '=';
      matched = (at_start || matched > 0) && c == wanted ? matched + 1 : 0;
      at_start = c == 0;
    }
  }
  value[length] = 0;
  raw_syscall(SYS_close, fd);
}

[[noreturn]] void die(const char* message) {
  raw_syscall(SYS_write, 2, reinterpret_cast<long>(message), static_cast<long>(strlen(message)));
  for (;;) raw_syscall(SYS_exit_group, 1);
}

void* map_fixed(std::uintptr_t at, std::size_t size, int sharing) {
  long result = raw_syscall(SYS_mmap, static_cast<long>(at), static_cast<long>(size), PROT_READ | PROT_WRITE,
                            sharing | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
  if (result != static_cast<long>(at)) die("heddle: cannot map memory at its fixed place\n");
  return reinterpret_cast<void*>(result);
}

// "<ring fd>,<facts fd>"
bool parse_control(const char* text, int& ring_fd, int& facts_fd) {
  char* end;
  ring_fd = static_cast<int>(strtol(text, &end, 10));
  if (end == text || *end != ',') return false;
  facts_fd = static_cast<int>(strtol(end + 1, &end, 10));
  return *end == 0;
}

// Before any constructor: what ends the program there can be told, and that it has come here.
void map_ring(const char* control) {
  State& s = state();
  int ring_fd;
  if (!parse_control(control, ring_fd, s.facts_fd)) die("heddle: HEDDLE_CONTROL is malformed\n");
  const long size = raw_syscall(SYS_lseek, ring_fd, 0, SEEK_END);
  const long at = raw_syscall(SYS_mmap, static_cast<long>(kRingAddress), size, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_FIXED_NOREPLACE, ring_fd, 0);
  if (at != static_cast<long>(kRingAddress)) die("heddle: cannot map the ring\n");
  s.ring = reinterpret_cast<wire::RingHeader*>(at);
  raw_syscall(SYS_close, ring_fd);
  if (s.ring->magic != wire::kRingMagic) die("heddle: HEDDLE_CONTROL does not name a ring\n");
  if (s.ring->version != wire::kWireVersion) {
    end_supervisor("the program was built by another version of Heddle: build it again");
  }
  s.ring->supervisor_pid = static_cast<std::int32_t>(raw_syscall(SYS_getpid));
  s.layout = wire::slot_layout(s.ring->event_capacity, s.ring->payload_capacity, s.ring->pc_capacity);
}

int copy_high(int fd) {
  long high = raw_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, kFirstOwnDescriptor);
  return high < 0 ? fd : static_cast<int>(high);
}

int move_high(int fd) {
  int high = copy_high(fd);
  if (high != fd) raw_syscall(SYS_close, fd);
  return high;
}

void prepare_descriptors() {
  State& s = state();
  s.facts_fd = move_high(s.facts_fd);  // stays open: a library loaded later brings more of them
  if (s.ring->output_descriptor != 0) s.capture_descriptor = move_high(s.ring->output_descriptor);
  s.saved_stdin = copy_high(0);
  s.saved_stdout = copy_high(1);
  s.saved_stderr = copy_high(2);
  long null = raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/dev/null"), O_RDWR);
  if (null < 0) end_supervisor("cannot open /dev/null");
  s.null_descriptor = move_high(static_cast<int>(null));
  s.resting_output = s.ring->freedoms.visible_output != 0 ? make_output_file() : s.null_descriptor;
  if (s.resting_output < 0) end_supervisor("cannot make a file in memory");
  raw_syscall(SYS_dup2, s.resting_output, 1);
  raw_syscall(SYS_dup2, s.resting_output, 2);
  s.outlets[0] = s.outlets[1] = s.resting_output;
  buffer_output(_IOFBF);
}

// A copy in restored memory: getopt and others permute argv, setenv and others change the environment in place.
char** copy_strings(char** strings) {
  std::size_t count = 0;
  while (strings[count] != nullptr) ++count;
  auto** copy = static_cast<char**>(malloc((count + 1) * sizeof(char*)));
  for (std::size_t i = 0; i < count; ++i) copy[i] = strdup(strings[i]);
  copy[count] = nullptr;
  return copy;
}

// Behind the last of the texts: they were allocated one after the other.
const char* end_of(char** strings) {
  const char* end = reinterpret_cast<const char*>(strings);
  for (; *strings != nullptr; ++strings) end = *strings + strlen(*strings) + 1;
  return end;
}

}  // namespace

void choose_main_module() {
  State& s = state();
  s.points_begin = s.points_end = nullptr;
  for (std::uint32_t i = 0; i < s.module_count; ++i) {
    const Module& module = s.modules[i];
    if (module.points_end - module.points_begin < s.points_end - s.points_begin) continue;
    s.points_begin = module.points_begin;
    s.points_end = module.points_end;
    s.points_first = module.first_point;
  }
}

namespace {

int controlled_main(int argc, char** argv, char**) {
  State& s = state();
  s.argc = argc;
  s.argv = copy_strings(argv);
  unsetenv(wire::kControlVariable);
  s.envp = environ = copy_strings(environ);
  s.envp_end = end_of(s.envp);
  s.has_fsgsbase = (getauxval(AT_HWCAP2) & 2) != 0;
  if (dlsym(RTLD_DEFAULT, "_dl_allocate_tls") == nullptr) {
    end_supervisor("this C library is not supported: no _dl_allocate_tls");
  }
  __libc_single_threaded = 0;  // else shared_ptr counts without atomics
  prepare_thread_blocks();
  if (s.tcb_size == 0) end_supervisor("this C library is not supported: unknown thread control block");
  locate_libc();
  choose_main_module();
  if (!publish_facts()) end_supervisor("cannot write the program facts");
  if (s.ring->identity_count == 0) s.ring->identity_count = 1;
  prepare_descriptors();
  if (const char* problem = note_early_files()) end_supervisor(problem);
  install_fault_handlers();
  resolve_real_functions();
  warm_up_unwinder();
  if (const char* problem = take_snapshot()) end_supervisor(problem);
  if (s.ring->under_debugger != 0) run_under_debugger();
  supervise();
}

}  // namespace

void start_early() {
  if (g_started) return;
  map_fixed(kStateAddress, sizeof(State), MAP_PRIVATE);
  g_started = true;
  char control[64];
  read_control(control, sizeof control);
  if (control[0] == 0) {
    state().mode = Mode::Native;
    return;
  }
  map_fixed(kProgressAddress & ~std::uintptr_t{4095}, 4096, MAP_SHARED);
  map_fixed(kArenaBase, kArenasSize, MAP_PRIVATE);
  map_fixed(kShadowBase, kArenasSize / 16, MAP_PRIVATE);
  for (std::uint32_t i = 0; i < kMaxThreads; ++i) {
    state().arena_next[i] = reinterpret_cast<char*>(kArenaBase + i * kArenaStride);
  }
  state().mode = Mode::Controlled;
  map_ring(control);
}

void end_supervisor(const char* problem) {
  State& s = state();
  strncpy(s.ring->failure, problem, sizeof s.ring->failure - 1);
  s.ring->phase = wire::Phase::Failed;
  for (;;) raw_syscall(SYS_exit_group, 1);
}

void* real_function(const char* name) {
  void* function = dlsym(RTLD_NEXT, name);
  if (function == nullptr) die("heddle: a function of the C library is missing\n");
  return function;
}

void resolve_real_functions() {
  for (RealFunction* real = __start_heddle_real; real < __stop_heddle_real; ++real) {
    real->function = dlsym(RTLD_NEXT, real->name);  // C programs lack those of the C++ library, and never ask for them
  }
  forget_failed_look_ups();
}

void forget_failed_look_ups() {
  dlerror();
  dlerror();
}

namespace {
// Before any constructor, also those of shared libraries.
__attribute__((section(".preinit_array"), used)) void (*const start_first)() = start_early;
}  // namespace

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" int __libc_start_main(int (*user_main)(int, char**, char**), int argc, char** argv, void (*init)(),
                                 void (*fini)(), void (*loader_fini)(), void* stack_end) {
  start_early();
  state().user_main = user_main;
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  auto start = reinterpret_cast<Start>(real_function("__libc_start_main"));
  return start(controlled() ? controlled_main : user_main, argc, argv, init, fini, loader_fini, stack_end);
}
