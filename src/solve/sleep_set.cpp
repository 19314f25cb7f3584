// SPDX-License-Identifier: Apache-2.0
#include "solve/sleep_set.h"

#include <bit>

namespace heddle {

SleepSet::Threads SleepSet::after(std::uint16_t thread, Threads asleep) const {
  if (asleep == 0 || model_.has(Defect::DeepSleep)) return asleep;
  if (concerns_everybody(thread)) return 0;
  const Node& node = machine_.node(thread);
  Threads left = 0;
  for (Threads rest = asleep & ~only(thread); rest != 0; rest &= rest - 1) {
    const auto sleeper = static_cast<std::uint16_t>(std::countr_zero(rest));
    const bool wakes = concerns_everybody(sleeper) || interfere(node, machine_.node(sleeper));
    if (!wakes) left |= only(sleeper);
  }
  return left;
}

// Its next step may end the process, may be wrong, is more than one, or is no operation at all.
bool SleepSet::concerns_everybody(std::uint16_t thread) const {
  const Node& node = machine_.node(thread);
  return node.may_end_process || node.operation.kind == EventKind::Exit || may_be_misuse(node, model_.resources()) ||
         machine_.finds_freed(thread) || machine_.finds_destroyed(thread) || node.atomic_depth > 0 || machine_.leaves_wait_set(thread);
}

// Both touch something, and not both only read it. More than need be, but then nothing has to be argued.
bool SleepSet::interfere(const Node& one, const Node& other) const {
  const AccessSets& accesses = model_.accesses();
  for (const AccessId first : one.accesses) {
    for (const AccessId second : other.accesses) {
      if (accesses.resource_of(first) != accesses.resource_of(second)) continue;
      if (accesses.mode_of(first) != Mode::Read || accesses.mode_of(second) != Mode::Read) return true;
    }
  }
  return false;
}

}  // namespace heddle
