// SPDX-License-Identifier: Apache-2.0
//
// Fatal signals become outcomes: the handler notes what happened and returns into leave_execution() on a stack of its
// own, so that the worker goes on with the next schedule. If that a thread fails is an event, it returns into end_execution()
// on the stack of the thread, which can wait for its turn there. Also here: first writes to protected pages (snapshot.cpp),
// and a watchdog on CPU time that ends executions which produce no event for too long.
#include "runtime/signals.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/ucontext.h>
#include <time.h>

#include "runtime/fiber.h"
#include "runtime/raw_system.h"
#include "runtime/snapshot.h"
#include "runtime/worker.h"

extern "C" {
// Calls heddle_crash(). Whoever walks over the stack comes from there to the code that the signal has interrupted: its
// program counter is on top of the stack, its stack pointer next to it, all other registers are as they were.
[[noreturn]] void heddle_crash_here();
[[noreturn]] __attribute__((visibility("hidden"), used)) void heddle_crash();
}
asm(R"(
  .text
  .type heddle_crash_here, @function
heddle_crash_here:
  .cfi_startproc
  .cfi_signal_frame
  .cfi_escape 0x0f, 3, 0x77, 8, 0x06  # the canonical frame address: *(rsp + 8)
  .cfi_escape 0x10, 16, 2, 0x77, 0    # the return address: at rsp
  call heddle_crash
  ud2
  .cfi_endproc
  .size heddle_crash_here, . - heddle_crash_here
)");

namespace heddle::runtime {
namespace {

constexpr std::uint32_t kTicksPerLimit = 4;
constexpr int kFatalSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

[[noreturn]] void escape() { leave_execution(); }

void go_on_in(void (*function)(), std::uintptr_t stack_pointer, ucontext_t* context) {
  greg_t* registers = context->uc_mcontext.gregs;
  registers[REG_RIP] = reinterpret_cast<greg_t>(function);
  registers[REG_RSP] = static_cast<greg_t>(stack_pointer);
  registers[REG_EFL] &= ~0x400;  // direction flag
}

// Lets the interrupted program "return" into the worker instead of the faulting instruction.
void escape_on_return(ucontext_t* context) { go_on_in(escape, kEscapeStackTop - 8, context); }

// ... or into its end, on its own stack.
void crash_on_return(ucontext_t* context) {
  constexpr std::uintptr_t kRedZone = 128;  // below the stack pointer, and in use
  const greg_t* registers = context->uc_mcontext.gregs;
  const auto stack_pointer = static_cast<std::uintptr_t>(registers[REG_RSP]);
  auto* interrupted = reinterpret_cast<std::uintptr_t*>((stack_pointer - kRedZone) / 16 * 16 - 16);
  interrupted[0] = static_cast<std::uintptr_t>(registers[REG_RIP]);
  interrupted[1] = stack_pointer;
  go_on_in(heddle_crash_here, reinterpret_cast<std::uintptr_t>(interrupted), context);
}

void note_place(const ucontext_t* context, bool wild_jump) {
  State& s = state();
  const greg_t* registers = context->uc_mcontext.gregs;
  s.slot->fault_pc = static_cast<std::uint64_t>(registers[REG_RIP]);
  if (s.detail && wild_jump) {
    s.slot->failing_stack = capture_after_wild_jump(static_cast<std::uint64_t>(registers[REG_RSP]),
                                                    static_cast<std::uint64_t>(registers[REG_RBP]));
  } else if (s.detail) {
    s.slot->failing_stack = capture_stack();
  }
}

void end_from_handler(ucontext_t* context, Outcome outcome, bool wild_jump) {
  State& s = state();
  s.slot->outcome = outcome;
  s.slot->failing_thread = s.current;
  note_place(context, wild_jump);
  s.active = false;
  escape_on_return(context);
}

// Whether the thread can wait for its turn to crash. Not if that was an access: it has had its turn, or it was made in the
// middle of a library, whose locks keep others out that would not be kept out here.
bool can_wait(int signal, const ucontext_t* context, bool wild_jump) {
  const State& s = state();
  const Thread& thread = current_thread();
  const bool is_access = (signal == SIGSEGV || signal == SIGBUS) && !wild_jump;
  const auto stack = static_cast<std::uintptr_t>(context->uc_mcontext.gregs[REG_RSP]);
  const bool has_room = stack - thread.stack_low < thread.stack_size && stack - thread.stack_low > kUnwinderStack;
  return s.freedoms.visible_ends != 0 && !is_access && has_room && !s.peeking && !has_unrecorded_turn();
}

bool below_own_stack(std::uintptr_t address) {
  const Thread& thread = current_thread();
  return address < thread.stack_low && address >= stack_top(thread.number) - kStackStride;
}

// A general protection fault (an address that no memory can have) comes without address: si_addr is 0 then as well, but
// not because of a null pointer.
Fault fault_of(int signal, const siginfo_t& info) {
  auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  bool has_address = signal == SIGSEGV && (info.si_code == SEGV_MAPERR || info.si_code == SEGV_ACCERR);
  if (!has_address) return Fault::None;
  if (below_own_stack(address)) return Fault::StackOverflow;
  if (address >= kNullPage) return Fault::None;
  wire::FaultRecord& record = state().slot->fault_record;
  record = {};
  record.address = address;
  return Fault::NullDereference;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  State& s = state();
  auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && open_protected_page(address)) return;
  if (s.capturing) {  // the stack was too damaged to walk; what the execution died of is known already
    s.capturing = false;
    escape_on_return(static_cast<ucontext_t*>(context));
    return;
  }
  if (!s.active) {  // ours: die with it, the supervisor reports the worker's death
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    return;
  }
  s.slot->signal = signal;
  s.slot->fault_address = info->si_code > 0 ? address : 0;
  s.slot->fault = fault_of(signal, *info);
  auto* interrupted = static_cast<ucontext_t*>(context);
  bool wild_jump = signal == SIGSEGV && address == static_cast<std::uintptr_t>(interrupted->uc_mcontext.gregs[REG_RIP]);
  if (can_wait(signal, interrupted, wild_jump)) {
    note_place(interrupted, wild_jump);
    return crash_on_return(interrupted);
  }
  end_from_handler(interrupted, Outcome::Crashed, wild_jump);
}

void on_tick(int, siginfo_t*, void* context) {
  State& s = state();
  bool moved = !s.active || s.execution != s.last_execution || s.step != s.last_step;
  s.last_execution = s.execution;
  s.last_step = s.step;
  s.idle_ticks = moved ? 0 : s.idle_ticks + 1;
  if (s.idle_ticks < (s.peeking ? 2 : kTicksPerLimit)) return;
  s.idle_ticks = 0;
  end_from_handler(static_cast<ucontext_t*>(context), Outcome::Hung, false);
}

}  // namespace

