// SPDX-License-Identifier: Apache-2.0
//
// Fingerprints: a hash of everything that decides what a thread does from here on, given the results it will get. The
// instrumented code keeps the hash of its frames in __heddle_context (wire/abi.h); here it is completed when an operation
// begins to wait for its turn, with what the runtime and the libraries keep for the thread, and written to the lane when
// the operation is recorded. Not in it: memory that is read by events.
//
// Where no context is known (the second event of a library call, code that is not instrumented) the chain stands for it:
// the latest fingerprint with the result that followed. It tells apart whatever the thread was told, so it is always
// right, but nothing that differs meets again as long as it is used.
#include <string.h>

#include <initializer_list>

#include "runtime/exceptions.h"
#include "runtime/float_state.h"
#include "runtime/foreign_calls.h"
#include "runtime/peek.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

using wire::Fingerprint;
using wire::kEmptyMessage;
using wire::step;

// All of it went into the mixer; what is left to do, the explorer does. None has a meaning of its own.
Fingerprint some(Fingerprint hash) { return hash.is_none() ? kEmptyMessage : hash; }

// What follows in the message, where that is not always the same.
enum class Part : std::uint64_t {
  Chain = 1, Ending, Hidden, Keys, ReadHolds, ExitCalls, LateExitCalls, EndingCalls, Exceptions, Errno, Signals, Floats,
  Attributes, BlockEnds
};

Fingerprint announce(Fingerprint hash, Part part) { return step(hash, static_cast<std::uint64_t>(part)); }

const HeddlePoint* point_at(std::uint32_t number) {
  const State& s = state();
  for (std::uint32_t i = 0; i < s.module_count; ++i) {
    const Module& module = s.modules[i];
    std::uint32_t index = number - module.first_point;
    if (index < static_cast<std::uint32_t>(module.points_end - module.points_begin)) return module.points_begin + index;
  }
  return nullptr;
}

const HeddleResultUse* find(const ResultUses& table, const HeddlePoint* point) {
  const HeddleResultUse *begin = table.begin, *end = table.end;
  while (table.is_sorted && end - begin > 1) {
    const HeddleResultUse* middle = begin + (end - begin) / 2;
    (middle->point <= point ? begin : end) = middle;
  }
  for (; begin < end; ++begin) {
    if (begin->point == point) return begin;
  }
  return nullptr;
}

// Nullptr: everything may depend on the result.
const HeddleResultUse* use_of_result(std::uint32_t number) {
  const State& s = state();
  const HeddlePoint* point = point_at(number);
  for (std::uint32_t i = 0; i < s.result_uses_count && point != nullptr; ++i) {
    if (const HeddleResultUse* use = find(s.result_uses[i], point)) return use;
  }
  return nullptr;
}

// As far as the thread can tell results apart.
std::uint64_t abstract_value(const wire::EventRecord& event) {
  const HeddleResultUse* use = event.size <= 8 ? use_of_result(event.point) : nullptr;
  if (use == nullptr) return event.value;
  switch (use->kind) {
    case wire::ResultUseKind::Full:
      return event.value;
    case wire::ResultUseKind::Dead:
    case wire::ResultUseKind::Success:
      return 0;
    case wire::ResultUseKind::Outcomes:
      return wire::outcomes(use->tests, use->test_count, event.value);
  }
  return event.value;
}

Fingerprint mix_told_by_cas(Fingerprint hash, const wire::EventRecord& event) {
  const HeddleResultUse* use = event.size <= 8 ? use_of_result(event.point) : nullptr;
  bool is_dead = use != nullptr && use->kind == wire::ResultUseKind::Dead;
  return step(step(hash, abstract_value(event)), is_dead ? 0 : event.flags & wire::kEventSuccess);
}

