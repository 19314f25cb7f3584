// SPDX-License-Identifier: Apache-2.0
//
// pthread_create, join, detach, exit, self; thread-exit calls (thread_local destructors) and pthread keys. A handle is
// the address of the thread's control block, as in glibc, so that code which looks inside still finds a real one.
#include "runtime/thread.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/debugger.h"
#include "runtime/fiber.h"
#include "runtime/keys.h"

extern "C" {
void* heddle_call_thread(void* (*entry)(void*), void* argument);  // thread_call.c
void* heddle_exit_result();
}

namespace heddle::runtime {
namespace {

std::uint64_t bit_of(std::uint16_t number) { return std::uint64_t{1} << (number % 64); }

void clear_thread(Thread& thread, std::uint16_t parent) {
  thread.call_point = thread.throw_point = nullptr;
  thread.ready = nullptr;
  thread.object = thread.partner = nullptr;
  thread.wait_state = WaitState::None;
  thread.ended = thread.detached = thread.joined = thread.timed = false;
  thread.parent = parent;
  thread.children = 0;
  thread.events = 0;
  thread.atomic_depth = 0;
  thread.entry = nullptr;
  thread.argument = thread.result = nullptr;
  thread.exit_calls = nullptr;
  thread.spin = {};
  thread.stack = {};
  thread.range_count = 0;
  thread.ranges_overflowed = false;
}

// Numbers belong to identities for the whole campaign (wire/ring.h). kNoThread when there are too many.
std::uint16_t number_of_identity(std::uint16_t parent, std::uint16_t ordinal) {
  wire::RingHeader& ring = *state().ring;
  std::uint32_t count = ring.identity_count;
  for (std::uint32_t i = 1; i < count; ++i) {
    if (ring.identities[i].parent == parent && ring.identities[i].ordinal == ordinal)
      return static_cast<std::uint16_t>(i);
  }
  if (count == kMaxThreads) return wire::kNoThread;
  ring.identities[count] = {parent, ordinal};
  ring.identity_count = count + 1;
  return static_cast<std::uint16_t>(count);
}

bool has_ended(const Thread& thread) { return static_cast<const Thread*>(thread.object)->ended; }

void end_thread(void* result) {
  Thread& thread = current_thread();
  thread.result = result;
  run_thread_exit_calls();
  run_key_destructors();
  thread.ended = true;
  state().unconditional[thread.number / 64] &= ~bit_of(thread.number);
  give_up_turn();
}

// An overflow of 8 MiB would be no mistake of a program that asked for more.
void check_stack_size(const pthread_attr_t* attributes) {
  std::size_t size = 0;
  if (attributes == nullptr || pthread_attr_getstacksize(attributes, &size) != 0 || size <= kStackSize) return;
  end_unsupported("pthread_create", "the thread asks for a stack of more than 8 MiB");
}

int start_thread(pthread_t* handle, const pthread_attr_t* attributes, void* (*entry)(void*), void* argument) {
  State& s = state();
  check_stack_size(attributes);
  await_turn();
  Thread& creator = current_thread();
  std::uint16_t number = number_of_identity(creator.number, creator.children++);
  if (number == wire::kNoThread) end_unsupported("pthread_create", "more than 256 threads in one execution");
  Thread& thread = s.threads[number];
  clear_thread(thread, creator.number);
  thread.entry = entry;
  thread.argument = argument;
  prepare_fiber(number);
  int detach_state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detach_state);
  thread.detached = detach_state == PTHREAD_CREATE_DETACHED;
  if (number >= s.thread_limit) progress().thread_limit = s.thread_limit = number + 1u;
  s.unconditional[number / 64] |= bit_of(number);
  *handle = thread.fs_base;
  record(EventKind::ThreadCreate, reinterpret_cast<void*>(static_cast<std::uintptr_t>(number)), 0, call_point());
  return 0;
}

int join_thread(pthread_t handle, void** result) {
  Thread* thread = thread_of_handle(handle);
  if (thread == nullptr) return ESRCH;
  if (thread == &current_thread()) return EDEADLK;
  if (thread->detached || thread->joined) return EINVAL;
  await_turn_for({EventKind::ThreadJoin, thread, has_ended});
  if (thread->joined) return EINVAL;
  thread->joined = true;
  if (result != nullptr) *result = thread->result;
  record(EventKind::ThreadJoin, reinterpret_cast<void*>(static_cast<std::uintptr_t>(thread->number)),
         reinterpret_cast<std::uint64_t>(thread->result), call_point());
  return 0;
}

}  // namespace

