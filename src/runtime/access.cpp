// SPDX-License-Identifier: Apache-2.0
//
// The inserted calls for single accesses. While executing they run one at a time, so plain memory operations are
// sequentially consistent; natively (no controller, real threads) they must be as strong as what the program wrote, so
// atomics are done with seq_cst operations there.
#include <type_traits>

#include "runtime/float_state.h"
#include "runtime/foreign_calls.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/peek.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

bool is_event(const void* address) { return HEDDLE_LIKELY(state().active) && !is_private(address); }

void set_order(wire::EventRecord& event, std::uint32_t order, const HeddlePoint* point) {
  if (order != 0) {
    event.order = static_cast<MemoryOrder>(order);
    event.flags |= wire::kEventAtomic;
  }
  if (HEDDLE_UNLIKELY(point->flags & wire::kPointVolatile)) event.flags |= wire::kEventVolatile;
}

template <typename T>
inline std::uint64_t load(const void* address, std::uint32_t order, const HeddlePoint* point) {
  auto* from = static_cast<const volatile T*>(address);
  if (!is_event(address)) return order == 0 ? *from : __atomic_load_n(from, __ATOMIC_SEQ_CST);
  await_access_turn(address, sizeof(T), Touch::Reads);
  check_access(address, sizeof(T), Touch::Reads, point);
  T value = *from;
  set_order(record(EventKind::Load, address, value, point, sizeof(T)), order, point);
  return result_or_peek(value);
}

template <typename T>
inline void store(void* address, std::uint64_t value, std::uint32_t order, const HeddlePoint* point) {
  auto* to = static_cast<volatile T*>(address);
  if (!is_event(address)) {
    before_quiet_write(point);
    if (order == 0)
      *to = static_cast<T>(value);
    else
      __atomic_store_n(to, static_cast<T>(value), __ATOMIC_SEQ_CST);
    return;
  }
  await_access_turn(address, sizeof(T), Touch::Writes);
  check_access(address, sizeof(T), Touch::Writes, point);
  T old_value = HEDDLE_UNLIKELY(state().detail) ? *to : T{};
  *to = static_cast<T>(value);
  set_order(record(EventKind::Store, address, static_cast<T>(value), point, sizeof(T)), order, point);
  if (HEDDLE_UNLIKELY(state().detail)) record_aux(old_value, 0);
}

// Of a number and none the number, as fmax and fmin have it.
template <typename Float>
Float chosen(Float old_value, Float operand, bool is_old_better) {
  if (old_value != old_value) return operand;
  return is_old_better || operand != operand ? old_value : operand;
}

template <typename Float, typename Bits>
Bits float_result(RmwOperator rmw, Bits old_bits, Bits operand_bits) {
  Float old_value = __builtin_bit_cast(Float, old_bits);
  Float operand = __builtin_bit_cast(Float, operand_bits);
  Float result = operand;
  if (rmw == RmwOperator::FloatAdd) result = old_value + operand;
  if (rmw == RmwOperator::FloatSub) result = old_value - operand;
  if (rmw == RmwOperator::FloatMax) result = chosen(old_value, operand, old_value > operand);
  if (rmw == RmwOperator::FloatMin) result = chosen(old_value, operand, old_value < operand);
  return __builtin_bit_cast(Bits, result);
}

template <typename T>
T apply(RmwOperator rmw, T old_value, T operand) {
  using Signed = std::make_signed_t<T>;
  switch (rmw) {
    case RmwOperator::Exchange:
      return operand;
    case RmwOperator::Add:
      return static_cast<T>(old_value + operand);
    case RmwOperator::Sub:
      return static_cast<T>(old_value - operand);
    case RmwOperator::And:
      return old_value & operand;
    case RmwOperator::Nand:
      return static_cast<T>(~(old_value & operand));
    case RmwOperator::Or:
      return old_value | operand;
    case RmwOperator::Xor:
      return old_value ^ operand;
    case RmwOperator::Max:
      return static_cast<Signed>(old_value) > static_cast<Signed>(operand) ? old_value : operand;
    case RmwOperator::Min:
      return static_cast<Signed>(old_value) < static_cast<Signed>(operand) ? old_value : operand;
    case RmwOperator::UnsignedMax:
      return old_value > operand ? old_value : operand;
    case RmwOperator::UnsignedMin:
      return old_value < operand ? old_value : operand;
    case RmwOperator::FloatAdd:
    case RmwOperator::FloatSub:
    case RmwOperator::FloatMax:
    case RmwOperator::FloatMin:
      if constexpr (sizeof(T) == 4) return float_result<float, T>(rmw, old_value, operand);
      if constexpr (sizeof(T) == 8) return float_result<double, T>(rmw, old_value, operand);
      return operand;
    case RmwOperator::IncrementWrap:
      return old_value >= operand ? T{0} : static_cast<T>(old_value + 1);
    case RmwOperator::DecrementWrap:
      return old_value == 0 || old_value > operand ? operand : static_cast<T>(old_value - 1);
  }
  __builtin_unreachable();
}

