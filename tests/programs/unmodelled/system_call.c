// SPDX-License-Identifier: Apache-2.0
//
// A system call past the C library.
//
// HEDDLE: strategy=default verdict=incomplete output="system_call.c:12 is not seen"
#include <pthread.h>
#include <sys/syscall.h>

static void* ask(void* unused) {
  long result;
  register long none __asm__("rdi") = 0;
  __asm__ volatile("syscall" : "=a"(result) : "0"((long)SYS_getppid), "r"(none) : "rcx", "r11");
  return result > 0 ? 0 : unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, ask, 0);
  pthread_join(thread, 0);
}
