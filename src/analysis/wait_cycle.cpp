// SPDX-License-Identifier: Apache-2.0
#include "analysis/wait_cycle.h"

namespace heddle {
namespace {

// Follows "held by" from `start`; empty when it leads out of the waiting threads or not back to `start`.
std::vector<ThreadId> cycle_from(ThreadId start, const std::vector<ThreadSummary>& threads) {
  std::vector<ThreadId> cycle;
  ThreadId at = start;
  while (number(at) < threads.size() && cycle.size() <= threads.size()) {
    const ThreadSummary& thread = threads[number(at)];
    const bool joins = thread.pending == EventKind::ThreadJoin;
    if (thread.state != ThreadEnd::Blocked || (!thread.has_holder && !joins)) return {};
    cycle.push_back(at);
    at = joins ? ThreadId(static_cast<std::uint16_t>(thread.waits_for)) : thread.held_by;
    if (at == start) return cycle;
  }
  return {};
}

}  // namespace

std::vector<ThreadId> wait_cycle(const std::vector<ThreadSummary>& threads) {
  for (const ThreadSummary& thread : threads) {
    if (thread.state != ThreadEnd::Blocked) continue;
    std::vector<ThreadId> cycle = cycle_from(thread.thread, threads);
    if (!cycle.empty()) return cycle;
  }
  return {};
}

}  // namespace heddle
