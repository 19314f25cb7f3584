// SPDX-License-Identifier: Apache-2.0
//
// qsort and qsort_r. The array is read with one event into a copy on the thread's own stack, libc sorts the copy, and
// one event writes it back; so every change of the array is seen, in two events instead of thousands.
//
// What the comparison gets are pointers into the copy. It is instrumented code of the program; its accesses to the two
// elements are no events (own stack), everything else that it touches is. A program cannot tell the difference: the
// standard does not say where elements are while they are being sorted, and libc itself keeps large ones elsewhere. Two
// consequences: a thread that changes the array during the sort is not noticed by the comparison and its change is
// overwritten (one of the things that may happen in such a program, and reported as a race of the two events); and a
// comparison that keeps the address of an element keeps one that is soon invalid, as it also is natively.
//
// The copy is not in a Scratch, since the comparison may call any other wrapper. The real qsort keeps what it needs on
// the stack or in malloc'ed memory, so the turn may be given away while it runs.
//
// bsearch has no wrapper: it only calls the comparison, with pointers into the program's own array.
#include <cstdlib>

#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

// An eighth of a thread's stack.
constexpr std::size_t kLargestArray = kStackSize / 8;

template <typename Sort>
void sort_events(const char* function, void* array, std::size_t count, std::size_t size, Sort sort) {
  const HeddlePoint* point = call_point();
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, size, &total) || total > kLargestArray) {
    end_unsupported(function, "sorts an array of more than a megabyte");
  }
  if (total == 0) return;
  void* copy = __builtin_alloca(total);
  read_into(copy, array, total, point);
  sort(copy);
  write_bytes(array, copy, total, point);
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

void __heddle_libc_qsort(void* array, std::size_t count, std::size_t size, __compar_fn_t compare) {
  if (!executing() || is_private(array)) return std::qsort(array, count, size, compare);
  sort_events("qsort", array, count, size, [=](void* copy) { std::qsort(copy, count, size, compare); });
}

void __heddle_libc_qsort_r(void* array, std::size_t count, std::size_t size, __compar_d_fn_t compare, void* context) {
  if (!executing() || is_private(array)) return qsort_r(array, count, size, compare, context);
  sort_events("qsort_r", array, count, size, [=](void* copy) { qsort_r(copy, count, size, compare, context); });
}

}  // extern "C"
