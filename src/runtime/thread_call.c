// SPDX-License-Identifier: Apache-2.0
//
// Calls a thread's start routine the way glibc's start_thread does: with a place to come back to registered, so that
// pthread_exit can unwind the stack (C++ destructors, cleanup handlers) and end here. In C, because the interface behind
// pthread_cleanup_push that this uses is not declared for C++.
#include <pthread.h>

void* heddle_exit_result(void);
void heddle_note_return(void);

void* heddle_call_thread(void* (*entry)(void*), void* argument) {
  __pthread_unwind_buf_t place;
  if (__sigsetjmp_cancel(place.__cancel_jmp_buf, 0) != 0) return heddle_exit_result();
  __pthread_register_cancel(&place);
  void* result = entry(argument);
  heddle_note_return();
  __pthread_unregister_cancel(&place);
  return result;
}
