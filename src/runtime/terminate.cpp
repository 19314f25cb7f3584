// SPDX-License-Identifier: Apache-2.0
//
// C++ programs only (libheddle_runtime_cxx.a, compiled with exceptions): names the exception that nobody caught and the
// place where it was thrown.
#include <cxxabi.h>
#include <dlfcn.h>
#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <typeinfo>

#include "runtime/debugger.h"
#include "runtime/libstdcxx/thrown.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

void describe(char* text, std::size_t room, const std::type_info* type, const char* what) {
  char* demangled = type != nullptr ? abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr) : nullptr;
  const char* name = demangled != nullptr ? demangled : "an exception of unknown type";
  if (what != nullptr)
    std::snprintf(text, room, "%s: %s", name, what);
  else
    std::snprintf(text, room, "%s", name);
}

// Text of the exception that is being handled. The program's own what() runs here, silently.
void describe_current_exception(char* text, std::size_t room) {
  const std::type_info* type = abi::__cxa_current_exception_type();
  try {
    throw;
  } catch (const std::exception& exception) {
    describe(text, room, type, exception.what());
  } catch (...) {
    describe(text, room, type, nullptr);
  }
}

[[noreturn]] void on_terminate() {
  State& s = state();
  if (!executing()) std::abort();
  if (abi::__cxa_current_exception_type() == nullptr) {
    s.slot->signal = SIGABRT;
    set_failing_point(call_point());
    end_with_message(Outcome::Crashed,
                     "std::terminate() was called (for example: a joinable std::thread was destroyed)");
  }
  char text[512];
  s.active = false;
  describe_current_exception(text, sizeof text);
  s.active = true;
  set_failing_point(current_thread().throw_point);
  end_with_message(Outcome::UncaughtException, text);
}

__attribute__((constructor)) void install() {
  if (controlled()) std::set_terminate(on_terminate);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" void __cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  if (executing()) {
    current_thread().throw_point = call_point();
    write_thrown(object, __builtin_return_address(0));
    note_throw(object, type);  // no event between this and the throw
    if (type->__is_pointer_p()) note_throw(*static_cast<void**>(object), nullptr);
    if (HEDDLE_UNLIKELY(state().debugged)) stop_at_throw();
  }
  using Throw = void (*)(void*, std::type_info*, void (*)(void*));
  reinterpret_cast<Throw>(real_function("__cxa_throw"))(object, type, destroy);
  __builtin_unreachable();
}
