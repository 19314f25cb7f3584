// SPDX-License-Identifier: Apache-2.0
//
// Signal handlers of the program. The kernel's table of handlers would keep what one execution did for the next one, and
// a program that handles faults itself (Catch2 does) would take from Heddle what it finds out about them. So the program's
// wishes stand in the program's memory, which is reset; a signal that it raises itself calls its handler at once. Faults
// and abort stay Heddle's: they are findings, whatever the program would do about them.
#include "runtime/libc/handlers.h"

#include <errno.h>
#include <signal.h>

#include "runtime/libc/interpose.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

namespace heddle::runtime {
namespace {

struct sigaction g_wishes[NSIG];
stack_t g_alternate_stack = {nullptr, SS_DISABLE, 0};

bool is_signal(int signal) { return signal > 0 && signal < NSIG; }

bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGABRT ||
         signal == SIGTRAP || signal == SIGSYS;
}

int refuse(int error) {
  errno = error;
  return -1;
}

}  // namespace

bool run_own_handler(int signal) {
  if (!is_signal(signal) || is_fault(signal)) return false;
  const struct sigaction wish = g_wishes[signal];
  if ((wish.sa_flags & SA_SIGINFO) == 0 && wish.sa_handler == SIG_DFL) return false;
  if ((wish.sa_flags & SA_RESETHAND) != 0) g_wishes[signal] = {};
  if ((wish.sa_flags & SA_SIGINFO) != 0) {
    siginfo_t info = {};
    info.si_signo = signal;
    info.si_code = SI_USER;
    wish.sa_sigaction(signal, &info, nullptr);
  } else if (wish.sa_handler != SIG_IGN) {
    wish.sa_handler(signal);
  }
  return true;
}

}  // namespace heddle::runtime

HEDDLE_INTERPOSED int sigaction(int signal, const struct sigaction* wish, struct sigaction* old) noexcept {
  if (!executing()) return HEDDLE_REAL(sigaction)(signal, wish, old);
  if (!is_signal(signal)) return refuse(EINVAL);
  if (wish != nullptr && (signal == SIGKILL || signal == SIGSTOP)) return refuse(EINVAL);
  const struct sigaction before = g_wishes[signal];
  if (wish != nullptr) g_wishes[signal] = *wish;
  if (old != nullptr) *old = before;
  return 0;
}

HEDDLE_INTERPOSED sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (!executing()) return HEDDLE_REAL(signal)(number, handler);
  struct sigaction wish = {}, old = {};
  wish.sa_handler = handler;
  wish.sa_flags = SA_RESTART;
  return sigaction(number, &wish, &old) == 0 ? old.sa_handler : SIG_ERR;
}

HEDDLE_INTERPOSED int sigaltstack(const stack_t* wish, stack_t* old) noexcept {
  if (!executing()) return HEDDLE_REAL(sigaltstack)(wish, old);
  const stack_t before = g_alternate_stack;
  if (wish != nullptr) g_alternate_stack = *wish;
  if (old != nullptr) *old = before;
  return 0;
}

HEDDLE_INTERPOSED int raise(int signal) noexcept {
  if (executing() && run_own_handler(signal)) return 0;
  return HEDDLE_REAL(raise)(signal);
}
