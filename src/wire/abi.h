// SPDX-License-Identifier: Apache-2.0
//
// The calls that the instrumentation pass inserts and the tables it emits. The pass writes them as IR, the runtime
// defines them; a change here is a change of both and of kWireVersion (ring.h). Every access carries the bytes and
// returns the value the program gets, so that store buffers need no second runtime.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wire/mixer.h"
#include "wire/result_use.h"

namespace heddle::wire {

// One instrumented instruction or one call into code that is not instrumented. Lives in section heddle_points of
// each executable or shared library; its index there (plus the library's base) is the program-point number. The
// entry of a function that the linker folded away stays behind unused, so numbers depend on the build only.
struct Point {
  const char* file;      // as the compiler saw it; "" when there is no debug information
  const char* function;  // demangled name of the enclosing function in the user's code
  const char* variable;  // source name of what is accessed, or of the function called; "" when unknown
  std::uint32_t line;
  std::uint16_t column;
  std::uint8_t kind;   // PointKind
  std::uint8_t flags;  // PointFlags
};
static_assert(sizeof(Point) == 32);

enum class PointKind : std::uint8_t { Access = 0, Call = 1, InlineAssembly = 2 };
enum PointFlags : std::uint8_t {
  kPointVolatile = 1,
  kPointInSystemHeader = 2,
  kPointNamesObject = 4,  // of a call: `variable` is the name of the lock, condition ... instead of the function's
  kPointInside = 8,       // of an access: to a stack object of the function, inside it whatever the function was told
};

// One stack object that may escape its function (section heddle_stack_sites). `state` is 0 while no other thread
// has ever touched an object of this site: then accesses by the owning thread are no events. The runtime sets it.
struct StackSite {
  const char* file;
  const char* function;
  const char* variable;
  std::uint32_t line;
  std::uint8_t state;  // StackSiteState
  std::uint8_t flags;  // StackSiteFlags
  std::uint8_t reserved[2];
};
static_assert(sizeof(StackSite) == 32);

enum StackSiteState : std::uint8_t {
  kSitePrivate = 0,  // not registered at run time: no cost
  kSiteVisible = 1,  // registered, accesses by the owner are events
  kSiteTracked = 2,  // registered only to be found when another thread touches it (discovery run)
};

enum StackSiteFlags : std::uint8_t {
  kSiteByValue = 1,  // an argument passed by value: has content when its function begins
};

// One function that a translation unit uses but does not define and whose effects may matter (section
// heddle_externals); what it is, says library_calls.h. Section heddle_definitions holds the names (const char*) of the
// functions that the unit defines for others: a name that stands in both is the program's own.
struct External {
  const char* name;    // as the linker sees it
  const char* reason;  // "" when the function is not in the table
  const Point* point;  // first use
  std::uint32_t uses;  // places in the unit
  std::uint32_t kind;  // CallClass
};
static_assert(sizeof(External) == 32);

struct CasResult {
  std::uint64_t old_value;
  std::uint64_t success;
};

}  // namespace heddle::wire

