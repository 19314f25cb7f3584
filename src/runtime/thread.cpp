// SPDX-License-Identifier: Apache-2.0
//
// pthread_create, join, detach, exit, self; thread-exit calls (thread_local destructors) and pthread keys. A handle is
// the address of the thread's control block, as in glibc, so that code which looks inside still finds a real one.
#include "runtime/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/deadline.h"
#include "runtime/debugger.h"
#include "runtime/fiber.h"
#include "runtime/float_state.h"
#include "runtime/heap.h"
#include "runtime/keys.h"
#include "runtime/libc/attributes.h"
#include "runtime/libc/ranges.h"
#include "runtime/peek.h"

extern "C" {
void* heddle_call_thread(void* (*entry)(void*), void* argument);  // thread_call.c
void* heddle_exit_result();
extern const int __heddle_main_returns_nothing __attribute__((weak));  // compile/instrument/conventions.cpp
}

namespace heddle::runtime {
namespace {

constexpr char kTooManyThreads[] = "more than 1023 threads besides main, over all executions";
static_assert(kMaxThreads == 1024, "the message names the limit");

std::uint64_t bit_of(std::uint16_t number) { return std::uint64_t{1} << (number % 64); }

void clear_thread(Thread& thread, std::uint16_t parent) {
  thread.call_point = thread.throw_point = nullptr;
  thread.ready = nullptr;
  thread.object = thread.partner = nullptr;
  thread.wait_state = WaitState::None;
  thread.ended = thread.detached = thread.is_detaching = thread.joined = thread.timed = false;
  thread.parent = parent;
  thread.children = 0;
  thread.events = thread.stack_events = 0;
  thread.atomic_depth = 0;
  thread.spurious = 0;
  thread.read_hold_count = 0;
  thread.read_hold_hash = {};
  thread.weak_cas_failed = thread.shares_exceptions = false;
  thread.waiting_signals = 0;
  thread.cancel_state = thread.cancel_type = 0;
  thread.entry = nullptr;
  thread.argument = thread.result = nullptr;
  thread.exit_calls = thread.late_exit_calls = nullptr;
  thread.ending = nullptr;
  thread.first_ending = thread.count_ending = 0;
  thread.spin = {};
  thread.called_back_below = 0;
  thread.is_starting = true;
  thread.stack = {};
  thread.range_count = 0;
  thread.ranges_overflowed = false;
}

// Numbers belong to identities for the whole campaign (wire/ring.h). kNoThread when there are too many.
std::uint16_t number_of_identity(std::uint16_t parent, std::uint16_t ordinal) {
  wire::RingHeader& ring = *state().ring;
  std::uint32_t count = ring.identity_count;
  std::uint32_t& guess = state().next_identity;  // usually the one after the previous
  if (guess == 0 || guess >= count) guess = 1;
  for (std::uint32_t tried = 1; tried < count; ++tried) {
    std::uint32_t i = guess;
    guess = guess + 1 == count ? 1 : guess + 1;
    if (ring.identities[i].parent == parent && ring.identities[i].ordinal == ordinal)
      return static_cast<std::uint16_t>(i);
  }
  if (count == kMaxThreads) return wire::kNoThread;
  ring.identities[count] = {parent, ordinal};
  ring.identity_count = count + 1;
  return static_cast<std::uint16_t>(count);
}

bool is_joinable(const Thread& thread) { return !thread.detached && !thread.joined; }
// A join of a thread that somebody else joined or detached in the meantime fails instead of waiting.
bool join_can_run(const Thread& thread) {
  auto* joined = static_cast<const Thread*>(thread.object);
  return joined->ended || !is_joinable(*joined);
}

void end_thread(void* result) {
  Thread& thread = current_thread();
  thread.result = result;
  begin_ending(reinterpret_cast<std::uint64_t>(result));
  run_thread_exit_calls();
  run_key_destructors();
  if (is_visible(wire::kMainLeaves)) {  // who comes last depends on all of them
    static const char kEnds = 0;
    await_turn();
    record(EventKind::Call, &kEnds, is_last_thread(), nullptr);
  }
  if (is_last_thread()) exit_after_last_thread();  // only if main has left with pthread_exit
  forget_context();               // whoever goes on may be in the middle of a library call
  thread.ended = true;
  state().unconditional[thread.number / 64] &= ~bit_of(thread.number);
  give_up_turn();
}

// libc keeps where the stack ends, nowhere if there is none.
bool has_own_stack(const pthread_attr_t* attributes) {
  void* low = nullptr;
  std::size_t size = 0;
  if (attributes == nullptr || HEDDLE_REAL(pthread_attr_getstack)(attributes, &low, &size) != 0) return false;
  return reinterpret_cast<std::uintptr_t>(low) + size != 0;
}

// Never less than the default: frames of instrumented code are larger. More than there is room for is no mistake of the
// program.
std::size_t wanted_stack_size(const pthread_attr_t* attributes) {
  std::size_t usual = state().default_stack_size;
  if (has_own_stack(attributes)) end_unsupported("pthread_create", "the thread is to run on a stack of the program's own");
  std::size_t size = 0;
  if (attributes == nullptr || HEDDLE_REAL(pthread_attr_getstacksize)(attributes, &size) != 0 || size <= usual) return usual;
  if (size > kLargestStack) {
    char why[96];
    snprintf(why, sizeof why, "the thread asks for a stack of %zu MiB; Heddle gives at most %zu MiB", size >> 20,
             kLargestStack >> 20);
    end_unsupported("pthread_create", why);
  }
  return (size + 4095) & ~std::size_t{4095};
}

// The creator's, unless the attributes have one. SIGKILL and SIGSTOP cannot be blocked.
std::uint64_t wanted_mask(const pthread_attr_t* attributes, const Thread& creator) {
  constexpr std::uint64_t kNeverBlocked = 1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1);
  sigset_t set = {};
  const bool has_one = attributes != nullptr && HEDDLE_REAL(pthread_attr_getsigmask_np)(attributes, &set) == 0;
  return has_one ? set.__val[0] & ~kNeverBlocked : creator.blocked;
}

// Where nothing has to be done before, the next event is to look what is to be called at the end of the process.
[[noreturn]] void tell_return_of_main(int code) {
  const State& s = state();
  const bool is_all = current_thread().exit_calls == nullptr && s.thread_limit > 1;
  if (!is_all) tell_nothing();
  begin_ending(static_cast<std::uint64_t>(code));
  tell_fingerprint();
}

// A main that returns ends the process, one that calls pthread_exit is a thread like the others.
void* run_main(void*) {
  State& s = state();
  int code = s.user_main(s.argc, s.argv, s.envp);
  if (&__heddle_main_returns_nothing != nullptr) code = 0;  // C leaves unspecified what it is then
  if (is_peeking()) tell_return_of_main(code);
  __heddle_call_point = nullptr;  // what follows is called by nobody in the program
  begin_ending(static_cast<std::uint64_t>(code));
  exit(code);
}

// Who asks for the attributes of a thread is told those that it is made with.
void note_attributes(const Thread& creator) {
  const std::uint16_t number = number_of_identity(creator.number, creator.children);
  if (number == wire::kNoThread) return;
  await_turn(&state().threads[number]);
  record(EventKind::Call, &state().threads[number], 0, call_point());
}

int start_thread(pthread_t* handle, const pthread_attr_t* attributes, void* (*entry)(void*), void* argument) {
  State& s = state();
  std::size_t stack_size = wanted_stack_size(attributes);
  const auto runs = s.thread_runs;  // before another thread has its turn
  s.thread_runs = nullptr;
  Thread& creator = current_thread();
  if (is_visible(wire::kDetaching)) note_attributes(creator);
  const bool hands_down = s.names_threads || s.places_threads;
  if (HEDDLE_LIKELY(!hands_down)) await_turn();
  std::uint16_t number = number_of_identity(creator.number, creator.children++);
  if (number == wire::kNoThread) end_unsupported("pthread_create", kTooManyThreads);
  Thread& thread = s.threads[number];
  if (HEDDLE_UNLIKELY(hands_down)) {
    if (s.names_threads) hand_down_name(creator, thread);
    if (s.places_threads) hand_down_placement(creator, thread);
    await_turn();
  }
  clear_thread(thread, creator.number);
  thread.blocked = wanted_mask(attributes, creator);
  if (HEDDLE_UNLIKELY(s.watches_floats)) thread.x87_flags = x87_flags();
  thread.entry = entry;
  thread.argument = argument;
  int detach_state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) HEDDLE_REAL(pthread_attr_getdetachstate)(attributes, &detach_state);
  thread.detached = thread.born_detached = detach_state == PTHREAD_CREATE_DETACHED;
  prepare_fiber(number, stack_size);
  const std::uint64_t start = hash_start(thread, runs);
  if (HEDDLE_UNLIKELY(s.fingerprints != nullptr)) begin_local_state(thread, start);
  if (number >= s.thread_limit) progress().thread_limit = s.thread_limit = number + 1u;
  s.unconditional[number / 64] |= bit_of(number);
  *handle = thread.fs_base;
  record(EventKind::ThreadCreate, reinterpret_cast<void*>(static_cast<std::uintptr_t>(number)), start,
         call_point()).detail = thread.detached;
  record_aux(thread.fs_base, reinterpret_cast<std::uint64_t>(handle));
  return 0;
}

