// SPDX-License-Identifier: Apache-2.0
//
// std::exception_ptr: how many hold an exception is counted in libstdc++'s shared library, by all threads that do, and
// whoever is the last to let go destroys it. Here every change of that number is an event, and so is what the library
// writes into objects of the program. The library itself still counts; what the event has changed is taken back before.
#include "runtime/exceptions.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libstdcxx/words.h"

using namespace heddle::runtime;
using heddle::runtime::libstdcxx::add;
using heddle::runtime::libstdcxx::Call;
using heddle::runtime::libstdcxx::store;

namespace {

// As much of std::exception_ptr as there is.
struct Pointer {
  void* object;
};

// In front of the exception, which stands in front of the object.
int* holders(void* object) { return reinterpret_cast<int*>(static_cast<char*>(object) - sizeof(Exception) - 16); }

// Returns how many there were.
int change_holders(void* object, int by, const HeddlePoint* point) {
  return add(holders(object), by, point);
}

// Of which type an exception is stands in front of it, and is found there by whoever throws it again. Nobody else can
// before there is a first std::exception_ptr, so that is when the event comes: to throw is none.
void write_type(void* object, const HeddlePoint* point) {
  void*& type = exception_of(object)->type;
  libc::write_with(&type, sizeof type, point, [] {});
}

// The library will do it: nobody else has a turn before.
void announce(void* object, int by, const HeddlePoint* point) {
  change_holders(object, by, point);
  *holders(object) -= by;
}

// Whether the thread that handles it has thrown it: whoever throws it again handles one that stands for it.
bool is_own(void* object) {
  const CaughtExceptions* exceptions = __cxa_get_globals_fast();
  return exceptions != nullptr && exceptions->caught == exception_of(object);
}

// The exception that the thread lets go if it leaves the innermost handler. Not one that stands for another: that one
// goes later.
void* object_left() {
  const CaughtExceptions* exceptions = __cxa_get_globals_fast();
  Exception* caught = exceptions == nullptr ? nullptr : exceptions->caught;
  return caught != nullptr && caught->language == kLanguage && caught->handlers == 1 ? caught + 1 : nullptr;
}

}  // namespace

HEDDLE_INTERPOSED void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(Pointer* self) {
  if (!executing() || self->object == nullptr) {
    return HEDDLE_REAL(_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv)(self);
  }
  change_holders(self->object, 1, call_point());
}

HEDDLE_INTERPOSED void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(Pointer* self) {
  if (!executing() || self->object == nullptr) {
    return HEDDLE_REAL(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)(self);
  }
  const HeddlePoint* point = call_point();
  announce(self->object, -1, point);
  Pointer copy = *self;
  HEDDLE_REAL(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)(&copy);
  if (copy.object != self->object) store(&self->object, copy.object, point);
}

#define HEDDLE_MAKES_POINTER(mangled)                               \
  HEDDLE_INTERPOSED void mangled(Pointer* self, void* object) {     \
    if (!executing()) return HEDDLE_REAL(mangled)(self, object);    \
    const Call call;                                                \
    const bool is_first = object != nullptr && change_holders(object, 1, call.point()) == 0; \
    if (is_first) write_type(object, call.point());                 \
    call.end(&self->object, object);                                \
  }
HEDDLE_MAKES_POINTER(_ZNSt15__exception_ptr13exception_ptrC1EPv)
HEDDLE_MAKES_POINTER(_ZNSt15__exception_ptr13exception_ptrC2EPv)
#undef HEDDLE_MAKES_POINTER

// Returns it by way of `result`.
HEDDLE_INTERPOSED Pointer* _ZSt17current_exceptionv(Pointer* result) {
  if (!executing()) return HEDDLE_REAL(_ZSt17current_exceptionv)(result);
  const Call call;
  Pointer now;
  state().active = false;  // it may count by way of the functions above
  HEDDLE_REAL(_ZSt17current_exceptionv)(&now);
  state().active = true;
  if (now.object != nullptr) {
    *holders(now.object) -= 1;
    const bool is_first = change_holders(now.object, 1, call.point()) == 1;
    if (is_first && is_own(now.object)) write_type(now.object, call.point());
    current_thread().shares_exceptions = true;
  }
  call.end(&result->object, now.object);
  return result;
}

HEDDLE_INTERPOSED void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(Pointer* thrown) {
  if (executing()) {
    current_thread().throw_point = call_point();
    void* type = libc::read_value(&exception_of(thrown->object)->type, call_point());
    announce(thrown->object, 1, call_point());
    current_thread().shares_exceptions = true;
    note_throw(thrown->object, type);
  }
  HEDDLE_REAL(_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE)(thrown);
}

// Where no thread ever shared one, there is nothing to tell.
HEDDLE_INTERPOSED void __cxa_end_catch() {
  if (executing() && current_thread().shares_exceptions) {
    if (void* object = object_left()) announce(object, -1, call_point());
  }
  HEDDLE_REAL(__cxa_end_catch)();
}

// Made by std::rethrow_exception, to stand for the one it was given. The library frees it, then lets that one go.
HEDDLE_INTERPOSED void __cxa_free_dependent_exception(Exception* standing) {
  void* object = standing->type;
  HEDDLE_REAL(__cxa_free_dependent_exception)(standing);
  if (executing()) announce(object, -1, call_point());
}