Thread* thread_of_handle(std::uint64_t handle) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    Thread& thread = s.threads[i];
    bool exists = i == 0 || thread.ended || ((s.unconditional[i / 64] | s.conditional[i / 64]) >> (i % 64) & 1) != 0;
    if (exists && thread.fs_base == handle) return &thread;
  }
  return nullptr;
}

void prepare_threads() {
  State& s = state();
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) s.threads[i].ended = false;
  memset(s.unconditional, 0, sizeof s.unconditional);
  memset(s.conditional, 0, sizeof s.conditional);
  progress().thread_limit = s.thread_limit = 1;
  s.unconditional[0] = 1;
  clear_thread(s.threads[0], 0);
  prepare_fiber(0);
}

void thread_main() {
  Thread& thread = current_thread();
  if (thread.number == 0) {
    decide(nullptr, 0);  // the others begin because a decision picked them
  } else if (HEDDLE_UNLIKELY(state().debugged)) {
    stop_before_event();
  }
  record(EventKind::Begin, reinterpret_cast<void*>(static_cast<std::uintptr_t>(thread.number)), 0, nullptr);
  if (thread.number == 0) {
    int code = state().user_main(state().argc, state().argv, state().envp);
    __heddle_call_point = nullptr;  // what follows is called by nobody in the program
    exit(code);
  }
  end_thread(heddle_call_thread(thread.entry, thread.argument));
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
  return start_thread(handle, attributes, entry, argument);
}

int pthread_join(pthread_t handle, void** result) {
  if (!executing()) return HEDDLE_REAL(pthread_join)(handle, result);
  return join_thread(handle, result);
}

int pthread_detach(pthread_t handle) {
  if (!executing()) return HEDDLE_REAL(pthread_detach)(handle);
  Thread* thread = thread_of_handle(handle);
  if (thread == nullptr) return ESRCH;
  await_turn();
  bool joinable = !thread->detached && !thread->joined;
  thread->detached = true;
  record(EventKind::ThreadDetach, reinterpret_cast<void*>(static_cast<std::uintptr_t>(thread->number)), 0,
         call_point());
  return joinable ? 0 : EINVAL;
}

void pthread_exit(void* result) {
  if (!executing()) {
    HEDDLE_REAL(pthread_exit)(result);
    __builtin_unreachable();
  }
  if (current_thread().number == 0) end_unsupported("pthread_exit", "called by the main thread");
  current_thread().result = result;
  HEDDLE_REAL(pthread_exit)(result);  // unwinds the stack, then comes back in heddle_call_thread
  __builtin_unreachable();
}

void* heddle_exit_result() { return current_thread().result; }

pthread_t pthread_self() {
  if (!executing()) return HEDDLE_REAL(pthread_self)();
  return current_thread().fs_base;
}

int __cxa_thread_atexit(void (*function)(void*), void* object, void* library) {
  if (!executing()) return HEDDLE_REAL(__cxa_thread_atexit)(function, object, library);
  auto* call = static_cast<ThreadExitCall*>(malloc(sizeof(ThreadExitCall)));
  *call = {function, object, current_thread().exit_calls};
  current_thread().exit_calls = call;
  return 0;
}

int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* library) {
  if (!executing()) return HEDDLE_REAL(__cxa_thread_atexit_impl)(function, object, library);
  return __cxa_thread_atexit(function, object, library);
}

}  // extern "C"
