// SPDX-License-Identifier: Apache-2.0
//
// What libstdc++ makes of an exception object unseen: it writes those that it throws itself, and looks into those that are
// pointers.
#include "runtime/libstdcxx/thrown.h"

#include <cstddef>
#include <typeinfo>

#include "runtime/exceptions.h"
#include "runtime/heap.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime {

void write_thrown(void* object, const void* thrown_from) {
  if (!is_in_libstdcxx(thrown_from)) return;
  constexpr std::size_t kInFront = 128;  // of the object, in its block: who holds it, and struct Exception
  char* block = static_cast<char*>(object) - kInFront;
  if (!is_block(block)) return;
  const std::size_t size = header_of(block)->size - kInFront;
  libc::tell_written(object, size);
  libc::write_with(object, size, call_point(), [] {});
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

namespace {

// Whoever catches a pointer is told by libstdc++ where it points to. One that the thread itself has thrown it knows
// (note_throw).
void read_thrown_pointer(Exception* caught) {
  if (caught->language != (kLanguage | kStanding)) return;
  void* object = caught->type;
  const auto* type = static_cast<const std::type_info*>(exception_of(object)->type);
  if (type->__is_pointer_p()) libc::read_value(static_cast<void**>(object), call_point());
}

}  // namespace

// Is given the end of struct Exception.
HEDDLE_INTERPOSED void* __cxa_begin_catch(void* language_at) noexcept {
  if (executing()) {
    constexpr std::size_t kEnd = sizeof(Exception) - offsetof(Exception, language);
    read_thrown_pointer(reinterpret_cast<Exception*>(static_cast<char*>(language_at) + kEnd) - 1);
  }
  return HEDDLE_REAL(__cxa_begin_catch)(language_at);
}
