// SPDX-License-Identifier: Apache-2.0
//
// Hand-written traces for the tests of this room: a test reads like the program it describes.
#pragma once

#include <map>
#include <string>

#include "trace/event_flags.h"
#include "trace/finding.h"

namespace heddle {

class WrittenTrace {
 public:
  explicit WrittenTrace(int threads) {
    for (int index = 0; index < threads; ++index) {
      ThreadSummary summary;
      summary.thread = thread(index);
      summary.state = ThreadEnd::Ended;
      finding.trace.threads.push_back(summary);
    }
  }

  static ThreadId thread(int index) { return ThreadId(static_cast<std::uint16_t>(index)); }

  // One event at account.cpp:line on `variable`; equal names are the same object.
  Event& add(int thread_number, EventKind kind, std::uint32_t line, const std::string& variable,
             std::uint64_t value = 0) {
    Event event;
    event.thread = thread(thread_number);
    event.kind = kind;
    event.object = object(variable);
    event.value = value;
    event.size = 4;
    event.point = point(line, variable);
    finding.trace.events.push_back(event);
    return finding.trace.events.back();
  }

  Event& load(int thread_number, std::uint32_t line, const std::string& variable, std::uint64_t value) {
    return add(thread_number, EventKind::Load, line, variable, value);
  }

  Event& store(int thread_number, std::uint32_t line, const std::string& variable, std::uint64_t old,
               std::uint64_t value) {
    Event& event = add(thread_number, EventKind::Store, line, variable, value);
    event.first = old;
    event.flags |= wire_aux();
    return event;
  }

  void block(int thread_number, EventKind pending, std::uint32_t line, const std::string& variable, int holder = -1) {
    ThreadSummary& summary = finding.trace.threads[static_cast<std::size_t>(thread_number)];
    summary.state = ThreadEnd::Blocked;
    summary.pending = pending;
    summary.waits_for = object(variable);
    summary.point = point(line, variable);
    summary.has_holder = holder >= 0;
    if (holder >= 0) summary.held_by = thread(holder);
  }

  std::uint64_t object(const std::string& variable) {
    auto [entry, is_new] = objects_.try_emplace(variable, 0x1000 + 0x40 * objects_.size());
    return entry->second;
  }

  ProgramPoint point(std::uint32_t line, const std::string& variable) {
    auto [entry, is_new] = points_.try_emplace({line, variable}, static_cast<std::uint32_t>(facts.points.size()));
    if (is_new) facts.points.push_back({SourceLocation{file, line, 3, "deposit(int)"}, variable});
    return ProgramPoint(entry->second);
  }

  std::string file = "account.cpp";
  ProgramFacts facts;
  Finding finding;

 private:
  static std::uint8_t wire_aux() { return static_cast<std::uint8_t>(wire::kEventAux); }
  std::map<std::string, std::uint64_t> objects_;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> points_;
};

// Two threads read the balance, then both write: one deposit is lost.
inline WrittenTrace lost_update() {
  WrittenTrace trace(3);
  trace.add(0, EventKind::ThreadCreate, 20, "").object = 1;
  trace.add(0, EventKind::ThreadCreate, 21, "").object = 2;
  trace.add(1, EventKind::Begin, 0, "");
  trace.load(1, 10, "balance", 0);
  trace.add(2, EventKind::Begin, 0, "");
  trace.load(2, 10, "balance", 0);
  trace.store(2, 11, "balance", 0, 100);
  trace.store(1, 11, "balance", 100, 50);
  trace.load(0, 24, "balance", 50);
  trace.finding.kind = FindingKind::Assertion;
  trace.finding.message = "assertion failed: balance == 150";
  trace.finding.location = {"account.cpp", 24, 3, "main"};
  trace.finding.threads = {WrittenTrace::thread(0)};
  trace.finding.trace.failure.has_thread = true;
  trace.finding.trace.switches = 4;
  trace.finding.schedule.turns = {{WrittenTrace::thread(0), 2}, {WrittenTrace::thread(1), 2}};
  return trace;
}

}  // namespace heddle
