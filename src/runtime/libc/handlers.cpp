// SPDX-License-Identifier: Apache-2.0
//
// Signal handlers of the program. The kernel's table of handlers would keep what one execution did for the next one, and
// a program that handles faults itself (Catch2 does) would take from Heddle what it finds out about them. So the program's
// wishes stand in the program's memory, which is reset; a signal that it raises itself calls its handler at once, or
// waits while the thread blocks it. Wishes are of all threads: to set one and to raise a signal are Call events. What a thread blocks
// and what waits for it is its own, and part of its fingerprint. Faults and abort stay Heddle's: they are findings, whatever the
// program would do about them.
#include "runtime/libc/handlers.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>

#include "runtime/libc/interpose.h"
#include "runtime/libc/machine.h"
#include "runtime/libc/ranges.h"
#include "runtime/raw_system.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

namespace heddle::runtime {

namespace {

struct sigaction g_wishes[NSIG];
stack_t g_alternate_stacks[kMaxThreads];
char g_waiting[NSIG];  // only their addresses count: that a signal waits for somebody, or no longer

constexpr std::uint64_t kNeverBlocked = std::uint64_t{1} << (SIGKILL - 1) | std::uint64_t{1} << (SIGSTOP - 1);

std::uint64_t bit_of(int signal) { return std::uint64_t{1} << (signal - 1); }
std::uint64_t bits_of(const sigset_t& set) { return set.__val[0]; }

bool is_signal(int signal) { return signal > 0 && signal < NSIG; }

bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGABRT ||
         signal == SIGTRAP || signal == SIGSYS;
}

// What the wish is when it is the caller's turn, told to it. Each event says what the wish is afterwards: known as the
// sequence of all calls before, a few threads that set one would make it another one for each of their orders.
struct sigaction await_wish(int signal, std::uint8_t detail, const HeddlePoint* point) {
  const struct sigaction& wish = g_wishes[signal];
  await_turn(&wish);
  const auto handler = reinterpret_cast<std::uint64_t>(wish.sa_handler);
  record(EventKind::Call, &wish, handler ^ static_cast<std::uint64_t>(wish.sa_flags) << 48, point).detail = detail;
  return wish;
}

// One that resets itself is there until a signal takes it; its flags and its mask stay. To ignore is for ever.
bool is_for_one_signal(const struct sigaction& wish) {
  return (wish.sa_flags & SA_RESETHAND) != 0 && wish.sa_handler != SIG_DFL && wish.sa_handler != SIG_IGN;
}

struct sigaction take_wish(int signal, const HeddlePoint* point) {
  const struct sigaction wish = await_wish(signal, wire::kTakes, point);
  if (is_for_one_signal(wish)) g_wishes[signal].sa_handler = SIG_DFL;
  return wish;
}

bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

bool stops_by_default(int signal) {
  return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

// For whom a signal waits is that thread's own, but for whoever ignores it.
void turn_to_waiting(int signal, std::uint8_t detail, const HeddlePoint* point) {
  await_turn(&g_waiting[signal]);
  record(EventKind::Call, &g_waiting[signal], 0, point).detail = detail;
}

// A signal that is ignored from now on no longer waits, for nobody.
void forget_waiting(int signal, const HeddlePoint* point) {
  turn_to_waiting(signal, wire::kLooks, point);
  State& s = state();
  for (std::uint32_t thread = 0; thread < s.thread_limit; ++thread) {
    if (thread == s.current || (s.threads[thread].waiting_signals & bit_of(signal)) == 0) continue;
    end_unsupported("signal", "ignores a signal that waits for another thread");
  }
  if ((current_thread().waiting_signals & bit_of(signal)) == 0) return;
  turn_to_waiting(signal, 0, point);
  current_thread().waiting_signals &= ~bit_of(signal);
}

void let_wait(int signal) {
  const bool waits_already = (current_thread().waiting_signals & bit_of(signal)) != 0;
  if (waits_already && signal >= __SIGRTMIN) end_unsupported("raise", "raises a real-time signal that waits already");
  if (waits_already) return;
  turn_to_waiting(signal, 0, call_point());
  current_thread().waiting_signals |= bit_of(signal);
}

// What the system does where the program has no wish.
bool act_by_default(int signal) {
  if (is_ignored_by_default(signal)) return true;
  if (stops_by_default(signal)) end_unsupported("raise", "stops the process");
  state().slot->signal = signal;
  set_failing_point(call_point());
  end_with_message(Outcome::Crashed, "a signal that nobody handles was raised");
}

struct sigaction replace_wish(int signal, struct sigaction wish, const HeddlePoint* point) {
  const struct sigaction before = await_wish(signal, wire::kReplaces, point);
  wish.sa_mask.__val[0] &= ~kNeverBlocked;
  g_wishes[signal] = wish;
  const std::uint64_t rest =
      wire::folded(wire::step({bits_of(wish.sa_mask), wire::kSecondFactor}, static_cast<std::uint32_t>(wish.sa_flags)));
  record_aux(reinterpret_cast<std::uint64_t>(wish.sa_handler), rest << 1 | (is_for_one_signal(wish) ? 1 : 0));
  const bool is_ignored = wish.sa_handler == SIG_IGN || (wish.sa_handler == SIG_DFL && is_ignored_by_default(signal));
  if (is_ignored) forget_waiting(signal, point);
  return before;
}

// A signal for the process is taken by the main thread, unless that blocks it, which others need not see; then by any.
bool is_alone() { return state().thread_limit == 1; }

[[noreturn]] void refuse_to_choose() { end_unsupported("kill", "sends a signal that another thread may take"); }

bool may_set(int signal) { return is_signal(signal) && signal != SIGKILL && signal != SIGSTOP; }

int refuse(int error) {
  errno = error;
  return -1;
}

// Like pthread_sigmask.
int change_mask(int how, const sigset_t* set, sigset_t* old) {
  const HeddlePoint* point = call_point();
  const std::uint64_t before = current_thread().blocked;
  std::uint64_t wanted = before;
  if (set != nullptr) {
    const std::uint64_t bits = libc::read_value(&set->__val[0], point);
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
    wanted = how == SIG_BLOCK ? before | bits : how == SIG_UNBLOCK ? before & ~bits : bits;
  }
  if (old != nullptr) libc::write_value(&old->__val[0], before, point);
  block_signals(wanted);
  return 0;
}

}  // namespace

// What waited comes at once, the lowest number first.
void block_signals(std::uint64_t blocked) {
  Thread& thread = current_thread();
  thread.blocked = blocked & ~kNeverBlocked;
  while (const std::uint64_t ready = thread.waiting_signals & ~thread.blocked) {
    const int signal = __builtin_ctzll(ready) + 1;
    turn_to_waiting(signal, 0, call_point());
    thread.waiting_signals &= ~bit_of(signal);
    if (!run_own_handler(signal, Receiver::Caller)) HEDDLE_REAL(raise)(signal);
  }
}

bool run_own_handler(int signal, Receiver receiver) {
  if (!is_signal(signal)) return false;
  if ((current_thread().blocked & bit_of(signal)) != 0) {
    if (receiver == Receiver::AnyThread && !is_alone()) refuse_to_choose();
    let_wait(signal);
    return true;
  }
  if (is_fault(signal)) return false;
  const struct sigaction wish = take_wish(signal, call_point());
  if (wish.sa_handler == SIG_DFL) return act_by_default(signal);
  const bool is_noticed = wish.sa_handler != SIG_IGN;
  if (receiver == Receiver::AnyThread && is_noticed && state().current != 0) refuse_to_choose();
  const std::uint64_t blocked = current_thread().blocked;
  const std::uint64_t itself = (wish.sa_flags & SA_NODEFER) != 0 ? 0 : bit_of(signal);
  current_thread().blocked |= (bits_of(wish.sa_mask) | itself) & ~kNeverBlocked;
  if ((wish.sa_flags & SA_SIGINFO) != 0) {
    siginfo_t info = {};
    info.si_signo = signal;
    info.si_code = receiver == Receiver::Caller ? SI_TKILL : SI_USER;
    info.si_pid = libc::kProcess;
    info.si_uid = static_cast<uid_t>(raw_syscall(SYS_getuid));
    wish.sa_sigaction(signal, &info, nullptr);
  } else if (wish.sa_handler != SIG_IGN) {
    wish.sa_handler(signal);
  }
  block_signals(blocked);
  return true;
}

}  // namespace heddle::runtime

