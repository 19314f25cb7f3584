// SPDX-License-Identifier: Apache-2.0
#include "analysis/judge.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "analysis/memory_errors.h"
#include "analysis/repeated_schedule.h"
#include "analysis/wait_cycle.h"

namespace heddle {
namespace {

std::string place(const SourceLocation& location) {
  return location.known() ? location.file + ":" + std::to_string(location.line) : std::string("unknown place");
}

std::string hexadecimal(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string name_of_signal(std::int32_t signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : "SIG" + std::string(name);
}

// Where the failure says it happened; else where the failing thread was last seen.
SourceLocation location_of(const Trace& trace, const ProgramFacts& facts) {
  const Failure& failure = trace.failure;
  SourceLocation location = facts.at(failure.point).location;
  if (failure.line != 0) {
    const bool same_line = location.line == failure.line && location.file == failure.file;
    if (!same_line) location = {failure.file, failure.line, 0, {}};
    return location;
  }
  if (location.known()) return location;
  for (auto event = trace.events.rbegin(); event != trace.events.rend(); ++event) {
    const bool could_be_it = !failure.has_thread || event->thread == failure.thread;
    if (could_be_it && facts.at(event->point).location.known()) return facts.at(event->point).location;
  }
  return {};
}

Finding failure_finding(FindingKind kind, const Run& run, const ProgramFacts& facts) {
  Finding finding;
  finding.kind = kind;
  finding.location = location_of(run.trace, facts);
  if (run.trace.failure.has_thread) finding.threads = {run.trace.failure.thread};
  return finding;
}

Finding assertion(const Run& run, const ProgramFacts& facts) {
  Finding finding = failure_finding(FindingKind::Assertion, run, facts);
  const std::string& text = run.trace.failure.message;
  finding.message = text.empty() ? "assertion failed" : "assertion failed: " + text;
  finding.key = "assertion " + place(finding.location) + " " + text;
  return finding;
}

Finding crash(const Run& run, const ProgramFacts& facts) {
  Finding finding = failure_finding(FindingKind::Crash, run, facts);
  const Failure& failure = run.trace.failure;
  const std::string signal = name_of_signal(failure.signal);
  const char* words = ::strsignal(failure.signal);
  finding.message = "crash with " + signal + " (" + (words == nullptr ? "unknown signal" : words) + ")";
  const bool has_address = signal == "SIGSEGV" || signal == "SIGBUS";
  if (has_address) finding.message += " at address " + hexadecimal(failure.fault_address);
  if (!failure.message.empty()) finding.message += ": " + failure.message;
  finding.key = "crash " + signal + " " + place(finding.location);
  if (!failure.message.empty()) finding.key += " " + failure.message;
  if (const std::uint64_t pc = own_instruction(failure); pc != 0) finding.key += " " + hexadecimal(pc);
  return finding;
}

Finding memory_error(const Run& run, const ProgramFacts& facts) {
  const Failure& failure = run.trace.failure;
  Finding finding = failure_finding(kind_of(failure.fault), run, facts);
  finding.message = describe_memory_error(failure, facts);
  finding.key = std::string(name_of(finding.kind)) + " " + place(finding.location);
  return finding;
}

Finding worker_death(const Run& run, const ProgramFacts& facts) {
  Finding finding = failure_finding(FindingKind::Crash, run, facts);
  const Failure& failure = run.trace.failure;
  if (!failure.message.empty()) {
    finding.message = failure.message;
  } else if (failure.signal != 0) {
    finding.message = "the process was killed by signal " + std::to_string(failure.signal) + " (" +
                      name_of_signal(failure.signal) + ")";
  } else {
    finding.message = "the process left with _exit(" + std::to_string(failure.exit_code) + ")";
  }
  finding.key = "death " + finding.message + " " + place(finding.location);
  return finding;
}

Finding uncaught_exception(const Run& run, const ProgramFacts& facts) {
  Finding finding = failure_finding(FindingKind::UncaughtException, run, facts);
  const std::string& text = run.trace.failure.message;
  finding.message = text.empty() ? "uncaught exception" : "uncaught exception " + text;
  finding.key = "exception " + place(finding.location) + " " + text;
  return finding;
}

Finding stuck(const Run& run, const ProgramFacts& facts) {
  Finding finding = failure_finding(FindingKind::Hang, run, facts);
  const std::string& text = run.trace.failure.message;
  finding.message = text.empty() ? "a thread runs on without any visible operation" : text;
  finding.key = "hang " + place(finding.location);
  return finding;
}

bool shows_leak(const Trace& trace, const JudgeOptions& options) {
  return options.leaks == LeaksAre::Findings && !trace.leaks.empty();
}

Finding leak(const Run& run, const ProgramFacts& facts) {
  Finding finding;
  finding.kind = FindingKind::Leak;
  finding.threads = {ThreadId(0)};
  finding.key = "leak";
  for (const Leak& lost : run.trace.leaks) {
    const SourceLocation& location = facts.at(lost.point).location;
    if (!finding.location.known()) finding.location = location;
    finding.message += (finding.message.empty() ? "" : "; ") + describe_leak(lost, facts);
    finding.key += " " + place(location);
  }
  return finding;
}

// Stands at the call of exit or _exit; a return from main has no place.
Finding exit_code(const Run& run, const ProgramFacts& facts, const JudgeOptions& options) {
  Finding finding;
  const std::string code = std::to_string(run.trace.failure.exit_code);
  finding.kind = FindingKind::ExitCode;
  finding.location = facts.at(run.trace.failure.point).location;
  const bool has_caller = finding.location.known() && !run.trace.events.empty();
  finding.threads = {has_caller ? run.trace.events.back().thread : ThreadId(0)};
  finding.message = "the program ended with exit code " + code;
  if (options.expected_exit_code != 0) {
    finding.message += " instead of " + std::to_string(options.expected_exit_code);
  }
  finding.key = "exit " + code;
  if (finding.location.known()) finding.key += " " + place(finding.location);
  return finding;
}

// " (1 of 2 arrived)": how far the round got in which a thread waits at a barrier.
std::string arrivals_text(std::uint64_t barrier, const Trace& trace) {
  for (auto event = trace.events.rbegin(); event != trace.events.rend(); ++event) {
    if (event->kind != EventKind::BarrierArrive || event->object != barrier) continue;
    return " (" + std::to_string(event->first) + " of " + std::to_string(event->second) + " arrived)";
  }
  return "";
}

// "mutex m", "the end of thread 2", "barrier b (1 of 2 arrived)".
std::string what_it_waits_for(const ThreadSummary& thread, const Trace& trace, const ProgramFacts& facts) {
  const PointFacts& point = facts.at(thread.point);
  const std::string variable = point.names_object ? point.variable : "";
  switch (thread.pending) {
    case EventKind::ThreadJoin:
      return "the end of thread " + std::to_string(thread.waits_for);
    case EventKind::MutexLock:
    case EventKind::MutexTimedLock:
      return variable.empty() ? "a mutex" : "mutex " + variable;
    case EventKind::ReadLock:
    case EventKind::ReadTimedLock:
    case EventKind::WriteLock:
    case EventKind::WriteTimedLock:
      return variable.empty() ? "an rwlock" : "rwlock " + variable;
    case EventKind::CondWait:
    case EventKind::CondTimeout:
    case EventKind::CondSpurious:
    case EventKind::CondReacquire:
      return variable.empty() ? "a condition variable" : "condition variable " + variable;
    case EventKind::SemWait:
    case EventKind::SemTimedWait:
      return variable.empty() ? "a semaphore" : "semaphore " + variable;
    case EventKind::SpinLock:
      return variable.empty() ? "a spin lock" : "spin lock " + variable;
    case EventKind::BarrierLeave:
      return (variable.empty() ? "a barrier" : "barrier " + variable) + arrivals_text(thread.waits_for, trace);
    case EventKind::OnceEnter:
      return "an initialisation in progress";
    case EventKind::FutexWait:
    case EventKind::FutexReturn:
      return "a notification";
    case EventKind::Yield:
      return "a spin lock of the standard library";
    case EventKind::Begin:
    case EventKind::Load:
    case EventKind::Store:
    case EventKind::Rmw:
    case EventKind::Cas:
    case EventKind::Fence:
    case EventKind::ReadRange:
    case EventKind::WriteRange:
    case EventKind::Free:
    case EventKind::Allocate:
    case EventKind::MutexTryLock:
    case EventKind::MutexUnlock:
    case EventKind::ReadTryLock:
    case EventKind::WriteTryLock:
    case EventKind::RwUnlock:
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
    case EventKind::ThreadCreate:
    case EventKind::ThreadDetach:
    case EventKind::OnceLeave:
    case EventKind::FutexWake:
    case EventKind::Sleep:
    case EventKind::Clock:
    case EventKind::Choose:
    case EventKind::Call:
    case EventKind::AtomicBegin:
    case EventKind::AtomicEnd:
    case EventKind::Exit:
    case EventKind::ObjectInit:
    case EventKind::ObjectDestroy:
    case EventKind::SemTryWait:
    case EventKind::SemPost:
    case EventKind::SemGetValue:
    case EventKind::BarrierArrive:
    case EventKind::SpinTryLock:
    case EventKind::SpinUnlock:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      break;
  }
  return variable.empty() ? std::string(name_of(thread.pending))
                          : std::string(name_of(thread.pending)) + " " + variable;
}

// A thread that only waits for another one's end is a victim: it is neither the place nor part of the key, unless
// there is nobody else.
bool is_victim(const ThreadSummary& thread) { return thread.pending == EventKind::ThreadJoin; }

// "; thread 2 waits for mutex m, held by thread 1, at x.c:7", for each that waits.
std::string waits_text(const Trace& trace, const ProgramFacts& facts) {
  std::string waits;
  for (const ThreadSummary& thread : trace.threads) {
    if (thread.state != ThreadEnd::Blocked) continue;
    const std::string who = std::to_string(number(thread.thread));
    waits += "; thread " + who + " waits for " + what_it_waits_for(thread, trace, facts);
    if (thread.has_holder && !is_victim(thread)) waits += ", held by thread " + std::to_string(number(thread.held_by));
    const SourceLocation& location = facts.at(thread.point).location;
    if (location.known()) waits += ", at " + place(location);
  }
  return waits;
}

// Events for ever: what the program did last it will do again and again, whoever runs.
Finding endless_loop(const Run& run, const ProgramFacts& facts) {
  Finding finding = failure_finding(FindingKind::Hang, run, facts);
  const bool is_livelock = run.schedule.rest == Rest::Endless;
  finding.message = is_livelock ? "livelock: whoever runs, nobody ever gets any further; in turn, "
                                : "endless loop: no other thread can run, and ";
  finding.message += run.trace.failure.message;
  finding.message += waits_text(run.trace, facts);
  finding.key = "hang " + place(finding.location);
  return finding;
}

Finding deadlock(const Run& run, const ProgramFacts& facts) {
  Finding finding;
  finding.kind = FindingKind::Deadlock;
  std::vector<std::string> places;
  for (const ThreadSummary& thread : run.trace.threads) {
    if (thread.state != ThreadEnd::Blocked) continue;
    finding.threads.push_back(thread.thread);
    const SourceLocation& location = facts.at(thread.point).location;
    if (is_victim(thread)) continue;
    places.push_back(std::string(name_of(thread.pending)) + "@" + place(location));
    if (!finding.location.known()) finding.location = location;
  }
  for (const ThreadSummary& thread : run.trace.threads) {
    if (thread.state == ThreadEnd::Blocked && !finding.location.known())
      finding.location = facts.at(thread.point).location;
  }
  const std::string waits = waits_text(run.trace, facts);
  finding.message = "deadlock: " + (waits.empty() ? "no thread can run" : waits.substr(2));
  std::sort(places.begin(), places.end());
  finding.key = "deadlock";
  for (const std::string& where : places) finding.key += " " + where;
  return finding;
}

// The process ended, or was cut off, while some waited for each other: nothing could have let them go on.
Finding partial_deadlock(const Run& run, const std::vector<ThreadId>& cycle, const ProgramFacts& facts) {
  Run circle = run;
  std::erase_if(circle.trace.threads, [&cycle](const ThreadSummary& thread) {
    return std::find(cycle.begin(), cycle.end(), thread.thread) == cycle.end();
  });
  Finding finding = deadlock(circle, facts);
  finding.message += "; the other threads went on";
  return finding;
}

bool may_hide_deadlock(Outcome outcome) { return outcome == Outcome::Finished || outcome == Outcome::EventLimit; }

std::optional<Finding> finding_of(const Run& run, const ProgramFacts& facts, const JudgeOptions& options) {
  switch (run.trace.outcome) {
    case Outcome::AssertionFailed:
      return assertion(run, facts);
    case Outcome::Crashed:
      return run.trace.failure.fault == Fault::None ? crash(run, facts) : memory_error(run, facts);
    case Outcome::Deadlocked:
      return deadlock(run, facts);
    case Outcome::UncaughtException:
      return uncaught_exception(run, facts);
    case Outcome::Hung:
      return stuck(run, facts);
    case Outcome::Looping:
      return endless_loop(run, facts);
    case Outcome::WorkerDied:
      return worker_death(run, facts);
    case Outcome::Finished:
      if (run.trace.failure.exit_code != options.expected_exit_code) return exit_code(run, facts, options);
      if (shows_leak(run.trace, options)) return leak(run, facts);
      return std::nullopt;
    case Outcome::None:
    case Outcome::EventLimit:
    case Outcome::AssumeFailed:
    case Outcome::Diverged:
    case Outcome::StackShared:
    case Outcome::Unsupported:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> judge(const Run& run, const ProgramFacts& facts, const JudgeOptions& options) {
  const std::vector<ThreadId> cycle =
      may_hide_deadlock(run.trace.outcome) ? wait_cycle(run.trace.threads) : std::vector<ThreadId>{};
  const bool looks_fine = cycle.empty() && run.trace.outcome == Outcome::Finished &&
                          run.trace.failure.exit_code == options.expected_exit_code && !shows_leak(run.trace, options);
  if (looks_fine) return std::nullopt;
  std::optional<Finding> finding =
      cycle.empty() ? finding_of(run, facts, options) : partial_deadlock(run, cycle, facts);
  if (finding) {
    finding->schedule = repeated_schedule(run);
    finding->trace = run.trace;
  }
  return finding;
}

}  // namespace heddle