// What the event told its thread. Some records say more than the thread learns.
Fingerprint mix_told(Fingerprint hash, const wire::EventRecord& event, const wire::AuxRecord& aux) {
  constexpr std::uint8_t kToldFlags = wire::kEventSuccess | wire::kEventTimedOut;
  std::uint64_t told = event.value;
  switch (event.kind) {
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
      told = 0;  // who was woken
      break;
    case EventKind::SemWait:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
    case EventKind::SemPost:
      told = 0;  // the count
      break;
    case EventKind::Load:
    case EventKind::Rmw:
      told = abstract_value(event);
      break;
    case EventKind::Cas:
      return mix_told_by_cas(hash, event);
    case EventKind::FutexWait:
      told = event.value == aux.first;
      break;
    case EventKind::ReadRange:
      hash = step(hash, event.size);
      break;
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      hash = step(hash, aux.first);  // return code
      break;
    case EventKind::Allocate:
      told = event.address;
      break;
    case EventKind::Exit:
      if ((event.flags & wire::kEventAux) != 0) hash = step(hash, aux.first);  // what is to be called
      break;
    default:
      break;
  }
  return step(step(hash, told), event.flags & kToldFlags);
}

Fingerprint chain_of(const Thread& thread) {
  const State& s = state();
  const LocalState& local = thread.local;
  if (local.latest.is_none()) return kEmptyMessage;
  return mix_told(local.latest, s.events[local.latest_event], s.aux[local.latest_event]);
}

const CaughtExceptions* exceptions_of_thread() {
  return __cxa_get_globals_fast != nullptr ? __cxa_get_globals_fast() : nullptr;
}

// The exceptions that the thread handles or that are on their way: which, and of what type, decides where it goes on.
Fingerprint mix_exceptions(Fingerprint hash, Thread& thread) {
  const CaughtExceptions* exceptions = exceptions_of_thread();
  if (!has_exceptions()) {
    thread.local.thrown = {};
    return hash;
  }
  hash = announce(hash, Part::Exceptions);
  for (const Exception* caught = exceptions->caught; caught != nullptr; caught = caught->next) {
    hash = step(step(hash, reinterpret_cast<std::uint64_t>(caught)), reinterpret_cast<std::uint64_t>(caught->type));
    hash = step(hash, static_cast<std::uint64_t>(caught->handlers));
  }
  return step(step(hash, exceptions->uncaught), thread.local.thrown);
}

Fingerprint mix_exit_calls(Fingerprint hash, const Thread& thread) {
  for (Part part : {Part::ExitCalls, Part::LateExitCalls}) {
    hash = announce(hash, part);
    const ThreadExitCall* list = part == Part::ExitCalls ? thread.exit_calls : thread.late_exit_calls;
    for (const ThreadExitCall* call = list; call != nullptr; call = call->next) {
      hash = step(hash, reinterpret_cast<std::uint64_t>(call->function));
      hash = step(hash, reinterpret_cast<std::uint64_t>(call->object));
    }
  }
  if (HEDDLE_LIKELY(thread.ending == nullptr)) return hash;
  return hash_exit_calls(announce(hash, Part::EndingCalls), thread.ending->calls + thread.first_ending, thread.count_ending);
}

bool has_exit_calls(const Thread& thread) {
  return thread.exit_calls != nullptr || thread.late_exit_calls != nullptr || thread.ending != nullptr;
}

// What it can look at without an event although it is no memory of the program. Mostly nothing.
Fingerprint mix_surroundings(Fingerprint hash, const Thread& thread) {
  const State& s = state();
  const int error = *reinterpret_cast<const int*>(errno_of(thread));
  if (HEDDLE_UNLIKELY(error != 0)) hash = step(announce(hash, Part::Errno), static_cast<std::uint32_t>(error));
  if (HEDDLE_UNLIKELY((thread.blocked | thread.waiting_signals) != 0)) {
    hash = step(step(announce(hash, Part::Signals), thread.blocked), thread.waiting_signals);
  }
  if (HEDDLE_UNLIKELY(s.watches_floats)) hash = step(announce(hash, Part::Floats), float_state());
  const std::uint64_t attributes = (thread.stack_size - s.default_stack_size) << 24 | thread.cancel_state |
                                   static_cast<std::uint64_t>(thread.cancel_type) << 8 |
                                   std::uint64_t{thread.born_detached} << 16;
  if (HEDDLE_UNLIKELY(attributes != 0)) hash = step(announce(hash, Part::Attributes), attributes);
  return hash;
}

