// SPDX-License-Identifier: Apache-2.0
//
// What std::thread leaves to libstdc++'s shared library: to start, to join, to detach. There it empties objects of the
// program, the pointer to what the thread shall run and the identity of the thread. It gets copies of these to empty,
// and the program's own are emptied by events: else nobody could say where their values come from.
#include "runtime/libc/interpose.h"
#include "runtime/libstdcxx/words.h"

using namespace heddle::runtime;
using heddle::runtime::libstdcxx::Call;

namespace {

// As much of std::thread as there is.
struct ThreadObject {
  std::uintptr_t identity;
};

}  // namespace

// If the system refuses, what the real one throws leaves the state where it was. The new thread begins in libstdc++, which
// calls what the state's type says: nobody sees it read that, so it belongs to how the thread begins. The creator stands in
// code for just that type.
HEDDLE_INTERPOSED void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    ThreadObject* self, void** state, void (*dependency)()) {
  const Call call;
  void* given = *state;
  if (executing() && given != nullptr) heddle::runtime::state().thread_runs = *static_cast<const void* const*>(given);
  HEDDLE_REAL(_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE)
  (self, &given, dependency);
  call.end(state, given);
}

#define HEDDLE_EMPTIES_IDENTITY(mangled)               \
  HEDDLE_INTERPOSED void mangled(ThreadObject* self) { \
    const Call call;                                   \
    ThreadObject copy = *self;                         \
    HEDDLE_REAL(mangled)(&copy);                       \
    call.end(&self->identity, copy.identity);          \
  }
HEDDLE_EMPTIES_IDENTITY(_ZNSt6thread4joinEv)
HEDDLE_EMPTIES_IDENTITY(_ZNSt6thread6detachEv)
#undef HEDDLE_EMPTIES_IDENTITY