// Joins the thread if it has ended, else answers `code_if_running`; one event either way.
int finish_join(EventKind kind, Thread& thread, void** result, int code_if_running) {
  int code = !is_joinable(thread) ? EINVAL : thread.ended ? 0 : code_if_running;
  if (code == 0) {
    thread.joined = true;
    if (result != nullptr) *result = thread.result;
  }
  wire::EventRecord& event = record(kind, reinterpret_cast<void*>(static_cast<std::uintptr_t>(thread.number)),
                                    code == 0 ? reinterpret_cast<std::uint64_t>(thread.result) : 0, call_point());
  if (code == 0) event.flags |= wire::kEventSuccess;
  if (code == ETIMEDOUT) event.flags |= wire::kEventTimedOut;
  record_aux(static_cast<std::uint64_t>(code), reinterpret_cast<std::uint64_t>(result));
  return code;
}

int join_thread(pthread_t handle, void** result) {
  Thread* thread = thread_of_handle(handle);
  if (thread == nullptr) return ESRCH;
  if (thread == &current_thread()) return EDEADLK;
  await_turn_for({EventKind::ThreadJoin, thread, join_can_run});
  return finish_join(EventKind::ThreadJoin, *thread, result, EINVAL);
}

int try_join(pthread_t handle, void** result) {
  Thread* thread = thread_of_handle(handle);
  if (thread == nullptr) return ESRCH;
  await_turn();
  return finish_join(EventKind::ThreadTryJoin, *thread, result, EBUSY);
}

