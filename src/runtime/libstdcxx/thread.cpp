// SPDX-License-Identifier: Apache-2.0
//
// What std::thread leaves to libstdc++'s shared library: to start, to join, to detach. There it empties objects of the
// program, the pointer to what the thread shall run and the identity of the thread. It gets copies of these to empty,
// and the program's own are emptied by events: else nobody could say where their values come from.
#include "runtime/libc/interpose.h"
#include "runtime/libstdcxx/words.h"

using namespace heddle::runtime;
using heddle::runtime::libstdcxx::store;

namespace {

// As much of std::thread as there is.
struct ThreadObject {
  std::uintptr_t identity;
};

// The write that ends a call depends on nothing that the call was told: where the program stands (fingerprint.cpp)
// still says all, and only has to be told from where it stood at first.
class Call {
 public:
  template <typename Word>
  void end(Word* word, Word value) const {
    if (context_ != 0) __heddle_context = context_ + 1;
    store(word, value, point_);
  }

 private:
  const HeddlePoint* point_ = call_point();
  std::uint64_t context_ = __heddle_context;
};

}  // namespace

// If the system refuses, what the real one throws leaves the state where it was.
HEDDLE_INTERPOSED void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    ThreadObject* self, void** state, void (*dependency)()) {
  const Call call;
  void* given = *state;
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