template <typename T>
std::uint64_t native_rmw(void* address, RmwOperator rmw, T operand) {
  auto* word = static_cast<T*>(address);
  T old_value = __atomic_load_n(word, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(word, &old_value, apply<T>(rmw, old_value, operand), true, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST)) {
  }
  return old_value;
}

template <typename T>
std::uint64_t rmw(void* address, std::uint64_t operand, std::uint32_t order_and_operator, const HeddlePoint* point) {
  auto rmw_operator = static_cast<RmwOperator>(order_and_operator >> 8);
  if (!is_event(address)) {
    before_quiet_write(point);
    return native_rmw<T>(address, rmw_operator, static_cast<T>(operand));
  }
  await_access_turn(address, sizeof(T), Touch::Writes);
  check_access(address, sizeof(T), Touch::Writes, point);
  auto* word = static_cast<volatile T*>(address);
  T old_value = *word;
  T new_value = apply<T>(rmw_operator, old_value, static_cast<T>(operand));
  *word = new_value;
  wire::EventRecord& event = record(EventKind::Rmw, address, old_value, point, sizeof(T));
  event.rmw = rmw_operator;
  if (HEDDLE_UNLIKELY(is_about_floats(rmw_operator))) event.detail = float_mode();
  set_order(event, order_and_operator & 0xff, point);
  record_aux(static_cast<T>(operand), new_value);
  return result_or_peek(old_value);
}

// Whether a weak compare-exchange that would succeed fails (--weak-cas=fail). Never twice in a row in one thread, or
// every retry loop would be endless. The choice is read from the record (trace/choice.h): flags and kEventSuccess.
constexpr std::uint32_t kWeak = 1 << 16;
bool fails_spuriously(std::uint32_t orders, bool fits, bool& is_choice) {
  is_choice = false;
  if (HEDDLE_LIKELY(state().freedoms.weak_cas_failures == 0)) return false;
  Thread& thread = current_thread();
  is_choice = fits && (orders & kWeak) != 0 && !thread.weak_cas_failed;
  return thread.weak_cas_failed = is_choice && choose(2) == 1;
}

template <typename T>
wire::CasResult cas(void* address, std::uint64_t expected, std::uint64_t desired, std::uint32_t orders,
                    const HeddlePoint* point) {
  auto* word = static_cast<T*>(address);
  T old_value = static_cast<T>(expected);
  if (!is_event(address)) {
    before_quiet_write(point);
    bool done = __atomic_compare_exchange_n(word, &old_value, static_cast<T>(desired), false, __ATOMIC_SEQ_CST,
                                            __ATOMIC_SEQ_CST);
    return {old_value, done};
  }
  await_access_turn(address, sizeof(T), Touch::Writes);
  check_access(address, sizeof(T), Touch::Writes, point);
  old_value = *static_cast<volatile T*>(word);
  bool done = old_value == static_cast<T>(expected), is_choice;
  if (fails_spuriously(orders, done, is_choice)) done = false;
  if (done) *static_cast<volatile T*>(word) = static_cast<T>(desired);
  wire::EventRecord& event = record(EventKind::Cas, address, old_value, point, sizeof(T));
  set_order(event, orders & 0xff, point);
  event.failure_order = static_cast<MemoryOrder>((orders >> 8) & 0xff);
  event.detail = (orders & kWeak) != 0;
  if (done) event.flags |= wire::kEventSuccess;
  if (is_choice) event.flags |= wire::kEventChoice;
  record_aux(static_cast<T>(expected), static_cast<T>(desired));
  return {old_value, done};
}

using Wide = unsigned __int128;

bool native_cas16(Wide* word, Wide& expected, Wide desired) {
  Wide seen = __sync_val_compare_and_swap(word, expected, desired);
  bool done = seen == expected;
  expected = seen;
  return done;
}

// 16-byte atomics: one event; the new contents (or, for a failed cas, what was seen) travel as its payload.
void record_wide(EventKind kind, void* address, const Wide& old_value, const Wide& new_value, std::uint32_t order,
                 const HeddlePoint* point) {
  wire::EventRecord& event = record(kind, address, 0, point, sizeof(Wide));
  set_order(event, order, point);
  Wide both[2] = {old_value, new_value};
  record_payload(both, sizeof both);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

#define HEDDLE_SIZED_ACCESS(bytes, type)                                                                          \
  std::uint64_t __heddle_load##bytes(const void* address, std::uint32_t order, const HeddlePoint* point) {        \
    return load<type>(address, order, point);                                                                     \
  }                                                                                                               \
  void __heddle_store##bytes(void* address, std::uint64_t value, std::uint32_t order, const HeddlePoint* point) { \
    store<type>(address, value, order, point);                                                                    \
  }
HEDDLE_SIZED_ACCESS(1, std::uint8_t)
HEDDLE_SIZED_ACCESS(2, std::uint16_t)
HEDDLE_SIZED_ACCESS(4, std::uint32_t)
HEDDLE_SIZED_ACCESS(8, std::uint64_t)

