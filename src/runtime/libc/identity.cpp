// SPDX-License-Identifier: Apache-2.0
//
// Who am I: process and thread numbers. The real ones change with every worker, so a controlled program sees constants
// (the same as syscall(SYS_getpid) gives). A signal that the program sends to "itself" therefore has to be redirected:
// some stranger may have that number.
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

#include "runtime/libc/handlers.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/machine.h"
#include "runtime/raw_system.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;
using heddle::runtime::libc::kProcess;

namespace {
constexpr pid_t kParent = 4241;
}  // namespace

HEDDLE_INTERPOSED pid_t getpid() noexcept { return controlled() ? kProcess : HEDDLE_REAL(getpid)(); }

HEDDLE_INTERPOSED pid_t getppid() noexcept { return controlled() ? kParent : HEDDLE_REAL(getppid)(); }

HEDDLE_INTERPOSED pid_t gettid() noexcept {
  if (!controlled()) return HEDDLE_REAL(gettid)();
  note_individual();
  return kProcess + current_thread().number;
}

HEDDLE_INTERPOSED int kill(pid_t process, int signal) noexcept {
  if (!executing()) return HEDDLE_REAL(kill)(process, signal);
  if (process != kProcess) end_unsupported("kill", "sends a signal to another process");
  if (run_own_handler(signal, Receiver::AnyThread)) return 0;
  return HEDDLE_REAL(kill)(static_cast<pid_t>(raw_syscall(SYS_getpid)), signal);
}
