// SPDX-License-Identifier: Apache-2.0
//
// check_fingerprints PROGRAM SCHEDULES [ARGUMENT...]: executes an instrumented program under so many random schedules and
// checks what a fingerprint promises: of one thread, the same fingerprint means the same operation, and with the same
// result, the same next fingerprint. Prints how many different pasts the threads had, and how many fingerprints those were.
// Exit code 0: no violation.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "execute/process_runner.h"
#include "learn/operation.h"
#include "trace/event_flags.h"
#include "trace/payload.h"

namespace heddle {
namespace {

constexpr std::uint64_t kEnded = 1;  // in place of a next fingerprint; those are never so small
constexpr std::uint64_t kMostReported = 5;

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash * 0x94d049bb133111eb + 0x9e3779b97f4a7c15) ^ word;  // not symmetric
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  return hash ^ (hash >> 27);
}

std::uint64_t hash_of(const Operation& operation) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(operation.kind), static_cast<std::uint64_t>(operation.point));
  hash = mix(mix(hash, static_cast<std::uint64_t>(operation.order)), static_cast<std::uint64_t>(operation.rmw));
  hash = mix(mix(hash, operation.size), operation.object);
  hash = mix(mix(hash, operation.first), operation.second);
  return mix(hash, hash_bytes(operation.bytes.data(), operation.bytes.size()));
}

// What the thread is told and can tell apart: not who was woken, nor what a semaphore stands at.
std::uint64_t result_of(const Event& event, const ResultUse& use) {
  switch (event.kind) {
    case EventKind::Load:
    case EventKind::Rmw:
      return event.size <= 8 ? abstract_result(use, event.value) : event.value;
    case EventKind::Cas:
      if (event.size > 8 || use.kind == ResultUseKind::Full) return mix(event.value, succeeded(event));
      return abstract_result(use, succeeded(event));
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
    case EventKind::SemWait:
    case EventKind::SemPost:
      return 0;
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
      return succeeded(event);
    case EventKind::FutexWait:
      return event.value == event.first;
    case EventKind::ReadRange:
      return mix(event.value, event.size);
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      return mix(event.value, event.first);
    default:
      return mix(event.value, (succeeded(event) ? 1U : 0U) | (timed_out(event) ? 2U : 0U));
  }
}

// One thread at one fingerprint.
struct Node {
  std::uint64_t operation = 0;
  EventKind kind = EventKind::Begin;
  ProgramPoint point = ProgramPoint::None;
  std::map<std::uint64_t, std::uint64_t> next;  // by result
};

class Check {
 public:
  explicit Check(const ProgramFacts& facts) : facts_(facts) {}

  void add(const Trace& trace) {
    ++executions_;
    hidden_.clear();
    std::vector<Walk> walks(trace.threads.size());
    if (trace.fingerprints.size() != trace.events.size()) return report("a fingerprint is missing", nullptr, nullptr);
    for (std::size_t index = 0; index < trace.events.size(); ++index) {
      if (is_attempt(trace, index)) continue;
      // How a wait ends is part of its result.
      const EventKind kind = trace.events[index].kind;
      if (kind == EventKind::CondTimeout || kind == EventKind::CondSpurious) continue;
      step(walks[number(trace.events[index].thread)], trace, index);
    }
    for (const ThreadSummary& thread : trace.threads) {
      Walk& walk = walks[number(thread.thread)];
      if (thread.state == ThreadEnd::Ended) arrive(walk, kEnded);
      if (thread.state != ThreadEnd::Ended && !thread.fingerprint.is_none()) {
        arrive(walk, key(thread.thread, thread.fingerprint));
      }
    }
  }

  std::uint64_t violations() const { return violations_; }
  void print() const {
    std::printf("%lu executions, %lu events: %lu pasts, %lu fingerprints, %lu violations\n",
                static_cast<unsigned long>(executions_), static_cast<unsigned long>(events_),
                static_cast<unsigned long>(pasts_.size()), static_cast<unsigned long>(nodes_.size()),
                static_cast<unsigned long>(violations_));
  }
  // Where pasts meet again, and where they do not.
  void print_points() const {
    std::map<std::pair<EventKind, std::uint32_t>, std::uint64_t> counts;
    for (const auto& [fingerprint, node] : nodes_) ++counts[{node.kind, static_cast<std::uint32_t>(node.point)}];
    for (const auto& [place, count] : counts) {
      std::printf("  %6lu %s\n", static_cast<unsigned long>(count), text(place.first, ProgramPoint(place.second)).c_str());
    }
  }

 private:
  struct Walk {
    Node* node = nullptr;
    std::uint64_t result = 0;
    std::uint64_t past = 1;
  };

  // The record of an operation that ended the execution only says whose turn it was.
  static bool is_attempt(const Trace& trace, std::size_t index) {
    const Event& event = trace.events[index];
    return index + 1 == trace.events.size() && trace.outcome != Outcome::Finished && event.kind == EventKind::Call &&
           event.object == 0 && event.point == ProgramPoint::None;
  }