std::uint64_t __heddle_rmw(void* address, std::uint64_t operand, std::uint32_t size, std::uint32_t order_and_operator,
                           const HeddlePoint* point) {
  switch (size) {
    case 1:
      return rmw<std::uint8_t>(address, operand, order_and_operator, point);
    case 2:
      return rmw<std::uint16_t>(address, operand, order_and_operator, point);
    case 4:
      return rmw<std::uint32_t>(address, operand, order_and_operator, point);
    default:
      return rmw<std::uint64_t>(address, operand, order_and_operator, point);
  }
}

wire::CasResult __heddle_cas(void* address, std::uint64_t expected, std::uint64_t desired, std::uint32_t size,
                             std::uint32_t orders, const HeddlePoint* point) {
  switch (size) {
    case 1:
      return cas<std::uint8_t>(address, expected, desired, orders, point);
    case 2:
      return cas<std::uint16_t>(address, expected, desired, orders, point);
    case 4:
      return cas<std::uint32_t>(address, expected, desired, orders, point);
    default:
      return cas<std::uint64_t>(address, expected, desired, orders, point);
  }
}

void __heddle_rmw16(void* address, const void* operand, void* old_value, std::uint32_t order_and_operator,
                    const HeddlePoint* point) {
  auto* word = static_cast<Wide*>(address);
  auto rmw_operator = static_cast<RmwOperator>(order_and_operator >> 8);
  Wide with = *static_cast<const Wide*>(operand);
  auto combine = [&](Wide seen) -> Wide {
    switch (rmw_operator) {
      case RmwOperator::Add:
        return seen + with;
      case RmwOperator::Sub:
        return seen - with;
      case RmwOperator::And:
        return seen & with;
      case RmwOperator::Nand:
        return ~(seen & with);
      case RmwOperator::Or:
        return seen | with;
      case RmwOperator::Xor:
        return seen ^ with;
      default:
        return with;  // the pass emits only exchange besides these for 16 bytes
    }
  };
  auto* old_out = static_cast<Wide*>(old_value);
  if (!is_event(address)) {
    before_quiet_write(point);
    Wide seen = *word;
    while (!native_cas16(word, seen, combine(seen))) {
    }
    *old_out = seen;
    return;
  }
  await_access_turn(address, sizeof(Wide), Touch::Writes);
  check_access(address, sizeof(Wide), Touch::Writes, point);
  *old_out = *word;
  *word = combine(*old_out);
  record_wide(EventKind::Rmw, address, *old_out, *word, order_and_operator & 0xff, point);
}

std::uint64_t __heddle_cas16(void* address, const void* expected, const void* desired, void* old_value,
                             std::uint32_t orders, const HeddlePoint* point) {
  auto* word = static_cast<Wide*>(address);
  auto* old_out = static_cast<Wide*>(old_value);
  Wide wanted = *static_cast<const Wide*>(expected);
  Wide replacement = *static_cast<const Wide*>(desired);
  if (!is_event(address)) {
    before_quiet_write(point);
    *old_out = wanted;
    return native_cas16(word, *old_out, replacement);
  }
  await_access_turn(address, sizeof(Wide), Touch::Writes);
  check_access(address, sizeof(Wide), Touch::Writes, point);
  *old_out = *word;
  bool done = *old_out == wanted, is_choice;
  if (fails_spuriously(orders, done, is_choice)) done = false;
  if (done) *word = replacement;
  record_wide(EventKind::Cas, address, *old_out, *word, orders & 0xff, point);
  state().events[state().step - 1].failure_order = static_cast<MemoryOrder>((orders >> 8) & 0xff);
  if (done) state().events[state().step - 1].flags |= wire::kEventSuccess;
  if (is_choice) state().events[state().step - 1].flags |= wire::kEventChoice;
  return done;
}

void __heddle_fence(std::uint32_t order_and_scope, const HeddlePoint* point) {
  bool single_thread = (order_and_scope >> 8) != 0;
  if (!state().active || single_thread) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return;
  }
  await_access_turn(nullptr, 0, Touch::Reads);
  set_order(record(EventKind::Fence, nullptr, 0, point), order_and_scope & 0xff, point);
}

// All such calls touch the hidden object of the files, so that each is tried before and after each other, and before and
// after whatever opens, moves, reads or writes one. It orders nothing: what they do to the program's memory may still race.
void __heddle_unseen_call(const HeddlePoint* point) {
  if (!executing()) return;
  await_turn(&libc::g_descriptor_table);
  note_unmodelled(point);
  record(EventKind::Call, &libc::g_descriptor_table, 0, point);
  record_aux(reinterpret_cast<std::uint64_t>(&current_thread()), 0);
}

void __heddle_pause(const HeddlePoint* point) {
  if (!state().active) {
    __builtin_ia32_pause();
    return;
  }
  await_turn();  // a policy that lowers the thread at a yield has to be asked at its next event
  record(EventKind::Yield, nullptr, 0, point);
}

}  // extern "C"