void install_fault_handlers() {
  void* memory = mmap(reinterpret_cast<void*>(kSignalStack), kSignalStackSize + kEscapeStackSize,
                      PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = kSignalStackSize;
  sigaltstack(&stack, nullptr);

  struct sigaction action = {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (int signal : kFatalSignals) sigaction(signal, &action, nullptr);
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(SIGVTALRM, &action, nullptr);
}

namespace {

void start_timer(std::uint32_t milliseconds, bool again) {
  struct sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGVTALRM;
  int timer = 0;
  raw_syscall(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, reinterpret_cast<long>(&event),
              reinterpret_cast<long>(&timer));
  timespec first = {static_cast<time_t>(milliseconds / 1000), static_cast<long>(milliseconds % 1000) * 1000000};
  itimerspec specification = {again ? first : timespec{}, first};
  raw_syscall(SYS_timer_settime, timer, 0, reinterpret_cast<long>(&specification), 0);
}

}  // namespace

void start_watchdog() {
  std::uint32_t limit = state().ring->hang_milliseconds;
  if (limit == 0) return;
  start_timer(limit / kTicksPerLimit > 0 ? limit / kTicksPerLimit : 1, true);
}

void start_hang_alarm() { start_timer(state().ring->hang_milliseconds, false); }

}  // namespace heddle::runtime

using namespace heddle::runtime;

// The context may be that of a later operation already, whose arguments the thread was about to compute.
extern "C" void heddle_crash() {
  forget_context();
  end_execution(heddle::Outcome::Crashed);
}
