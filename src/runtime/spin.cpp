// SPDX-License-Identifier: Apache-2.0
//
// Spin loops of the standard library's headers (compile/library_headers names them). Such a loop has no bound and no
// memory of its own: its rounds depend only on what they read. So a round that read exactly what the round before read
// would repeat for ever until somebody writes there, and the thread waits for that instead: depth first would never
// come to an end of the rounds. Whoever holds a spin lock for ever makes a deadlock, not an endless run.
#include "runtime/runtime.h"

#include <string.h>

namespace heddle::runtime {
namespace {

bool failed_cas(const wire::EventRecord& event) {
  return event.kind == EventKind::Cas && (event.flags & wire::kEventSuccess) == 0;
}

// Nobody else runs between an access and the call that follows it, so the latest event is the calling thread's own.
const wire::EventRecord* latest_own_event() {
  const State& s = state();
  const wire::EventRecord* event = s.step == 0 ? nullptr : &s.events[s.step - 1];
  return event != nullptr && event->thread == s.current ? event : nullptr;
}

std::uint64_t expected_of(std::uint32_t step) {
  const State& s = state();
  return s.events[step].kind == EventKind::Cas ? s.aux[step].first : 0;
}

// Whether the round that ended with the event at `now` read the same as the thread's previous one, and nothing else.
bool repeats_round(const SpinRound& before, std::uint32_t now) {
  const State& s = state();
  if (before.yield == 0) return false;
  const wire::EventRecord& then = s.events[before.read];
  const wire::EventRecord& last = s.events[now];
  bool same = then.kind == last.kind && then.address == last.address && then.value == last.value &&
              then.size == last.size && expected_of(before.read) == expected_of(now);
  for (std::uint32_t step = before.yield + 1; same && step < now; ++step) same = s.events[step].thread != s.current;
  return same;
}

bool has_changed(const Thread& thread) {
  std::uint64_t seen = 0;
  memcpy(&seen, thread.object, thread.spin.size);
  return seen != thread.spin.value;
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

void heddle_spin_wait() noexcept {
  if (!executing()) {
    __builtin_ia32_pause();
    return;
  }
  State& s = state();
  SpinRound& round = current_thread().spin;
  const HeddlePoint* point = call_point();
  const wire::EventRecord* last = latest_own_event();
  bool reads = last != nullptr && last->size <= 8 && (last->kind == EventKind::Load || failed_cas(*last));
  std::uint32_t read = s.step - 1;
  const void* object = nullptr;
  // Where the whole stack is visible there are fingerprints: a round that changes nothing comes back to the same one, and
  // the explorer sees the circle.
  if (reads && !s.whole_stack_visible && repeats_round(round, read)) {
    object = reinterpret_cast<const void*>(last->address);
    round.size = last->size;
    round.value = last->value;
    s.may_keep_enabled = false;  // from now on a plain store may let a thread run
    await_turn_for({EventKind::Yield, object, has_changed});
  } else {
    await_turn();
  }
  round.read = read;
  round.yield = reads ? s.step : 0;
  record(EventKind::Yield, object, 0, point, object == nullptr ? 0 : round.size);
  if (object != nullptr) record_aux(round.value, 0);
}

bool heddle_spin_is_over() noexcept {
  if (!executing()) return false;
  const wire::EventRecord* last = latest_own_event();
  return last == nullptr || !failed_cas(*last);
}

}  // extern "C"