HEDDLE_INTERPOSED int sigaction(int signal, const struct sigaction* wish, struct sigaction* old) noexcept {
  if (!executing()) return HEDDLE_REAL(sigaction)(signal, wish, old);
  if (!is_signal(signal) || (wish != nullptr && !may_set(signal))) return refuse(EINVAL);
  const HeddlePoint* point = call_point();
  const struct sigaction before = wish == nullptr ? await_wish(signal, heddle::wire::kLooks, point)
                                                  : replace_wish(signal, libc::read_value(wish, point), point);
  if (old != nullptr) libc::write_structure(old, before, point);
  return 0;
}

namespace {

sighandler_t set_handler(int number, sighandler_t handler, int flags) {
  if (!may_set(number)) {
    errno = EINVAL;
    return SIG_ERR;
  }
  struct sigaction wish = {};
  wish.sa_handler = handler;
  wish.sa_flags = flags;
  return replace_wish(number, wish, call_point()).sa_handler;
}

}  // namespace

// With strict standards <signal.h> makes __sysv_signal of signal: its handlers are for one signal, which they do not block.
#define HEDDLE_SIGNAL(name, flags)                                                           \
  HEDDLE_INTERPOSED sighandler_t name(int number, sighandler_t handler) noexcept {           \
    auto real = reinterpret_cast<sighandler_t (*)(int, sighandler_t)>(real_function(#name)); \
    return executing() ? set_handler(number, handler, flags) : real(number, handler);        \
  }
HEDDLE_SIGNAL(signal, SA_RESTART)
HEDDLE_SIGNAL(bsd_signal, SA_RESTART)
HEDDLE_SIGNAL(ssignal, SA_RESTART)
HEDDLE_SIGNAL(sysv_signal, SA_RESETHAND | SA_NODEFER)
HEDDLE_SIGNAL(__sysv_signal, SA_RESETHAND | SA_NODEFER)
#undef HEDDLE_SIGNAL

HEDDLE_INTERPOSED int sigaltstack(const stack_t* wish, stack_t* old) noexcept {
  if (!executing()) return HEDDLE_REAL(sigaltstack)(wish, old);
  stack_t& own = g_alternate_stacks[state().current];
  auto before = libc::blank<stack_t>();
  before.ss_sp = own.ss_sp;
  before.ss_flags = own.ss_size == 0 ? SS_DISABLE : own.ss_flags;
  before.ss_size = own.ss_size;
  const HeddlePoint* point = call_point();
  if (wish != nullptr) {
    own = libc::read_value(wish, point);
    feed_hidden_state(reinterpret_cast<std::uint64_t>(own.ss_sp));
    feed_hidden_state(own.ss_size << 8 | static_cast<std::uint64_t>(own.ss_flags));
  }
  if (old != nullptr) libc::write_structure(old, before, point);
  return 0;
}

HEDDLE_INTERPOSED int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_sigmask)(how, set, old);
  return change_mask(how, set, old);
}

HEDDLE_INTERPOSED int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (!executing()) return HEDDLE_REAL(sigprocmask)(how, set, old);
  const int error = change_mask(how, set, old);
  return error == 0 ? 0 : refuse(error);
}

HEDDLE_INTERPOSED int sigpending(sigset_t* set) noexcept {
  if (!executing()) return HEDDLE_REAL(sigpending)(set);
  libc::write_value(&set->__val[0], current_thread().waiting_signals, call_point());
  return 0;
}

HEDDLE_INTERPOSED int raise(int signal) noexcept {
  if (executing() && run_own_handler(signal, Receiver::Caller)) return 0;
  return HEDDLE_REAL(raise)(signal);
}

HEDDLE_INTERPOSED int gsignal(int signal) noexcept { return raise(signal); }
