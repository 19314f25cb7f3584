// SPDX-License-Identifier: Apache-2.0
//
// What libstdc++ does when a thread ends, as code of the program: functions are called in the reverse of the order in
// which they were asked for, after the thread's own objects are gone; for main, when the process ends.
#pragma GCC system_header
#ifndef HEDDLE_LIBRARY_THREAD_EXIT
#define HEDDLE_LIBRARY_THREAD_EXIT

namespace std {

struct __heddle_thread_exit {
  __gthread_key_t _M_key;

  __heddle_thread_exit() { __gthread_key_create(&_M_key, &_S_run); }
  ~__heddle_thread_exit() { _S_run(__gthread_getspecific(_M_key)); }

  void _M_call(__at_thread_exit_elt* __element) {
    __element->_M_next = static_cast<__at_thread_exit_elt*>(__gthread_getspecific(_M_key));
    __gthread_setspecific(_M_key, __element);
  }
  static void _S_run(void* __first) {
    for (__at_thread_exit_elt* __element = static_cast<__at_thread_exit_elt*>(__first); __element != nullptr;) {
      __at_thread_exit_elt* const __next = __element->_M_next;
      __element->_M_cb(__element);
      __element = __next;
    }
  }
};

// One for the whole program, there before main: no thread has to make it.
template <typename = void>
struct __heddle_only {
  static __heddle_thread_exit _S_thread_exit;
};
template <typename __Type>
__heddle_thread_exit __heddle_only<__Type>::_S_thread_exit;

inline void __heddle_at_thread_exit(__at_thread_exit_elt* __element) {
  __heddle_only<>::_S_thread_exit._M_call(__element);
}

}  // namespace std

#endif
