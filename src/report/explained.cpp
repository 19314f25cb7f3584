// SPDX-License-Identifier: Apache-2.0
#include "report/explained.h"

#include <algorithm>

#include "analysis/wait_cycle.h"
#include "report/source_text.h"

namespace heddle {

namespace {

// "ns::deposit(int)" -> "deposit": a column's head has little room.
std::string short_name(const std::string& function) {
  std::string name = plain_name(function);
  bool is_lambda = name.find("$_") != std::string::npos || name.find("'lambda") != std::string::npos ||
                   name.find("{lambda") != std::string::npos;
  if (is_lambda) return "lambda";
  name = name.substr(0, name.find_first_of("(<"));
  std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

// The outermost user function of a thread's first operation in the user's code is its body; the start routine itself
// is mostly the library's.
std::string body_of(ThreadId thread, const Trace& trace, const ProgramFacts& facts, const SymbolTable& symbols) {
  for (std::size_t index = 0; index < trace.events.size(); ++index) {
    const Event& event = trace.events[index];
    if (event.thread != thread || event.kind == EventKind::Begin) continue;
    if (index < trace.stacks.size()) {
      std::vector<Frame> frames = frames_of(trace.stacks[index], 0, symbols);
      if (first_user_frame(frames) != nullptr) return short_name(frames.back().location.function);
    }
    const SourceLocation& location = facts.at(event.point).location;
    if (is_in_user_code(location)) return short_name(location.function);
  }
  return "";
}

// A deadlock in one sentence. Threads that merely wait for the end of others are victims, unless there is nobody else.
std::string deadlock_message(const std::vector<ExplainedThread>& threads, const Trace& trace) {
  const bool is_partial = trace.outcome == Outcome::Finished || trace.outcome == Outcome::EventLimit;
  std::string culprits, victims;
  for (const ExplainedThread& thread : threads) {
    const bool is_part = thread.state == ThreadEnd::Blocked && (!is_partial || thread.is_to_blame);
    if (!is_part) continue;
    bool joins = trace.threads[number(thread.thread)].pending == EventKind::ThreadJoin;
    std::string& text = joins ? victims : culprits;
    text += (text.empty() ? "" : "; ") + thread_label(thread.thread) + " " + thread.blocked;
  }
  const char* others = is_partial ? "; the other threads went on" : "";
  return "deadlock: " + (culprits.empty() ? victims : culprits) + others;
}

ExplainedThread explain_thread(const ThreadSummary& summary, const Finding& finding, const ProgramFacts& facts,
                               const SymbolTable& symbols, const ObjectNames& names) {
  const Failure& failure = finding.trace.failure;
  ExplainedThread thread;
  thread.thread = summary.thread;
  thread.state = summary.state;
  std::string body = number(summary.thread) == 0 ? "main" : body_of(summary.thread, finding.trace, facts, symbols);
  thread.name = thread_label(summary.thread) + (body.empty() ? "" : " " + body);
  thread.is_to_blame = std::count(finding.threads.begin(), finding.threads.end(), summary.thread) != 0;
  thread.location = facts.at(summary.point).location;
  thread.frames = frames_of(summary.stack, 0, symbols);
  if (summary.state == ThreadEnd::Blocked) {
    thread.blocked = blocked_text(summary, names);
    thread.has_holder = summary.has_holder;
    thread.held_by = summary.held_by;
  }
  const Frame* user = first_user_frame(thread.frames);
  if (user != nullptr && !is_in_user_code(thread.location)) thread.location = user->location;
  bool failed_here = failure.has_thread && failure.thread == summary.thread;
  Stack stack = failing_stack(failure);
  if (failed_here && !stack.empty()) {
    thread.frames = frames_of(stack, failure.fault_pc, symbols);
    // A function that ends in a call leaves no frame; the point of the operation still knows where it was.
    bool is_lost = first_user_frame(thread.frames) == nullptr && finding.location.known() && symbols.note.empty();
    if (is_lost) thread.frames = {{stack.front(), finding.location, ""}};
  }
  return thread;
}

// An operation inside the library is shown where the user's code called it.
void move_to_user_code(Step& step, const Trace& trace, const SymbolTable& symbols) {
  if (is_in_user_code(step.location) || step.event >= trace.stacks.size()) return;
  std::vector<Frame> frames = frames_of(trace.stacks[step.event], 0, symbols);
  const Frame* user = first_user_frame(frames);
  if (user != nullptr) step.location = user->location;
}

// A thread that waits inside the library waits where the user's code called it.
void move_to_blamed_thread(Explained& explained) {
  for (const ExplainedThread& thread : explained.threads) {
    if (thread.is_to_blame && is_in_user_code(thread.location)) {
      explained.location = thread.location;
      return;
    }
  }
}

// A crash is where the processor stopped, not where the last event was.
void locate(Explained& explained, const Finding& finding, const SymbolTable& symbols) {
  explained.location = finding.location;
  const Failure& failure = finding.trace.failure;
  std::vector<Frame> frames = frames_of(failing_stack(failure), failure.fault_pc, symbols);
  const Frame* user = first_user_frame(frames);
  bool knows_better = failure.fault_pc != 0 || !is_in_user_code(explained.location);
  if (user != nullptr && knows_better) explained.location = user->location;
  if (!is_in_user_code(explained.location)) move_to_blamed_thread(explained);
  if (user != nullptr && explained.location.function.empty()) explained.location.function = user->location.function;
  if (failure.fault_pc != 0 && !frames.empty() && frames.front().location != explained.location) {
    explained.innermost = frames.front().location;
  }
}

// The access inside the library stands where the user's code called it.
void locate_race(Explained& explained) {
  if (is_in_user_code(explained.location)) return;
  for (const RacingAccess& access : explained.race.accesses) {
    if (!is_in_user_code(access.location)) continue;
    explained.location = access.location;
    return;
  }
}

}  // namespace

Explained explain(const Finding& finding, const ProgramFacts& facts, const SymbolTable& symbols) {
  Explained explained;
  ObjectNames names(finding.trace, facts, symbols);
  explained.steps = steps_of(finding.trace, facts, names);
  for (Step& step : explained.steps) move_to_user_code(step, finding.trace, symbols);
  for (const ThreadSummary& summary : finding.trace.threads) {
    explained.threads.push_back(explain_thread(summary, finding, facts, symbols, names));
  }
  explained.message = finding.message;
  if (finding.kind == FindingKind::Deadlock) {
    explained.cycle = wait_cycle(finding.trace.threads);
    explained.message = deadlock_message(explained.threads, finding.trace);
  }
  locate(explained, finding, symbols);
  if (finding.race) {
    explained.race = explain_race(finding, explained.steps, symbols, names);
    explained.message = race_message(explained.race);
    locate_race(explained);
  }
  explained.note = symbols.note;
  return explained;
}

std::vector<Explained> explain_all(const std::vector<Finding>& findings, const ProgramFacts& facts) {
  SymbolQueries queries;
  for (const Finding& finding : findings) {
    add_code_queries(queries, finding.trace, facts);
    add_data_queries(queries, finding.trace);
    add_race_queries(queries, finding);
  }
  const SymbolTable symbols = findings.empty() ? SymbolTable{} : symbolise(facts, queries);
  std::vector<Explained> explained;
  for (const Finding& finding : findings) explained.push_back(explain(finding, facts, symbols));
  return explained;
}

Explained explain(const Finding& finding, const ProgramFacts& facts) {
  return std::move(explain_all({finding}, facts).front());
}

}  // namespace heddle
