// SPDX-License-Identifier: Apache-2.0
//
// The runtime's side of <heddle/heddle.h> and of the names of SV-COMP. All weak: many programs define some of the
// latter themselves. Natively an assumption is nothing, a choice is 0 and an assertion is an assertion.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "runtime/libc/assertion.h"
#include "runtime/libc/atomic_section.h"
#include "runtime/libc/interpose.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {
namespace {

// Stands for "the right to run alone" in events.
const char g_atomic_section = 0;

}  // namespace

// Entering is an event of its own: otherwise a thread could not be interrupted between the event before the section
// and the first one inside. Leaving is one as well, still inside, so that a trace shows where the section ended.
void enter_atomic() {
  Thread& thread = current_thread();
  if (thread.atomic_depth == 0) {
    await_turn(&g_atomic_section);
    record(EventKind::AtomicBegin, &g_atomic_section, 0, call_point());
  }
  ++thread.atomic_depth;
}

void leave_atomic() {
  Thread& thread = current_thread();
  if (thread.atomic_depth == 0) end_asserted("an atomic section ends that was never begun", nullptr, 0);
  if (thread.atomic_depth == 1) {
    const HeddlePoint* point = call_point();
    await_turn(&g_atomic_section);
    record(EventKind::AtomicEnd, &g_atomic_section, 0, point);
  }
  --thread.atomic_depth;
}

namespace {

[[noreturn]] void fail_natively(const char* text, const char* file, unsigned line) {
  std::fprintf(stderr, "%s:%u: assertion failed: %s\n", file ? file : "?", line, text);
  std::abort();
}

[[noreturn]] void fail(const char* text, const char* file, unsigned line) {
  if (executing()) end_asserted(text, file, line);
  fail_natively(text, file, line);
}

unsigned choose_event(unsigned alternatives) {
  if (alternatives == 0) end_unsupported("heddle_choose", "a choice among no alternatives");
  const HeddlePoint* point = call_point();
  await_turn();
  std::uint32_t chosen = choose(alternatives);
  record(EventKind::Choose, nullptr, chosen, point).flags |= wire::kEventChoice;
  record_aux(alternatives, chosen);
  return chosen;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::libc;

HEDDLE_INTERPOSED int heddle_active() { return executing(); }

HEDDLE_INTERPOSED void heddle_assume(int condition) {
  if (!condition && executing()) end_execution(Outcome::AssumeFailed);
}

HEDDLE_INTERPOSED unsigned heddle_choose(unsigned alternatives) { return executing() ? choose_event(alternatives) : 0; }

HEDDLE_INTERPOSED [[noreturn]] void heddle_assertion_failed(const char* text, const char* file, unsigned line) {
  fail(text, file, line);
}

HEDDLE_INTERPOSED void heddle_atomic_begin() {
  if (executing()) enter_atomic();
}

HEDDLE_INTERPOSED void heddle_atomic_end() {
  if (executing()) leave_atomic();
}

// ---- SV-COMP -------------------------------------------------------------------------------------------------------

HEDDLE_INTERPOSED void __VERIFIER_assume(int condition) { heddle_assume(condition); }

HEDDLE_INTERPOSED void __VERIFIER_assert(int condition) {
  if (!condition) fail("__VERIFIER_assert", nullptr, 0);
}

HEDDLE_INTERPOSED [[noreturn]] void __VERIFIER_error() { fail("__VERIFIER_error was called", nullptr, 0); }

HEDDLE_INTERPOSED void __VERIFIER_atomic_begin() { heddle_atomic_begin(); }

HEDDLE_INTERPOSED void __VERIFIER_atomic_end() { heddle_atomic_end(); }

HEDDLE_INTERPOSED bool __VERIFIER_nondet_bool() { return heddle_choose(2) != 0; }

HEDDLE_INTERPOSED bool __VERIFIER_nondet__Bool() { return heddle_choose(2) != 0; }

// Any value of a large type: trying some of them would be no proof, and trying all is not possible.
// clang-format off
#define HEDDLE_NONDET_TYPES(X)                                                                                      \
  X(char, char) X(signed char, schar) X(unsigned char, uchar) X(short, short) X(unsigned short, ushort) X(int, int) \
  X(unsigned, uint) X(unsigned, unsigned) X(long, long) X(unsigned long, ulong) X(long long, longlong)              \
  X(unsigned long long, ulonglong) X(std::int8_t, S8) X(std::uint8_t, u8) X(std::uint16_t, u16)                     \
  X(std::uint32_t, u32) X(std::uint64_t, u64) X(std::size_t, size_t) X(long, loff_t) X(unsigned, sector_t)          \
  X(void*, pointer) X(char*, pchar) X(float, float) X(double, double) X(__int128, int128)                           \
  X(unsigned __int128, uint128)
// clang-format on

#define HEDDLE_X(type, name)                                                                                \
  HEDDLE_INTERPOSED type __VERIFIER_nondet_##name() {                                                       \
    if (executing()) end_unsupported("__VERIFIER_nondet_" #name, "unbounded choice: use heddle_choose(n)"); \
    return {};                                                                                              \
  }
HEDDLE_NONDET_TYPES(HEDDLE_X)
#undef HEDDLE_X