// Inserted calls. `order` is a MemoryOrder; Plain for ordinary accesses. Sizes 1, 2, 4, 8 travel in registers, zero
// extended; every other size goes through __heddle_read/__heddle_write with a private buffer.
extern "C" {
using HeddlePoint = heddle::wire::Point;
using HeddleStackSite = heddle::wire::StackSite;
using HeddleExternal = heddle::wire::External;
using HeddleResultUse = heddle::wire::ResultUse;

std::uint64_t __heddle_load1(const void* address, std::uint32_t order, const HeddlePoint* point);
std::uint64_t __heddle_load2(const void* address, std::uint32_t order, const HeddlePoint* point);
std::uint64_t __heddle_load4(const void* address, std::uint32_t order, const HeddlePoint* point);
std::uint64_t __heddle_load8(const void* address, std::uint32_t order, const HeddlePoint* point);
void __heddle_store1(void* address, std::uint64_t value, std::uint32_t order, const HeddlePoint* point);
void __heddle_store2(void* address, std::uint64_t value, std::uint32_t order, const HeddlePoint* point);
void __heddle_store4(void* address, std::uint64_t value, std::uint32_t order, const HeddlePoint* point);
void __heddle_store8(void* address, std::uint64_t value, std::uint32_t order, const HeddlePoint* point);

// order_and_operator = MemoryOrder | RmwOperator << 8. Returns the old value. Sizes 1, 2, 4, 8.
std::uint64_t __heddle_rmw(void* address, std::uint64_t operand, std::uint32_t size, std::uint32_t order_and_operator,
                           const HeddlePoint* point);
// orders = success | failure << 8 | weak << 16. Sizes 1, 2, 4, 8.
heddle::wire::CasResult __heddle_cas(void* address, std::uint64_t expected, std::uint64_t desired, std::uint32_t size,
                                     std::uint32_t orders, const HeddlePoint* point);
// 16-byte atomics: operands and the old value by pointer to private memory. Returns success (1) for cas16.
void __heddle_rmw16(void* address, const void* operand, void* old_value, std::uint32_t order_and_operator,
                    const HeddlePoint* point);
std::uint64_t __heddle_cas16(void* address, const void* expected, const void* desired, void* old_value,
                             std::uint32_t orders, const HeddlePoint* point);
// order | single_thread << 8 (atomic_signal_fence: no event for other threads, kept for completeness).
void __heddle_fence(std::uint32_t order_and_scope, const HeddlePoint* point);

// One event each: `shared` is the program's memory, `buffer` private to the caller.
void __heddle_read(void* buffer, const void* shared, std::size_t size, std::uint32_t order, const HeddlePoint* point);
void __heddle_write(void* shared, const void* buffer, std::size_t size, std::uint32_t order, const HeddlePoint* point);
// A read event of the source, then a write event of the destination.
void __heddle_memcpy(void* to, const void* from, std::size_t size, const HeddlePoint* point);
void __heddle_memmove(void* to, const void* from, std::size_t size, const HeddlePoint* point);
void __heddle_memset(void* to, int byte, std::size_t size, const HeddlePoint* point);

// Called at the entry of a function for an escaping stack object, only if site->state is not 0.
void __heddle_stack_object(void* address, std::size_t size, const HeddleStackSite* site);

// Inline assembly that merely tells the processor to relax (pause).
void __heddle_pause(const HeddlePoint* point);

// Before what may touch memory unseen: a call of a library function (CallClass::Unseen), inline assembly, instructions that
// Heddle does not know.
void __heddle_unseen_call(const HeddlePoint* point);

// The point of the latest call into code that is not instrumented: stored by the pass right before every such call,
// so that whatever that code asks of the runtime (a lock, a free, an unsupported call) has a source line.
extern const HeddlePoint* __heddle_call_point;

// Fingerprints. Before every call that may lead to an event the pass stores a hash of what decides the thread's future once
// the call has returned, besides its result: the context of the calling function, which call it is, the values that
// are still needed. An instrumented function reads the context when it begins, the runtime when an operation waits for its
// turn. `__heddle_callee` says for whom it was meant: a function that others may call compares it with itself, clears it,
// and asks for __heddle_chain() when it was called by code that is not instrumented.
extern heddle::wire::Fingerprint __heddle_context;  // its first word is 0: there is none
extern const void* __heddle_callee;
// The instrumented function that returned last, of those that others may call: so the caller of an unknown function finds
// out whether it was one.
extern const void* __heddle_returned;
// The hash continued by so many words (mixer.h); it becomes the context, too. Calls, because the same in place makes
// programs half as large again. Where no fingerprints are wanted nothing is done, and none returned.
heddle::wire::Fingerprint __heddle_mix1(heddle::wire::Fingerprint hash, std::uint64_t a);
heddle::wire::Fingerprint __heddle_mix2(heddle::wire::Fingerprint hash, std::uint64_t a, std::uint64_t b);
heddle::wire::Fingerprint __heddle_mix3(heddle::wire::Fingerprint hash, std::uint64_t a, std::uint64_t b, std::uint64_t c);
heddle::wire::Fingerprint __heddle_mix4(heddle::wire::Fingerprint hash, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                        std::uint64_t d);
// Hash of the thread's latest event and its result, and through those, of all it was ever told.
heddle::wire::Fingerprint __heddle_chain();
// The same over private memory.
heddle::wire::Fingerprint __heddle_hash_private(const void* address, std::size_t size, heddle::wire::Fingerprint hash);
// Clears private memory that is about to be used.
void __heddle_clear_private(void* address, std::size_t size);
// Around calls of functions that may keep what they are given where Heddle does not see it.
void __heddle_hidden_begin();
void __heddle_hidden_end();
// After a call that turned out to be one of such a function, with the context of that call (none without fingerprints).
void __heddle_hidden_call(heddle::wire::Fingerprint context, const void* callee, const HeddlePoint* point);

// A result is being tried out that the thread may never be given (runtime/peek.h): before a write to private memory that might
// leave its object, and before the stack grows by an amount that is not a constant, compiled code looks here, and says so.
extern std::uint8_t __heddle_peeking;
[[noreturn]] void __heddle_stray_write();

// The address becomes a number, is compared, printed or taken apart where the runtime does not see it: if it is about the
// thread itself, that thread knows from now on who it is.
void __heddle_note_address(const void* address);

// Each instrumented library announces its tables from a constructor, once (comdat), before any of its code runs.
void __heddle_register_module(const HeddlePoint* points_begin, const HeddlePoint* points_end,
                              HeddleStackSite* sites_begin, HeddleStackSite* sites_end);
void __heddle_register_externals(const HeddleExternal* externals_begin, const HeddleExternal* externals_end,
                                 const char* const* definitions_begin, const char* const* definitions_end);
// Some of the program's local state stands where no hash finds it (frames of coroutines, which any thread may resume):
// fingerprints are chains then.
void __heddle_register_unhashable();
// What a thread does may depend on where its stack and its variables are: there is assembly, which can read registers.
void __heddle_register_address_numbers();
// The program may assign stdin, stdout, stderr; tzname, timezone, daylight.
void __heddle_register_assigned_streams();
void __heddle_register_assigned_zone();
void __heddle_register_result_uses(const HeddleResultUse* begin, const HeddleResultUse* end);

// libc functions that touch memory are redirected by name: strlen -> __heddle_libc_strlen. Same signature as the
// original; the list is wire/libc_redirects.h.
}
