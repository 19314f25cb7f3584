// SPDX-License-Identifier: Apache-2.0
//
// What libstdc++ keeps for the end of a thread, for the headers that do it in the program (compile/library_headers):
// the functions are called in the reverse of the order in which they were asked for, after the thread's own objects are
// gone; those of main when the process ends. The key is there before main, so that no thread has to make it.
#include <pthread.h>
#include <stdlib.h>

namespace {

// std::__at_thread_exit_elt. Nobody but this file looks at what comes next.
struct Element {
  Element* next;
  void (*call)(void*);
};

pthread_key_t g_key;

void run(void* first) {
  for (auto* element = static_cast<Element*>(first); element != nullptr;) {
    Element* next = element->next;
    element->call(element);
    element = next;
  }
}

void run_at_exit() {
  void* first = pthread_getspecific(g_key);
  pthread_setspecific(g_key, nullptr);
  run(first);
}

__attribute__((constructor)) void prepare() {
  pthread_key_create(&g_key, run);
  atexit(run_at_exit);
}

}  // namespace

extern "C" void heddle_at_thread_exit(void* element) noexcept {
  static_cast<Element*>(element)->next = static_cast<Element*>(pthread_getspecific(g_key));
  pthread_setspecific(g_key, element);
}