// Scheduled while the thread still runs, the time is over.
int timed_join(pthread_t handle, void** result, const timespec* given) {
  if (given == nullptr) return join_thread(handle, result);
  const Deadline deadline(given);
  Thread* thread = thread_of_handle(handle);
  if (thread == nullptr) return ESRCH;
  if (thread == &current_thread()) return EDEADLK;
  await_turn();
  int code = valid_deadline(deadline) ? ETIMEDOUT : EINVAL;
  if (code == ETIMEDOUT && !thread->ended && is_joinable(*thread)) advance_clock_to(deadline);
  return finish_join(EventKind::ThreadTimedJoin, *thread, result, code);
}

}  // namespace

Thread* thread_of_handle(std::uint64_t handle) {
  State& s = state();
  if (handle == s.main_fs_base) return &s.threads[0];
  std::uint64_t i = (handle - kTlsBase) / kTlsStride;  // its control block is in its own area
  if (i == 0 || i >= s.thread_limit || s.threads[i].fs_base != handle) return nullptr;
  bool exists = s.threads[i].ended || ((s.unconditional[i / 64] | s.conditional[i / 64]) >> (i % 64) & 1) != 0;
  return exists ? &s.threads[i] : nullptr;
}

bool is_last_thread() {
  State& s = state();
  for (std::uint32_t word = 0; word * 64 < s.thread_limit; ++word) {
    std::uint64_t alive = s.unconditional[word] | s.conditional[word];
    if (word == s.current / 64u) alive &= ~bit_of(s.current);
    if (alive != 0) return false;
  }
  return true;
}

void prepare_threads() {
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    // A thread that is not created yet may have a lower number than one that is: nobody may find it there.
    s.threads[i].ended = false;
    s.threads[i].wait_state = WaitState::None;
  }
  for (std::uint32_t word = 0; word * 64 < s.thread_limit; ++word) s.unconditional[word] = s.conditional[word] = 0;
  s.next_identity = 1;
  progress().thread_limit = s.thread_limit = 1;
  s.unconditional[0] = 1;
  clear_thread(s.threads[0], 0);
  memset(s.threads[0].name, 0, sizeof s.threads[0].name);
  s.threads[0].blocked = 0;
  s.threads[0].placement = 0;
  s.threads[0].born_detached = false;
  s.threads[0].x87_flags = 0;
  s.thread_runs = nullptr;
  if (HEDDLE_UNLIKELY(s.watches_floats)) set_x87_flags(0);
  prepare_fiber(0, s.default_stack_size);
  if (HEDDLE_UNLIKELY(s.fingerprints != nullptr)) begin_local_state(s.threads[0], hash_start(s.threads[0], nullptr));
}