  static std::uint64_t key(ThreadId thread, const Fingerprint& fingerprint) {
    return wire::folded(wire::step(fingerprint, number(thread))) | 2U;
  }

  void step(Walk& walk, const Trace& trace, std::size_t index) {
    const Event& event = trace.events[index];
    Operation operation = operation_of(event, trace);
    if (event.kind == EventKind::ReadRange) operation.size = 0;  // how much it reads is part of the result
    const std::uint64_t hash = hash_of(operation);
    const std::uint64_t here = key(event.thread, trace.fingerprints[index]);
    arrive(walk, here);
    auto [found, is_new] = nodes_.try_emplace(here);
    Node& node = found->second;
    if (is_new) {
      node = {hash, event.kind, event.point, {}};
    } else if (node.operation != hash) {
      const Node now{hash, event.kind, event.point, {}};
      report("another operation at the same fingerprint", &node, &now);
    }
    ++events_;
    walk.past = mix(mix(walk.past, hash), number(event.thread));
    pasts_.insert(walk.past);
    walk.node = &node;
    walk.result = result_of(event, facts_.result_use(event.point));
    // What a call on hidden state tells depends on all calls on it before.
    if (event.kind == EventKind::Call || event.kind == EventKind::Clock) {
      std::uint64_t& state = hidden_[event.object];
      state = mix(mix(state, hash), number(event.thread));
      walk.result = mix(walk.result, state);
    }
    walk.past = mix(walk.past, result_of(event, ResultUse{}));  // all that it was told
  }

  void arrive(Walk& walk, std::uint64_t next) {
    if (walk.node == nullptr) return;
    auto [known, is_new] = walk.node->next.emplace(walk.result, next);
    if (is_new || known->second == next) return;
    auto other = nodes_.find(known->second);
    report("the same result, but another next fingerprint", walk.node, other == nodes_.end() ? nullptr : &other->second);
  }

  std::string text(EventKind kind, ProgramPoint point) const {
    const PointFacts& place = facts_.at(point);
    return std::string(name_of(kind)) + " '" + place.variable + "' " + place.location.file + ":" +
           std::to_string(place.location.line) + ":" + std::to_string(place.location.column);
  }

  void report(const char* what, const Node* node, const Node* other) {
    if (++violations_ > kMostReported) return;
    std::printf("violation: %s\n", what);
    if (node != nullptr) std::printf("  %s\n", text(node->kind, node->point).c_str());
    if (other != nullptr) std::printf("  %s\n", text(other->kind, other->point).c_str());
  }

  const ProgramFacts& facts_;
  std::unordered_map<std::uint64_t, Node> nodes_;
  std::unordered_map<std::uint64_t, std::uint64_t> hidden_;  // by object, in the execution at hand
  std::unordered_set<std::uint64_t> pasts_;
  std::uint64_t executions_ = 0, events_ = 0, violations_ = 0;
};

Result<std::uint64_t> check(const LaunchSpec& spec, std::uint64_t schedules, bool prints_points) {
  ProcessOptions options;
  Result<std::unique_ptr<ProcessRunner>> started = ProcessRunner::start(spec, options);
  if (!started) return started.error();
  Runner& runner = **started;
  runner.make_visible({wire::kWholeStack});
  Check check(runner.facts());
  std::map<std::string, std::uint64_t> outcomes;
  for (std::uint64_t next = 0; next < schedules || !runner.idle();) {
    while (next < schedules && runner.has_room()) {
      Schedule schedule;
      schedule.rest = Rest::Random;
      schedule.seed = ++next;
      schedule.visibility_version = runner.visibility_version();
      schedule.wants_fingerprints = schedule.wants_payload = true;
      runner.submit(schedule);
    }
    Result<Run> run = runner.collect();
    if (!run) return run.error();
    ++outcomes[std::string(name_of(run->trace.outcome))];
    check.add(run->trace);
  }
  check.print();
  for (const auto& [name, count] : outcomes) std::printf("  %s: %lu\n", name.c_str(), static_cast<unsigned long>(count));
  if (prints_points) check.print_points();
  return check.violations();
}

}  // namespace
}  // namespace heddle

int main(int count, char** words) {
  if (count < 3) {
    std::fprintf(stderr, "usage: check_fingerprints PROGRAM SCHEDULES [ARGUMENT...]\n");
    return 2;
  }
  heddle::LaunchSpec spec;
  spec.program = words[1];
  spec.arguments = {words[1]};
  spec.arguments.insert(spec.arguments.end(), words + 3, words + count);
  spec.environment = {"PATH=/usr/bin:/bin"};
  const bool prints_points = std::getenv("PRINT_POINTS") != nullptr;
  heddle::Result<std::uint64_t> violations = heddle::check(spec, std::strtoull(words[2], nullptr, 10), prints_points);
  if (!violations) {
    std::printf("%s\n", violations.error().message.c_str());
    return 3;
  }
  return *violations == 0 ? 0 : 1;
}
