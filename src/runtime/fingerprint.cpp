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
#include "runtime/peek.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15ull;

// As the pass mixes.
std::uint64_t step(std::uint64_t hash, std::uint64_t word) { return __builtin_bswap64((hash ^ word) * kFactor); }

std::uint64_t finish(std::uint64_t hash) {
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebull;
  hash ^= hash >> 31;
  return hash == 0 ? 1 : hash;  // 0 means that there is none
}

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

std::uint64_t told_by_cas(const wire::EventRecord& event) {
  const HeddleResultUse* use = event.size <= 8 ? use_of_result(event.point) : nullptr;
  bool is_dead = use != nullptr && use->kind == wire::ResultUseKind::Dead;
  return step(step(kFactor, abstract_value(event)), is_dead ? 0 : event.flags & wire::kEventSuccess);
}

// What the event told its thread. Some records say more than the thread learns.
std::uint64_t told(const wire::EventRecord& event, const wire::AuxRecord& aux) {
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
      return told_by_cas(event);
    case EventKind::FutexWait:
      told = event.value == aux.first;
      break;
    case EventKind::ReadRange:
      told = step(step(kFactor, event.value), event.size);
      break;
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      told = step(step(kFactor, event.value), aux.first);  // return code
      break;
    case EventKind::Allocate:
      told = event.address;
      break;
    case EventKind::Exit:
      if ((event.flags & wire::kEventAux) != 0) told = step(told, aux.first);  // what is to be called
      break;
    default:
      break;
  }
  return step(step(kFactor, told), event.flags & kToldFlags);
}

std::uint64_t chain_of(const Thread& thread) {
  const State& s = state();
  const LocalState& local = thread.local;
  if (local.latest == 0) return kFactor;
  return step(local.latest, told(s.events[local.latest_event], s.aux[local.latest_event]));
}

const CaughtExceptions* exceptions_of_thread() {
  return __cxa_get_globals_fast != nullptr ? __cxa_get_globals_fast() : nullptr;
}

// The exceptions that the thread handles or that are on their way: which, and of what type, decides where it goes on.
std::uint64_t mix_exceptions(std::uint64_t hash, Thread& thread) {
  const CaughtExceptions* exceptions = exceptions_of_thread();
  if (!has_exceptions()) {
    thread.local.thrown = 0;
    return hash;
  }
  for (const Exception* caught = exceptions->caught; caught != nullptr; caught = caught->next) {
    hash = step(step(hash, reinterpret_cast<std::uint64_t>(caught)), reinterpret_cast<std::uint64_t>(caught->type));
    hash = step(hash, static_cast<std::uint64_t>(caught->handlers));
  }
  return step(step(hash, exceptions->uncaught), thread.local.thrown);
}

std::uint64_t mix_exit_calls(std::uint64_t hash, const Thread& thread) {
  for (const ThreadExitCall* list : {thread.exit_calls, thread.late_exit_calls}) {
    for (const ThreadExitCall* call = list; call != nullptr; call = call->next) {
      hash = step(hash, reinterpret_cast<std::uint64_t>(call->function));
      hash = step(hash, reinterpret_cast<std::uint64_t>(call->object));
    }
  }
  if (HEDDLE_LIKELY(thread.ending == nullptr)) return hash;
  return hash_exit_calls(step(hash, 1), thread.ending->calls + thread.first_ending, thread.count_ending);
}

std::uint64_t used_heap(const Thread& thread) {
  const State& s = state();
  return reinterpret_cast<std::uint64_t>(s.arena_next[thread.number]) - (kArenaBase + thread.number * kArenaStride);
}

// The word is the address of something that belongs to the thread: its stack, its heap, its thread-local variables. Its
// handle is such an address, too.
bool is_own(std::uint64_t word, const Thread& thread) {
  return word - (kStackBase + thread.number * kStackStride) < kStackStride ||
         word - (kArenaBase + thread.number * kArenaStride) < kArenaStride ||
         word - (kTlsBase + thread.number * kTlsStride) < kTlsStride || word == thread.fs_base;
}

// What the runtime keeps for the thread and later operations depend on.
std::uint64_t mix_thread(std::uint64_t hash, Thread& thread) {
  hash = step(hash, used_heap(thread));  // where its next block will be
  hash = step(hash, thread.local.hidden);
  std::uint64_t counts = thread.children | std::uint64_t{thread.atomic_depth} << 16 |
                         std::uint64_t{thread.spurious} << 40 | std::uint64_t{thread.local.shares_exceptions} << 62 |
                         std::uint64_t{thread.weak_cas_failed} << 63;
  hash = step(hash, counts);
  hash = step(hash, thread.local.keys);
  hash = step(hash, thread.read_hold_hash);
  hash = mix_exit_calls(hash, thread);
  return mix_exceptions(hash, thread);
}

// The start routine is not instrumented: what was left for it says nothing of its argument.
void forget_unread_context(Thread& thread) {
  if (HEDDLE_LIKELY(!thread.local.is_beginning)) return;
  thread.local.is_beginning = false;
  if (__heddle_callee == reinterpret_cast<const void*>(thread.entry)) forget_context();
}

}  // namespace

bool has_exceptions() {
  const CaughtExceptions* exceptions = exceptions_of_thread();
  return exceptions != nullptr && (exceptions->caught != nullptr || exceptions->uncaught != 0);
}

