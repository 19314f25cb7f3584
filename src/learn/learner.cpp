// SPDX-License-Identifier: Apache-2.0
#include "learn/learner.h"

#include <algorithm>

#include "trace/choice.h"
#include "trace/event_flags.h"
#include "trace/payload.h"

namespace heddle {
namespace {

constexpr std::size_t kNever = ~std::size_t{0};
constexpr const char* kUnexplained = "an operation failed and the model does not know why";
constexpr const char* kUnmodelled =
    "the operation changes what other threads use in a way that the model does not know";

bool is_failure(Outcome outcome) {
  switch (outcome) {
    case Outcome::AssertionFailed:
    case Outcome::Crashed:
    case Outcome::UncaughtException:
    case Outcome::Hung:
    case Outcome::Looping:
    case Outcome::AssumeFailed:
    case Outcome::WorkerDied:
      return true;
    case Outcome::None:
    case Outcome::Finished:
    case Outcome::Deadlocked:
    case Outcome::EventLimit:
    case Outcome::Diverged:
    case Outcome::StackShared:
    case Outcome::Unsupported:
      return false;
  }
  return false;
}

bool is_read(EventKind kind) {
  return kind == EventKind::Load || kind == EventKind::Rmw || kind == EventKind::Cas || kind == EventKind::ReadRange ||
         kind == EventKind::FutexWait;
}

// The record of an operation that failed in the attempt, the last of its execution: it only says whose turn it was.
bool is_last_attempt(const Trace& trace, std::size_t index) {
  const Event& event = trace.events[index];
  return index + 1 == trace.events.size() && is_failure(trace.outcome) && event.kind == EventKind::Call &&
         event.object == 0 && event.point == ProgramPoint::None;
}

// The attempt says what it was, because it depends on the others that it failed.
bool is_told(const Event& attempt) { return attempt.first != 0; }

// What it was that failed in the attempt, as far as is known. That memory was freed depends on what the others do, too:
// where it is not freed the operation goes on, and then shows what it really is. All else that can be wrong with memory
// the thread's own past decides.
Operation attempted_operation(const Trace& trace) {
  const Event& event = trace.events.back();
  Operation operation = operation_of(event, trace);
  if (is_told(event)) {
    operation.kind = static_cast<EventKind>(event.value);
    operation.object = event.first;
    operation.size = operation.kind == EventKind::ObjectDestroy ? static_cast<std::uint32_t>(event.second) : 0;
    if (operation.kind == EventKind::CondWait) operation.first = event.second;
    return operation;
  }
  const MemoryError& memory = trace.failure.memory;
  if (trace.failure.fault == Fault::UseAfterFree) {
    operation.kind = memory.is_write ? EventKind::Store : EventKind::Load;
    operation.object = memory.address;
    operation.size = memory.access_size == 0 ? 1 : memory.access_size;
  }
  if (trace.failure.fault == Fault::DoubleFree) {
    operation.kind = EventKind::Free;
    operation.object = memory.address;
    operation.size = static_cast<std::uint32_t>(memory.block_size);
  }
  return operation;
}

std::string name(EventKind kind) { return std::string(name_of(kind)); }

}  // namespace

std::optional<Disagreement> Learner::learn(const Trace& trace) {
  last_event_.assign(trace.threads.size(), kNever);
  last_wait_.assign(trace.threads.size(), Operation{});
  for (std::size_t index = 0; index < trace.events.size(); ++index) {
    last_event_[number(trace.events[index].thread)] = index;
  }
  model_.root(ThreadId{});
  if (!trace.threads.empty()) model_.note_thread(ThreadId(static_cast<std::uint16_t>(trace.threads.size() - 1)));
  machine_.reset();
  next_peek_ = 0;
  if (Found found = learn_sizes(trace)) return found;
  for (std::size_t index = 0; index < trace.events.size(); ++index) {
    if (Found found = follow(trace.events[index], trace, index)) return found;
  }
  if (Found found = note_ends(trace)) return found;
  const NodeId unmodelled = model_.first_unmodelled();
  if (unmodelled == kNoNode) return std::nullopt;
  return Disagreement{kUnmodelled, model_[unmodelled].thread, model_[unmodelled].operation.point};
}

// Moves the thread to the node of its local state, if that was met before with another past.
bool Learner::identify(std::uint16_t thread, const Fingerprint& fingerprint) {
  // Having left a wait by itself the thread is where it was; its fingerprint now tells that it did, the machine knows.
  const ThreadState& state = machine_.thread(thread);
  if (state.wait == Wait::TimedOut || (state.wait == Wait::Woken && state.spurious > 0)) return true;
  const NodeId node = machine_.thread(thread).node;
  const NodeId same = model_.identify(node, fingerprint);
  if (same != kNoNode && same != node) machine_.put(thread, same);
  return same != kNoNode;
}

std::optional<Disagreement> Learner::follow(const Event& event, const Trace& trace, std::size_t index) {
  const std::uint16_t thread = number(event.thread);
  if (thread >= machine_.thread_count() || !machine_.is_live(thread)) {
    return disagree(event, "a thread runs that nobody has created");
  }
  if (is_last_attempt(trace, index)) return note_failed_attempt(trace, thread);
  if (prints(event) && payload_of(event, trace).size() < event.size) {
    return disagree(event, "too much is printed at once to be followed");
  }
  if (event.kind == EventKind::Allocate) return disagree(event, "memory that may be refused or reused is not modelled");
  if (event.kind == EventKind::CondTimeout || event.kind == EventKind::CondSpurious) {
    if (!machine_.leaves_wait_set(thread)) return disagree(event, "a thread leaves a wait that it is not in");
    if (index < trace.fingerprints.size() && !identify(thread, trace.fingerprints[index])) {
      return disagree(event, "from the same local state the thread came to another one");
    }
    machine_.leave_wait_set(thread, event.kind == EventKind::CondSpurious);
    return std::nullopt;
  }
  const bool is_waited_for = event.kind == EventKind::CondWait || event.kind == EventKind::FutexWait ||
                             event.kind == EventKind::Load || event.kind == EventKind::Cas;
  if (is_waited_for) {
    last_wait_[thread] = operation_of(event, trace);
    last_wait_[thread].second = event.value;
  }
  if (index < trace.fingerprints.size() && !identify(thread, trace.fingerprints[index])) {
    return disagree(event, "from the same local state the thread came to another one");
  }
  const NodeId node = machine_.thread(thread).node;
  if (!model_.set_operation(node, operation_of(event, trace))) {
    return disagree(event, "with the same past the thread did something else (" + name(model_[node].operation.kind) +
                               ", now " + name(event.kind) + ")");
  }
  machine_.catch_up();
  if (Found found = learn_initial_values(event, trace, node)) return found;
  if (!machine_.is_enabled(thread))
    return disagree(event, "the model has " + name(event.kind) + " wait, the program went on");
  if (!knows_type(event, model_[node])) return disagree(event, "the model does not know what type the mutex is of");
  if (!machine_.knows_objects(thread)) {
    return disagree(event, "what the bytes of a synchronisation object are used for is not modelled");
  }
  if (event.kind == EventKind::SemPost && event.value >= kHugeCount && !machine_.is_alone(thread))
    return disagree(event, "a semaphore that may be full is not modelled");
  const std::uint32_t choice = is_choice(event) ? chosen(event) : 0;
  const Prediction prediction = machine_.predict(thread, choice);
  Label label = prediction.is_known ? prediction.label : observed(event, trace, model_[node]);
  const bool is_local = model_.is_private(model_[node]) && is_read(event.kind);
  if (is_local) label = observed(event, trace, model_[node]);
  if (!agrees(event, label) || (!is_local && !holds_what_is_read(event, trace, node))) {
    return disagree(event, "the model does not know where the result of " + name(event.kind) + " comes from");
  }
  const Edge* edge = model_.edge(node, label);
  if (edge == nullptr) {
    if (is_local && prediction.is_known) {
      return disagree(event, "with the same past the thread read something else from its own memory");
    }
    std::vector<std::uint8_t> written;
    if (event.size > 8 && (event.kind == EventKind::Rmw || event.kind == EventKind::Cas)) {
      const auto both = payload_of(event, trace);
      if (both.size() != 32) return disagree(event, "the bytes of a 16-byte atomic are missing");
      written.assign(both.begin() + 16, both.end());
    }
    model_.add_child(node, label, std::move(written));
    edge = model_.edge(node, label);
  }
  const NodeEnd end = end_after(thread, index, trace);
  if (end != NodeEnd::Open && !set_end(edge->child, end, trace)) {
    return disagree(event, "with the same past the thread went on, or ended differently");
  }
  if (event.kind == EventKind::ThreadJoin || event.kind == EventKind::ThreadTryJoin ||
      event.kind == EventKind::ThreadTimedJoin) {
    const ThreadState& other = machine_.thread(static_cast<std::uint16_t>(event.object));
    const bool joined = succeeded(event) && other.status == Status::Ended;
    if (joined && !model_.set_exit_value(other.node, event.value)) {
      return disagree(event, "with the same past the thread returned something else");
    }
  }
  machine_.perform(thread, choice, label, *model_.edge(node, label));
  note_wait(event, thread);
  return learn_peeks(trace, index, model_.has(Defect::LatePeek) ? machine_.thread(thread).node : node);
}

std::optional<Disagreement> Learner::learn_peeks(const Trace& trace, std::size_t index, NodeId node) {
  for (; next_peek_ < trace.peeks.size() && trace.peeks[next_peek_].event <= index; ++next_peek_) {
    const Peek& peek = trace.peeks[next_peek_];
    if (peek.event != index || !model_.merges(model_[node].thread)) continue;
    if (Found found = learn_peek(peek, node, trace)) return found;
  }
  return std::nullopt;
}

// What a thread does next follows from where it is and what it is told, whether that has happened or was tried out.
std::optional<Disagreement> Learner::learn_peek(const Peek& peek, NodeId node, const Trace& trace) {
  const bool is_of_another = model_.has(Defect::PeekOfAnother) && &peek != trace.peeks.data();
  const Label label{LabelKind::Value, 0, is_of_another ? (&peek)[-1].value : peek.value};
  NodeId child = model_.child(node, label);
  if (peek.fingerprint.is_none()) {
    const bool is_taken = model_.has(Defect::FailedPeek) && child == kNoNode && !model_[node].edges.empty();
    if (is_taken) model_.add_edge(node, label, model_[node].edges.front().child);
    return std::nullopt;
  }
  if (child == kNoNode) {
    const NodeId known = model_.find(model_[node].thread, peek.fingerprint);
    if (known != kNoNode)
      model_.add_edge(node, label, known);
    else
      child = model_.add_child(node, label);
    ++peeked_;
    if (known != kNoNode) return std::nullopt;
  }
  if (model_[child].end == NodeEnd::Open && model_.identify(child, peek.fingerprint) == kNoNode) {
    return disagree(trace.events[peek.event], "from the same local state the thread came to another one");
  }
  return std::nullopt;
}

bool Learner::set_end(NodeId node, NodeEnd end, const Trace& trace) {
  if (!model_.set_end(node, end)) return false;
  return !ends_count_ || !ends_process(end) || model_.set_exit_value(node, end_of_process(trace));
}

// How a wait goes on is known before it does, and whoever signals has to know.
void Learner::note_wait(const Event& event, std::uint16_t thread) {
  if (!machine_.is_live(thread) || machine_.thread(thread).wait != Wait::Waiting) return;
  ThreadSummary waiting;
  waiting.point = event.point;
  waiting.waits_for = event.object;
  waiting.pending = event.kind == EventKind::CondWait    ? EventKind::CondReacquire
                    : event.kind == EventKind::FutexWait ? EventKind::FutexReturn
                                                         : EventKind::BarrierLeave;
  model_.set_pending(machine_.thread(thread).node, pending_operation(waiting, last_wait_[thread]));
}

// What the execution says came of it, for results that the model could not know.
Label Learner::observed(const Event& event, const Trace& trace, const Node& node) const {
  switch (event.kind) {
    case EventKind::Load:
    case EventKind::Rmw:
    case EventKind::Cas:
      if (event.size <= 8) return {LabelKind::Value, failed_spuriously(event) ? 1u : 0u, event.value};
      [[fallthrough]];
    case EventKind::ReadRange: {
      auto content = payload_of(event, trace);
      if (event.kind != EventKind::ReadRange && content.size() == 32) content = content.first(16);
      return {LabelKind::Range, static_cast<std::uint32_t>(content.size()), hash_bytes(content.data(), content.size())};
    }
    case EventKind::FutexWait:
      return {LabelKind::Value, 0, event.value == node.operation.first};
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      return {LabelKind::Value, 0, event.value};
    default:
      return {};
  }
}

// Of reads whose bytes stand in the trace. A known result does not say it: the first that fits what the machine holds is taken.
bool Learner::holds_what_is_read(const Event& event, const Trace& trace, NodeId node) const {
  const bool is_wide = event.size > 8 && (event.kind == EventKind::Load || event.kind == EventKind::Rmw ||
                                          event.kind == EventKind::Cas);
  if (event.kind != EventKind::ReadRange && !is_wide) return true;
  auto content = payload_of(event, trace);
  if (is_wide && content.size() == 32) content = content.first(16);
  const auto held = machine_.bytes(model_[node].cells, content.size());
  return !held || std::equal(content.begin(), content.end(), held->begin(), held->end());
}

bool Learner::agrees(const Event& event, const Label& label) const {
  if (label.kind == LabelKind::Freed || label.kind == LabelKind::Misuse) return false;
  switch (event.kind) {
    case EventKind::Load:
    case EventKind::Rmw:
    case EventKind::Cas:
      return event.size > 8 || label.value == event.value;
    case EventKind::FutexWait:
      return (label.value != 0) == (event.value == event.first);
    case EventKind::MutexLock:
    case EventKind::MutexUnlock:
    case EventKind::CondWait:
    case EventKind::ReadLock:
    case EventKind::WriteLock:
      return (label.value == 0) == (event.value == 0);
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock:
    case EventKind::SpinTryLock:
    case EventKind::ReadTryLock:
    case EventKind::ReadTimedLock:
    case EventKind::WriteTryLock:
    case EventKind::WriteTimedLock:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
      return (label.value == 0) == succeeded(event);
    case EventKind::OnceEnter:
      return (label.value != 0) == succeeded(event);
    case EventKind::CondReacquire:
    case EventKind::FutexReturn:
      return (label.value != 0) == timed_out(event);
    case EventKind::SemGetValue:
    case EventKind::FutexWake:
    case EventKind::BarrierArrive:
    case EventKind::Choose:
      return label.value == event.value;
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      return (label.size == 0) == succeeded(event) && (label.size != 0 || label.value == event.value);
    default:
      return true;
  }
}

// Whether the thread, or the process, ends right after this event.
NodeEnd Learner::end_after(std::uint16_t thread, std::size_t index, const Trace& trace) const {
  if (last_event_[thread] != index) return NodeEnd::Open;
  const ThreadSummary& summary = trace.threads[thread];
  const bool is_last = index + 1 == trace.events.size();
  if (trace.outcome == Outcome::Finished && is_last) return NodeEnd::Finished;
  const bool failed = is_last && is_failure(trace.outcome);  // note_failure knows more
  return summary.state == ThreadEnd::Ended && !failed ? NodeEnd::Ended : NodeEnd::Open;
}

std::optional<Disagreement> Learner::note_ends(const Trace& trace) {
  const bool was_cut =
      is_failure(trace.outcome) && (trace.events.empty() || !is_last_attempt(trace, trace.events.size() - 1));
  if (was_cut) {
    if (Found found = note_failure(trace)) return found;
  }
  for (const ThreadSummary& summary : trace.threads) {
    const std::uint16_t thread = number(summary.thread);
    const bool goes_on =
        summary.state != ThreadEnd::Ended && thread < machine_.thread_count() && machine_.is_live(thread);
    if (!goes_on || model_[machine_.thread(thread).node].end != NodeEnd::Open) continue;
    if (!identify(thread, summary.fingerprint)) {
      return Disagreement{"from the same local state the thread came to another one", summary.thread, summary.point};
    }
    const NodeId node = machine_.thread(thread).node;
    if (summary.pending == EventKind::Begin || model_[node].has_operation) continue;
    model_.set_pending(node, pending_operation(summary, last_wait_[thread]));
    const bool is_empty = summary.pending == EventKind::SemWait && summary.state == ThreadEnd::Blocked;
    if (is_empty && machine_.is_untouched(model_[node].resource)) {
      model_.resources().set_initial(model_[node].resource, 0);
    }
  }
  return std::nullopt;
}

// The state of the program was such that the operation failed in the attempt. Which operation it was is known only if
// it succeeded elsewhere.
std::optional<Disagreement> Learner::note_failed_attempt(const Trace& trace, std::uint16_t thread) {
  const NodeId node = machine_.thread(thread).node;
  Label label;
  if (model_[node].has_operation && model_[node].operation.kind != EventKind::Call) {
    const Prediction prediction = machine_.predict(thread, 0);
    const bool is_expected = prediction.is_known &&
                             (prediction.label.kind == LabelKind::Freed || prediction.label.kind == LabelKind::Misuse);
    if (!is_expected) {
      return Disagreement{kUnexplained, ThreadId(thread), trace.failure.point};
    }
    label = prediction.label;
  } else {
    model_.set_pending(node, attempted_operation(trace));
    label = machine_.predict(thread, 0).label;
    // The machine has freed what was known to be in the block, and this was not.
    const Fault fault = trace.failure.fault;
    if (fault == Fault::UseAfterFree || fault == Fault::DoubleFree) label = {LabelKind::Freed, 0, 0};
    if (is_told(trace.events.back()) && label.kind != LabelKind::Misuse && label.kind != LabelKind::Freed) {
      return Disagreement{kUnexplained, ThreadId(thread), trace.failure.point};
    }
  }
  if (model_.edge(node, label) == nullptr) set_end(model_.add_child(node, label), NodeEnd::Failed, trace);
  if (ends_count_) machine_.put(thread, model_.child(node, label));
  return std::nullopt;
}

// A thread that fails otherwise does so by itself, after its last event.
std::optional<Disagreement> Learner::note_failure(const Trace& trace) {
  std::uint16_t thread = trace.failure.has_thread ? number(trace.failure.thread)
                         : trace.events.empty()   ? std::uint16_t{0}
                                                  : number(trace.events.back().thread);
  if (thread >= machine_.thread_count() || !machine_.is_live(thread)) return std::nullopt;
  const NodeId node = machine_.thread(thread).node;
  if (!model_[node].has_operation) {
    set_end(node, NodeEnd::Failed, trace);
    return std::nullopt;
  }
  if (trace.outcome == Outcome::Looping) return std::nullopt;  // on a way that is known
  return Disagreement{"with the same past the thread failed where it had gone on", ThreadId(thread),
                      trace.failure.point};
}

}  // namespace heddle
