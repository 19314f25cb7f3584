// SPDX-License-Identifier: Apache-2.0
//
// Every way to die, chosen by the first argument, always in a second thread. The line in which it happens carries the
// comment `dies: <name>`, by which gdb_test.py finds it.
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>

#define NOINLINE __attribute__((noinline))

int g_shared;
int* volatile g_pointer;
volatile int g_zero;
std::mutex g_first, g_second;
void (*volatile g_function)();

NOINLINE void assertion() {
  assert(g_shared == 7);  // dies: assertion
  ++g_shared;
}

NOINLINE void null() {
  *g_pointer = 1;  // dies: null
  ++g_shared;
}

NOINLINE void wild() {
  g_pointer = reinterpret_cast<int*>(0x123456789000);
  *g_pointer = 1;  // dies: wild
  ++g_shared;
}

NOINLINE void jump() {
  g_function = reinterpret_cast<void (*)()>(0x123456);
  g_function();  // dies: jump
  ++g_shared;
}

NOINLINE void null_jump() {
  g_function();  // dies: null_jump
  ++g_shared;
}

NOINLINE int overflow(int depth) {  // grows: overflow
  volatile char room[1000] = {};
  room[static_cast<std::size_t>(depth) % sizeof room] = 1;
  return overflow(depth + 1) + room[3];  // dies: overflow
}

NOINLINE void division() {
  g_shared = 1000 / g_zero;  // dies: division
  ++g_shared;
}

NOINLINE void trap() {
  if (g_zero == 0) __builtin_trap();  // dies: trap
  ++g_shared;
}

NOINLINE void debug_trap() {
  if (g_zero == 0) __builtin_debugtrap();  // dies: debug_trap
  ++g_shared;
}

NOINLINE void aborted() {
  if (g_zero == 0) std::abort();  // dies: aborted
  ++g_shared;
}

NOINLINE void exception() {
  if (g_zero == 0) throw std::runtime_error("nobody catches this");  // dies: exception
  ++g_shared;
}

struct Thrower {
  NOINLINE ~Thrower() noexcept(false) {
    if (g_zero == 0) throw 2;  // dies: destructor
    ++g_shared;
  }
};

NOINLINE void destructor() {
  try {
    Thrower thrower;
    if (g_zero == 0) throw 1;
  } catch (...) {
  }
}

NOINLINE void double_free() {
  void* volatile memory = std::malloc(16);
  std::free(memory);
  std::free(memory);  // dies: double_free
  ++g_shared;
}

NOINLINE void use_after_free() {
  int* volatile memory = static_cast<int*>(std::malloc(16));
  std::free(memory);
  *memory = 1;  // dies: use_after_free
  ++g_shared;
}

NOINLINE void loop() {
  volatile int here = 0;
  while (here == 0) {  // dies: loop
  }
  ++g_shared;
}

NOINLINE void locked_loop() {
  volatile int here = 0;
  flockfile(stderr);
  while (here == 0) {  // dies: locked_loop
  }
  funlockfile(stderr);
}

NOINLINE void spin() {
  while (g_zero == 0) {  // dies: spin
  }
}

NOINLINE void left() {
  if (g_zero == 0) _exit(3);  // dies: left
  ++g_shared;
}

NOINLINE void vanished() {
  if (g_zero == 0) asm volatile("syscall" ::"a"(SYS_exit_group), "D"(3) : "rcx", "r11", "memory");  // dies: vanished
  ++g_shared;
}

NOINLINE void deadlock() {
  std::lock_guard<std::mutex> lock(g_second);
  g_shared = 1;
  g_first.lock();  // dies: deadlock
  g_first.unlock();
}

void worker(const char* name) {
  int local_of_worker = 4711;
  errno = 42;
  volatile int* kept = &local_of_worker;
  struct Way {
    const char* name;
    void (*function)();
  };
  const Way ways[] = {{"assertion", assertion},     {"null", null},
                      {"wild", wild},               {"jump", jump},
                      {"null_jump", null_jump},     {"overflow", [] { g_shared = overflow(0); }},
                      {"division", division},       {"trap", trap},
                      {"debug_trap", debug_trap},   {"aborted", aborted},
                      {"exception", exception},     {"destructor", destructor},
                      {"double_free", double_free}, {"use_after_free", use_after_free},
                      {"loop", loop},               {"left", left},
                      {"vanished", vanished},       {"deadlock", deadlock},
                      {"locked_loop", locked_loop}, {"spin", spin}};
  for (const Way& way : ways) {
    if (std::strcmp(way.name, name) == 0) way.function();
  }
  *kept = 0;
}

int main(int argc, char** argv) {
  int local_of_main = 815;
  errno = 24;
  volatile int* kept = &local_of_main;
  const char* name = argc > 1 ? argv[1] : "";
  bool locks = std::strcmp(name, "deadlock") == 0;
  std::thread thread(worker, name);  // starts: main
  if (locks) {
    g_first.lock();
    g_second.lock();  // waits: main
    g_second.unlock();
    g_first.unlock();
  }
  thread.join();  // joins: main
  *kept = 0;
  return 0;
}