std::uint64_t hash_exit_calls(std::uint64_t hash, const ProcessExitCall* calls, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    hash = step(hash, reinterpret_cast<std::uint64_t>(calls[i].function));
    hash = step(hash, reinterpret_cast<std::uint64_t>(calls[i].argument));
  }
  return hash;
}

void begin_local_state(Thread& thread) {
  thread.local = {};
  // Its first operation, to begin, depends on nothing else.
  std::uint64_t hash = step(kFactor, reinterpret_cast<std::uint64_t>(thread.entry));
  thread.local.pending = finish(step(hash, reinterpret_cast<std::uint64_t>(thread.argument)));
}

// An instrumented start routine hashes of its argument what it still needs. Only such a one takes note of the callee.
void begin_frames() {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  Thread& thread = current_thread();
  thread.local.is_beginning = true;
  __heddle_callee = reinterpret_cast<const void*>(thread.entry);
  __heddle_context = finish(reinterpret_cast<std::uint64_t>(thread.entry));
}

void take_fingerprint() {
  Thread& thread = current_thread();
  forget_unread_context(thread);
  if (HEDDLE_UNLIKELY(thread.local.stays_pending)) {
    thread.local.stays_pending = false;
    return;
  }
  std::uint64_t hash = __heddle_context;
  __heddle_context = 0;
  if (hash == 0 || state().is_unhashable) hash = step(chain_of(thread), 1);
  thread.local.pending = finish(mix_thread(hash, thread));
}

void write_fingerprint() {
  State& s = state();
  Thread& thread = current_thread();
  LocalState& local = thread.local;
  if (local.pending == 0) take_fingerprint();  // a record without a turn of its own
  std::uint32_t event = s.step - 1;
  s.fingerprints[event] = local.pending;
  note_words(s.events[event].address, s.events[event].value);
  local.latest = local.pending;
  local.latest_event = event;
  local.pending = 0;
}

void mix_into_context(const void* bytes, std::size_t size) {
  forget_unread_context(current_thread());
  std::uint64_t hash = __heddle_context != 0 ? __heddle_context : step(chain_of(current_thread()), 1);
  __heddle_context = __heddle_hash_private(bytes, size, hash);
}

void forget_context() {
  __heddle_context = 0;
  __heddle_callee = nullptr;
}

void begin_ending(std::uint64_t result) {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  __heddle_context = step(~kFactor, result);
  __heddle_callee = nullptr;
}

void feed_hidden_state(std::uint64_t word) {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  LocalState& local = current_thread().local;
  local.hidden = step(local.hidden, word);
}

// The order in which values are set does not matter.
void note_key_value(std::uint64_t key, const void* before, const void* now) {
  auto part = [key](const void* value) {
    return value == nullptr ? 0 : finish(step(step(kFactor, key), reinterpret_cast<std::uint64_t>(value)));
  };
  current_thread().local.keys ^= part(before) ^ part(now);
}

void note_individual() {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  current_thread().local.is_individual = true;
}

void note_words(std::uint64_t first, std::uint64_t second) {
  Thread& thread = current_thread();
  if (HEDDLE_UNLIKELY(is_own(first, thread) || is_own(second, thread))) thread.local.is_individual = true;
}

void note_bytes(const void* bytes, std::size_t size) {
  auto* at = static_cast<const char*>(bytes);
  for (std::uint64_t word; size >= sizeof word; size -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    note_words(word, word);
  }
}

// Blocks of the heap, threads, keys and the rest stand at places of its own or have numbers of its own.
bool is_individual(const Thread& thread) {
  const LocalState& local = thread.local;
  return local.is_individual || state().counts_with_addresses || used_heap(thread) != 0 || thread.children != 0 ||
         thread.exit_calls != nullptr || local.hidden != 0 || local.keys != 0 || local.thrown != 0 ||
         local.shares_exceptions;
}

void note_throw(const void* object, const void* type) {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  LocalState& local = current_thread().local;
  local.thrown = step(step(local.thrown, reinterpret_cast<std::uint64_t>(object)), reinterpret_cast<std::uint64_t>(type));
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

namespace {

bool wanted() { return executing() && state().fingerprints != nullptr; }

}  // namespace

extern "C" {

std::uint64_t __heddle_chain() {
  if (!wanted()) return 0;
  note_call_from_library(__builtin_frame_address(0));
  return chain_of(current_thread());
}

std::uint64_t __heddle_hash_private(const void* address, std::size_t size, std::uint64_t hash) {
  if (!wanted()) return 0;
  auto* at = static_cast<const char*>(address);
  std::uint64_t word;
  for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    hash = step(hash, word);
  }
  if (size == 0) return hash;
  word = 0;
  memcpy(&word, at, size);
  return step(hash, word);
}

void __heddle_clear_private(void* address, std::size_t size) {
  if (wanted()) memset(address, 0, size);
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
  if (thread.local.latest_event != thread.local.hidden_since) feed_hidden_state(chain_of(thread));
}

void __heddle_hidden_call(std::uint64_t context) {
  if (!wanted()) return;
  if (is_peeking()) spoil_peek();
  feed_hidden_state(context);
  feed_hidden_state(chain_of(current_thread()));
}

}  // extern "C"
