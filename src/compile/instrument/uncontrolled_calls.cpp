// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/uncontrolled_calls.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr char kBlocks[] = "it may block on something outside of the program";
constexpr char kProcess[] = "it starts or replaces a process";
constexpr char kSignals[] = "signals arrive at moments that no schedule describes";
constexpr char kJump[] = "jumps past destructors and unwinding are not followed";
constexpr char kRandom[] = "its result differs from run to run";
constexpr char kHiddenMemory[] = "memory shared with other processes changes on its own";
constexpr char kCancels[] = "cancellation of threads is not modelled";
constexpr char kContext[] = "it switches stacks behind the scheduler's back";

struct Reason {
  const char* name;
  const char* why;
};

constexpr Reason kUncontrolled[] = {
    {"select", kBlocks},
    {"pselect", kBlocks},
    {"poll", kBlocks},
    {"ppoll", kBlocks},
    {"epoll_wait", kBlocks},
    {"epoll_pwait", kBlocks},
    {"accept", kBlocks},
    {"accept4", kBlocks},
    {"connect", kBlocks},
    {"recv", kBlocks},
    {"recvfrom", kBlocks},
    {"recvmsg", kBlocks},
    {"recvmmsg", kBlocks},
    {"msgrcv", kBlocks},
    {"msgsnd", kBlocks},
    {"semop", kBlocks},
    {"semtimedop", kBlocks},
    {"mq_receive", kBlocks},
    {"mq_timedreceive", kBlocks},
    {"mq_send", kBlocks},
    {"flock", kBlocks},
    {"lockf", kBlocks},
    {"wait", kBlocks},
    {"waitpid", kBlocks},
    {"wait3", kBlocks},
    {"wait4", kBlocks},
    {"waitid", kBlocks},
    {"inotify_init", kBlocks},
    {"inotify_init1", kBlocks},
    {"io_submit", kBlocks},
    {"io_getevents", kBlocks},
    {"io_uring_setup", kBlocks},
    {"io_uring_enter", kBlocks},
    {"aio_read", kBlocks},
    {"aio_write", kBlocks},
    {"aio_suspend", kBlocks},
    {"getaddrinfo", kBlocks},
    {"gethostbyname", kBlocks},
    {"fork", kProcess},
    {"vfork", kProcess},
    {"_Fork", kProcess},
    {"clone", kProcess},
    {"posix_spawn", kProcess},
    {"posix_spawnp", kProcess},
    {"execv", kProcess},
    {"execve", kProcess},
    {"execvp", kProcess},
    {"execvpe", kProcess},
    {"execl", kProcess},
    {"execle", kProcess},
    {"execlp", kProcess},
    {"fexecve", kProcess},
    {"execveat", kProcess},
    {"system", kProcess},
    {"popen", kProcess},
    {"daemon", kProcess},
    {"signal", kSignals},
    {"sigaction", kSignals},
    {"sigwait", kSignals},
    {"sigwaitinfo", kSignals},
    {"sigtimedwait", kSignals},
    {"sigsuspend", kSignals},
    {"signalfd", kSignals},
    {"pause", kSignals},
    {"alarm", kSignals},
    {"setitimer", kSignals},
    {"timer_create", kSignals},
    {"kill", kSignals},
    {"pthread_kill", kSignals},
    {"tgkill", kSignals},
    {"pthread_cancel", kCancels},
    {"longjmp", kJump},
    {"_longjmp", kJump},
    {"siglongjmp", kJump},
    {"__longjmp_chk", kJump},
    {"getrandom", kRandom},
    {"getentropy", kRandom},
    {"arc4random", kRandom},
    {"arc4random_buf", kRandom},
    {"shmat", kHiddenMemory},
    {"shm_open", kHiddenMemory},
    {"makecontext", kContext},
    {"swapcontext", kContext},
    {"setcontext", kContext},
};

constexpr const char* kMath[] = {
    "sqrt",  "cbrt", "sin",   "cos",      "tan",  "asin",      "acos",   "atan",    "atan2", "sinh",   "cosh",
    "tanh",  "exp",  "exp2",  "expm1",    "log",  "log2",      "log10",  "log1p",   "pow",   "fmod",   "hypot",
    "floor", "ceil", "round", "trunc",    "rint", "nearbyint", "lround", "llround", "lrint", "llrint", "fabs",
    "fmin",  "fmax", "fma",   "copysign", "erf",  "erfc",      "ldexp",  "abs",     "labs",  "llabs"};

StringMap<const char*> by_name() {
  StringMap<const char*> table;
  for (const Reason& reason : kUncontrolled) table[reason.name] = reason.why;
  return table;
}

}  // namespace

StringRef why_uncontrolled(StringRef function) {
  static const StringMap<const char*> kTable = by_name();
  auto found = kTable.find(function);
  return found == kTable.end() ? StringRef() : StringRef(found->second);
}

bool only_computes(StringRef function) {
  static const StringSet<> kNames = [] {
    StringSet<> names;
    for (const char* name : kMath) names.insert(name);
    return names;
  }();
  if (kNames.contains(function)) return true;
  bool has_suffix = function.size() > 1 && (function.ends_with("f") || function.ends_with("l"));
  return has_suffix && kNames.contains(function.drop_back());
}

}  // namespace heddle::instrument
