// SPDX-License-Identifier: Apache-2.0
#include "analysis/outcome.h"

#include "analysis/judge.h"
#include "analysis/repeated_schedule.h"
#include "trace/payload.h"

namespace heddle {

std::string output_of(const Trace& trace) {
  std::string output;
  for (const Event& event : trace.events) {
    if (!prints(event)) continue;
    const std::span<const std::uint8_t> bytes = payload_of(event, trace);
    output.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return output;
}

std::optional<Finding> outcome_of(const Run& run, const ProgramFacts& facts) {
  std::optional<Finding> outcome;
  if (run.trace.outcome == Outcome::Finished) {
    outcome.emplace();
    outcome->kind = FindingKind::Outcome;
    outcome->key = "exit " + std::to_string(run.trace.failure.exit_code);
    outcome->message = "the program ended with exit status " + std::to_string(run.trace.failure.exit_code);
    outcome->schedule = repeated_schedule(run);
    outcome->trace = run.trace;
  } else if (run.trace.outcome != Outcome::EventLimit) {
    outcome = judge(run, facts, {});
  }
  if (!outcome) return outcome;
  outcome->output = output_of(run.trace);
  outcome->schedule.wants_payload = true;  // so that its steps show what was printed
  return outcome;
}

// A defect may be the same whoever of several threads is stuck; an outcome is not.
std::string outcome_key(const Finding& outcome) {
  std::string key = outcome.key;
  for (const ThreadSummary& thread : outcome.trace.threads) {
    const bool counts = outcome.kind == FindingKind::Deadlock && thread.state == ThreadEnd::Blocked;
    if (!counts) continue;
    const auto point = static_cast<std::uint32_t>(thread.point);
    key += " " + std::to_string(number(thread.thread)) + "@" + std::to_string(point);
  }
  return key + "\n" + outcome.output;
}

}  // namespace heddle