void thread_main() {
  Thread& thread = current_thread();
  if (thread.number == 0) {
    decide(nullptr, 0);  // the others begin because a decision picked them
  } else if (HEDDLE_UNLIKELY(state().debugged)) {
    stop_before_event();
  }
  record(EventKind::Begin, reinterpret_cast<void*>(static_cast<std::uintptr_t>(thread.number)), 0, nullptr);
  if (thread.number != 0) begin_frames();
  end_thread(heddle_call_thread(thread.number == 0 ? run_main : thread.entry, thread.argument));
  __builtin_unreachable();
}

void run_thread_exit_calls() {
  Thread& thread = current_thread();
  while (thread.exit_calls != nullptr) {
    ThreadExitCall call = *thread.exit_calls;
    thread.exit_calls = call.next;
    call.function(call.object);
  }
}

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*entry)(void*), void* argument) {
  if (!controlled()) return HEDDLE_REAL(pthread_create)(handle, attributes, entry, argument);
  if (!executing()) end_unsupported("pthread_create", "a thread is created before main begins");
  pthread_attr_t kept;
  if (attributes != nullptr) {
    kept = libc::read_value(attributes, call_point());
    libc::read_behind(kept, call_point());
  }
  return start_thread(handle, attributes == nullptr ? nullptr : &kept, entry, argument);
}

int pthread_join(pthread_t handle, void** result) {
  if (!executing()) return HEDDLE_REAL(pthread_join)(handle, result);
  return join_thread(handle, result);
}

int pthread_tryjoin_np(pthread_t handle, void** result) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_tryjoin_np)(handle, result);
  return try_join(handle, result);
}

int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* deadline) {
  if (!executing()) return HEDDLE_REAL(pthread_timedjoin_np)(handle, result, deadline);
  return timed_join(handle, result, deadline);
}

int pthread_clockjoin_np(pthread_t handle, void** result, clockid_t clock, const timespec* deadline) {
  if (!executing()) return HEDDLE_REAL(pthread_clockjoin_np)(handle, result, clock, deadline);
  return timed_join(handle, result, deadline);
}

int pthread_detach(pthread_t handle) {
  if (!executing()) return HEDDLE_REAL(pthread_detach)(handle);
  Thread* thread = thread_of_handle(handle);
  if (thread == nullptr) return ESRCH;
  if (is_visible(wire::kDetaching)) {  // who asks for it is told; nobody else can tell this from the detaching itself
    await_turn(thread);
    thread->is_detaching = true;
    record(EventKind::Call, thread, 0, call_point());
  }
  await_turn();
  bool joinable = is_joinable(*thread);
  thread->detached = true;
  record(EventKind::ThreadDetach, reinterpret_cast<void*>(static_cast<std::uintptr_t>(thread->number)), 0,
         call_point());
  return joinable ? 0 : EINVAL;
}

void pthread_exit(void* result) {
  if (controlled() && !executing()) end_unsupported("pthread_exit", "the main thread ends before main begins");
  if (!executing()) {
    HEDDLE_REAL(pthread_exit)(result);
    __builtin_unreachable();
  }
  if (state().current == 0) require_visible(wire::kMainLeaves);
  current_thread().result = result;
  HEDDLE_REAL(pthread_exit)(result);  // unwinds the stack, then comes back in heddle_call_thread
  __builtin_unreachable();
}

// What follows is ours, and no event.
void heddle_note_return() {
  if (is_peeking()) tell_nothing();
}

void* heddle_exit_result() { return current_thread().result; }

int pthread_kill(pthread_t handle, int signal) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_kill)(handle, signal);
  if (signal != 0) end_unsupported("pthread_kill", "depends on signals, which are not modelled");
  return thread_of_handle(handle) == nullptr ? ESRCH : 0;
}

pthread_t pthread_self() {
  if (!executing()) return HEDDLE_REAL(pthread_self)();
  note_individual();
  return current_thread().fs_base;
}

int __cxa_thread_atexit(void (*function)(void*), void* object, void* library) {
  if (!executing()) return HEDDLE_REAL(__cxa_thread_atexit)(function, object, library);
  auto* call = static_cast<ThreadExitCall*>(allocate_for_runtime(sizeof(ThreadExitCall)));
  *call = {function, object, current_thread().exit_calls};
  current_thread().exit_calls = call;
  return 0;
}

int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* library) {
  if (!executing()) return HEDDLE_REAL(__cxa_thread_atexit_impl)(function, object, library);
  return __cxa_thread_atexit(function, object, library);
}

}  // extern "C"