// What the runtime keeps for the thread and later operations depend on.
Fingerprint mix_thread(Fingerprint hash, Thread& thread) {
  const LocalState& local = thread.local;
  hash = step(hash, used_heap(thread));  // where its next block will be
  std::uint64_t counts = thread.children | std::uint64_t{thread.atomic_depth} << 16 |
                         std::uint64_t{thread.spurious} << 40 | std::uint64_t{thread.shares_exceptions} << 62 |
                         std::uint64_t{thread.weak_cas_failed} << 63;
  hash = step(hash, counts);
  // Seldom there. What comes is announced, so that nothing can be taken for something else.
  const auto mix_if_any = [&hash](Part part, const Fingerprint& kept) {
    if (HEDDLE_UNLIKELY(!kept.is_none())) hash = step(announce(hash, part), kept);
  };
  if (local.block_ends != 0) hash = step(announce(hash, Part::BlockEnds), local.block_ends);
  mix_if_any(Part::Hidden, local.hidden);
  mix_if_any(Part::Keys, local.keys);
  mix_if_any(Part::ReadHolds, thread.read_hold_hash);
  if (HEDDLE_UNLIKELY(has_exit_calls(thread))) hash = mix_exit_calls(hash, thread);
  hash = mix_surroundings(hash, thread);
  return mix_exceptions(hash, thread);
}

// The start routine is not instrumented: what was left for it says nothing of its argument.
void forget_unread_context(Thread& thread) {
  if (HEDDLE_LIKELY(!thread.local.is_beginning)) return;
  thread.local.is_beginning = false;
  if (__heddle_callee == reinterpret_cast<const void*>(thread.entry)) forget_context();
}

}  // namespace

std::uint64_t used_heap(const Thread& thread) {
  const State& s = state();
  return reinterpret_cast<std::uint64_t>(s.arena_next[thread.number]) - (kArenaBase + thread.number * kArenaStride);
}

bool has_exceptions() {
  const CaughtExceptions* exceptions = exceptions_of_thread();
  return exceptions != nullptr && (exceptions->caught != nullptr || exceptions->uncaught != 0);
}

Fingerprint hash_exit_calls(Fingerprint hash, const ProcessExitCall* calls, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    hash = step(hash, reinterpret_cast<std::uint64_t>(calls[i].function));
    hash = step(hash, reinterpret_cast<std::uint64_t>(calls[i].argument));
  }
  return hash;
}

std::uint64_t hash_words(std::uint64_t first, std::uint64_t second) {
  return wire::folded(step(step(kEmptyMessage, first), second));
}

// Whatever a thread takes over from its creator, and its creator's way of creating it.
std::uint64_t hash_start(const Thread& thread, const void* runs) {
  Fingerprint hash = step(kEmptyMessage, reinterpret_cast<std::uint64_t>(thread.entry));
  hash = step(step(hash, reinterpret_cast<std::uint64_t>(thread.argument)), reinterpret_cast<std::uint64_t>(runs));
  hash = step(step(hash, thread.stack_size | std::uint64_t{thread.born_detached}), thread.blocked);
  return wire::folded(step(hash, state().watches_floats ? float_state() : 0));
}

// Its first operation, to begin, depends on nothing else.
void begin_local_state(Thread& thread, std::uint64_t start) {
  thread.local = {};
  thread.local.pending = some(step(kEmptyMessage, start));
}

// An instrumented start routine hashes of its argument what it still needs. Only such a one takes note of the callee.
void begin_frames() {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  Thread& thread = current_thread();
  thread.local.is_beginning = true;
  __heddle_callee = reinterpret_cast<const void*>(thread.entry);
  __heddle_context = step(kEmptyMessage, reinterpret_cast<std::uint64_t>(thread.entry));
}

void take_fingerprint() {
  Thread& thread = current_thread();
  forget_unread_context(thread);
  if (HEDDLE_UNLIKELY(thread.local.stays_pending)) {
    thread.local.stays_pending = false;
    return;
  }
  Fingerprint hash = __heddle_context;
  __heddle_context.first = 0;
  if (hash.first == 0 || state().is_unhashable) hash = announce(chain_of(thread), Part::Chain);
  thread.local.pending = some(mix_thread(hash, thread));
}

void write_fingerprint() {
  State& s = state();
  Thread& thread = current_thread();
  LocalState& local = thread.local;
  if (local.pending.is_none()) take_fingerprint();  // a record without a turn of its own
  std::uint32_t event = s.step - 1;
  s.fingerprints[event] = local.pending;
  note_words(s.events[event].address, s.events[event].value);
  local.latest = local.pending;
  local.latest_event = event;
  local.pending = {};
}

void mix_into_context(const void* bytes, std::size_t size) {
  forget_unread_context(current_thread());
  Fingerprint hash = __heddle_context.first != 0 ? __heddle_context : announce(chain_of(current_thread()), Part::Chain);
  __heddle_hash_private(bytes, size, step(hash, size));
}

void forget_context() {
  __heddle_context.first = 0;
  __heddle_callee = nullptr;
}

void begin_ending(std::uint64_t result) {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  __heddle_context = step(announce(kEmptyMessage, Part::Ending), result);
  __heddle_callee = nullptr;
}

void feed_hidden_state(std::uint64_t word) {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  LocalState& local = current_thread().local;
  local.hidden = step(local.hidden, word);
}

void feed_hidden_text(const char* text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) feed_hidden_state(static_cast<unsigned char>(text[i]));
}

// The order in which values are set does not matter.
void note_key_value(std::uint64_t key, const void* before, const void* now) {
  Fingerprint& keys = current_thread().local.keys;
  for (const void* value : {before, now}) {
    if (value == nullptr) continue;
    Fingerprint part = wire::finish(step(step(kEmptyMessage, key), reinterpret_cast<std::uint64_t>(value)));
    keys = {keys.first ^ part.first, keys.second ^ part.second};
  }
}

void note_throw(const void* object, const void* type) {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  LocalState& local = current_thread().local;
  local.thrown = step(step(local.thrown, reinterpret_cast<std::uint64_t>(object)), reinterpret_cast<std::uint64_t>(type));
}

}  // namespace heddle::runtime

using namespace heddle::runtime;
using heddle::wire::Fingerprint;
using heddle::wire::step;

namespace {

bool wanted() { return executing() && state().fingerprints != nullptr; }

template <typename... Words>
Fingerprint mix_words(Fingerprint hash, Words... words) {
  if (!wanted()) return {};
  ((hash = step(hash, words)), ...);
  __heddle_context = hash;
  return hash;
}

void feed(const Fingerprint& hash) {
  LocalState& local = current_thread().local;
  local.hidden = step(local.hidden, hash);
}

}  // namespace

extern "C" {

Fingerprint __heddle_mix1(Fingerprint hash, std::uint64_t a) { return mix_words(hash, a); }

Fingerprint __heddle_mix2(Fingerprint hash, std::uint64_t a, std::uint64_t b) { return mix_words(hash, a, b); }

Fingerprint __heddle_mix3(Fingerprint hash, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return mix_words(hash, a, b, c);
}

Fingerprint __heddle_mix4(Fingerprint hash, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
  return mix_words(hash, a, b, c, d);
}

Fingerprint __heddle_chain() {
  if (!wanted()) return {};
  note_call_from_library(__builtin_frame_address(0));
  return chain_of(current_thread());
}

Fingerprint __heddle_hash_private(const void* address, std::size_t size, Fingerprint hash) {
  if (!wanted()) return {};
  auto* at = static_cast<const char*>(address);
  std::uint64_t word;
  for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    hash = step(hash, word);
  }
  word = 0;
  memcpy(&word, at, size);
  return __heddle_context = size == 0 ? hash : step(hash, word);
}

// Also where no fingerprints are wanted: a finding is repeated without them, and must find the same there.
void __heddle_clear_private(void* address, std::size_t size) {
  if (executing()) memset(address, 0, size);
}

// The context of the call, arguments included, is what the library may keep.
void __heddle_hidden_begin() {
  if (!wanted()) return;
  if (is_peeking()) spoil_peek();
  LocalState& local = current_thread().local;
  local.hidden = step(local.hidden, __heddle_context);
  local.hidden_since = local.latest_event;
}

// And so are the results of what it did on the way.
void __heddle_hidden_end() {
  if (!wanted()) return;
  if (is_peeking()) spoil_peek();
  Thread& thread = current_thread();
  if (thread.local.latest_event != thread.local.hidden_since) feed(chain_of(thread));
}

void __heddle_hidden_call(Fingerprint context, const void* callee, const HeddlePoint* point) {
  if (!executing()) return;
  if (is_peeking()) spoil_peek();
  note_foreign_call(callee, point);
  if (!wanted()) return;
  feed(context);
  feed(chain_of(current_thread()));
}

}  // extern "C"
