// SPDX-License-Identifier: Apache-2.0
#include "report/step.h"

#include <fmt/format.h>

#include <cstring>
#include <unordered_map>

#include "report/source_text.h"
#include "report/value_text.h"
#include "trace/choice.h"
#include "trace/event_flags.h"
#include "trace/payload.h"

namespace heddle {

namespace {

std::string_view verb_of(RmwOperator rmw) {
  switch (rmw) {
    case RmwOperator::Exchange:
      return "exchange";
    case RmwOperator::Add:
      return "fetch_add";
    case RmwOperator::Sub:
      return "fetch_sub";
    case RmwOperator::And:
      return "fetch_and";
    case RmwOperator::Nand:
      return "fetch_nand";
    case RmwOperator::Or:
      return "fetch_or";
    case RmwOperator::Xor:
      return "fetch_xor";
    case RmwOperator::Max:
      return "fetch_max";
    case RmwOperator::Min:
      return "fetch_min";
    case RmwOperator::UnsignedMax:
      return "fetch_max";
    case RmwOperator::UnsignedMin:
      return "fetch_min";
    case RmwOperator::FloatAdd:
      return "fetch_add";
    case RmwOperator::FloatSub:
      return "fetch_sub";
    case RmwOperator::FloatMax:
      return "fetch_max";
    case RmwOperator::FloatMin:
      return "fetch_min";
    case RmwOperator::IncrementWrap:
      return "increment";
    case RmwOperator::DecrementWrap:
      return "decrement";
  }
  HEDDLE_CHECK(false, "operator out of range");
}

std::string thread_named(std::uint64_t thread_number) {
  return thread_label(ThreadId(static_cast<std::uint16_t>(thread_number)));
}

// " (EBUSY)" for a call that returned an error, else nothing.
std::string error_suffix(std::uint64_t code) {
  if (code == 0) return "";
  const char* name = strerrorname_np(static_cast<int>(code));
  return name != nullptr ? fmt::format(" ({})", name) : fmt::format(" (error {})", code);
}

void describe_store(Step& step, const Event& event) {
  step.new_value = value_text(event.value, event.size);
  if (has_aux(event)) step.old_value = value_text(event.first, event.size);
  step.text = step.old_value.empty() ? fmt::format("write {} = {}", step.object, step.new_value)
                                     : fmt::format("write {}: {} -> {}", step.object, step.old_value, step.new_value);
}

void describe_rmw(Step& step, const Event& event) {
  step.old_value = value_text(event.value, event.size);
  step.new_value = value_text(event.second, event.size);
  step.text = fmt::format("{} {}: {} -> {}", verb_of(event.rmw), step.object, step.old_value, step.new_value);
}

void describe_cas(Step& step, const Event& event) {
  step.old_value = value_text(event.value, event.size);
  if (succeeded(event)) {
    step.new_value = value_text(event.second, event.size);
    step.text = fmt::format("cas {}: {} -> {}", step.object, step.old_value, step.new_value);
  } else if (failed_spuriously(event)) {
    step.text = fmt::format("weak cas {} fails spuriously: is {} as expected", step.object, step.old_value);
  } else {
    step.text = fmt::format("cas {} fails: is {}, expected {}", step.object, step.old_value,
                            value_text(event.first, event.size));
  }
}

std::string lock_attempt(const Step& step, const Event& event, std::string_view verb) {
  std::string_view result = succeeded(event) ? "taken" : timed_out(event) ? "timed out" : "busy";
  return fmt::format("{} {}: {}", verb, step.object, result);
}

std::string join_attempt(const Event& event) {
  std::string_view verb = event.kind == EventKind::ThreadTryJoin ? "try join" : "timed join";
  std::string result = succeeded(event) ? ": joined" : timed_out(event) ? ": timed out" : error_suffix(event.first);
  return fmt::format("{} {}{}", verb, thread_named(event.object), result);
}

std::string semaphore_text(const Step& step, const Event& event) {
  if (event.kind == EventKind::SemGetValue) return fmt::format("value of {}: {}", step.object, event.value);
  std::string_view verb = event.kind == EventKind::SemPost      ? "post"
                          : event.kind == EventKind::SemWait    ? "take one of"
                          : event.kind == EventKind::SemTryWait ? "try to take one of"
                                                                : "timed wait for";
  if (timed_out(event)) return fmt::format("{} {}: timed out", verb, step.object);
  if (!succeeded(event)) return fmt::format("{} {}{}", verb, step.object, error_suffix(event.first));
  return fmt::format("{} {}: {} left", verb, step.object, event.value);
}

std::string signal_text(const Step& step, const Event& event) {
  if (event.value == 0) return fmt::format("signal {}, nobody waits", step.object);
  return fmt::format("signal {}, wakes {}", step.object, thread_named(event.value - 1));
}

std::string broadcast_text(const Step& step, const Event& event) {
  if (event.value == 0) return fmt::format("broadcast {}, nobody waits", step.object);
  return fmt::format("broadcast {}, wakes {}", step.object, event.value);
}

std::string allocation_text(const Event& event) {
  std::string size = counted(event.value, "byte");
  if (event.object == 0) return fmt::format("malloc of {} fails", size);
  return fmt::format("malloc of {}{}", size, succeeded(event) ? ", reuses freed memory" : "");
}

std::string fence_text(const Event& event) { return fmt::format("fence {}", name_of(event.order)); }

// The operation in words. `mutex` is the name of a condition variable's mutex.
std::string operation_text(const Step& step, const Event& event, const PointFacts& point, const std::string& mutex) {
  switch (event.kind) {
    case EventKind::Begin:
      return "begins";
    case EventKind::Load:
      return fmt::format("read {}: {}", step.object, value_text(event.value, event.size));
    case EventKind::Store:
    case EventKind::Rmw:
    case EventKind::Cas:
      return step.text;
    case EventKind::Fence:
      return fence_text(event);
    case EventKind::ReadRange:
      return fmt::format("read {} ({})", step.object, counted(event.size, "byte"));
    case EventKind::WriteRange:
      return fmt::format("write {} ({})", step.object, counted(event.size, "byte"));
    case EventKind::Free:
      return fmt::format("free {}", step.object);
    case EventKind::Allocate:
      return allocation_text(event);
    case EventKind::MutexLock:
      return fmt::format("lock {}{}", step.object, error_suffix(event.value));
    case EventKind::MutexTryLock:
      return lock_attempt(step, event, "try lock");
    case EventKind::MutexTimedLock:
      return lock_attempt(step, event, "timed lock");
    case EventKind::MutexUnlock:
      return fmt::format("unlock {}{}", step.object, error_suffix(event.value));
    case EventKind::ReadLock:
      return fmt::format("read lock {}{}", step.object, error_suffix(event.value));
    case EventKind::ReadTryLock:
      return lock_attempt(step, event, "try read lock");
    case EventKind::ReadTimedLock:
      return lock_attempt(step, event, "timed read lock");
    case EventKind::WriteLock:
      return fmt::format("write lock {}{}", step.object, error_suffix(event.value));
    case EventKind::WriteTryLock:
      return lock_attempt(step, event, "try write lock");
    case EventKind::WriteTimedLock:
      return lock_attempt(step, event, "timed write lock");
    case EventKind::RwUnlock:
      return fmt::format("unlock {}{}", step.object, error_suffix(event.value));
    case EventKind::CondWait:
      return fmt::format("wait on {}, releases {}", step.object, mutex);
    case EventKind::CondTimeout:
      return fmt::format("wait on {} times out", step.object);
    case EventKind::CondSpurious:
      return fmt::format("wait on {} wakes up spuriously", step.object);
    case EventKind::CondReacquire:
      return fmt::format("wait on {} returns, has {}", step.object, mutex);
    case EventKind::CondSignal:
      return signal_text(step, event);
    case EventKind::CondBroadcast:
      return broadcast_text(step, event);
    case EventKind::ThreadCreate:
      return fmt::format("create {}", thread_named(event.object));
    case EventKind::ThreadJoin:
      return fmt::format("join {}{}", thread_named(event.object), error_suffix(event.first));
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      return join_attempt(event);
    case EventKind::ThreadDetach:
      return fmt::format("detach {}", thread_named(event.object));
    case EventKind::OnceEnter:
      return fmt::format("once {}: {}", step.object, succeeded(event) ? "runs the initialiser" : "already done");
    case EventKind::OnceLeave:
      return fmt::format("once {}: done", step.object);
    case EventKind::FutexWait:
      return fmt::format("wait while {} == {}", step.object, value_text(event.first, 4));
    case EventKind::FutexReturn:
      return fmt::format("wait on {} returns", step.object);
    case EventKind::FutexWake:
      return fmt::format("notify {}, wakes {}", step.object, event.value);
    case EventKind::Yield:
      return event.object == 0 ? "yield" : "spin until that has changed";
    case EventKind::Sleep:
      return fmt::format("sleep {}", duration_text(event.value));
    case EventKind::Clock:
      return fmt::format("read the clock: {}", duration_text(event.value));
    case EventKind::Choose:
      return fmt::format("choose {} of {}", event.value, event.first);
    case EventKind::AtomicBegin:
      return "atomic section begins";
    case EventKind::AtomicEnd:
      return "atomic section ends";
    case EventKind::Exit:
      return goes_on(event) ? "call what is registered for the end of the process"
                            : fmt::format("the process ends with {}", event.value);
    case EventKind::Call:
      return fmt::format("call {}", point.variable.empty() ? "function" : point.variable);
    case EventKind::ObjectInit:
      return fmt::format("initialise {}{}", step.object, error_suffix(event.value));
    case EventKind::ObjectDestroy:
      return fmt::format("destroy {}{}", step.object, error_suffix(event.value));
    case EventKind::SemWait:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
    case EventKind::SemPost:
    case EventKind::SemGetValue:
      return semaphore_text(step, event);
    case EventKind::BarrierArrive:
      return fmt::format("arrive at {}, {} of {}", step.object, event.first, event.second);
    case EventKind::BarrierLeave:
      return fmt::format("leave {}", step.object);
    case EventKind::SpinLock:
      return fmt::format("spin lock {}", step.object);
    case EventKind::SpinTryLock:
      return lock_attempt(step, event, "try spin lock");
    case EventKind::SpinUnlock:
      return fmt::format("unlock {}", step.object);
  }
  HEDDLE_CHECK(false, "event kind out of range");
}

// Which 8-byte words of memory several threads touched, with at least one write.
class SharedWords {
 public:
  explicit SharedWords(const Trace& trace) {
    for (const Event& event : trace.events) {
      if (is_memory_access(event.kind)) note(event);
    }
  }
  bool contains(const Event& event) const {
    for (std::uint64_t word = first(event); word <= last(event); ++word) {
      auto use = uses_.find(word);
      if (use != uses_.end() && use->second.is_written && use->second.by_several) return true;
    }
    return false;
  }

 private:
  struct Use {
    ThreadId thread{};
    bool by_several = false;
    bool is_written = false;
  };
  static constexpr std::uint64_t kLongestRange = 4096;  // words; longer ranges are judged by their beginning
  static std::uint64_t first(const Event& event) { return event.object / 8; }
  static std::uint64_t last(const Event& event) {
    std::uint64_t size = event.size == 0 ? 1 : event.size;
    return std::min((event.object + size - 1) / 8, first(event) + kLongestRange);
  }
  void note(const Event& event) {
    bool reads = event.kind == EventKind::Load || event.kind == EventKind::ReadRange;
    for (std::uint64_t word = first(event); word <= last(event); ++word) {
      auto [use, is_new] = uses_.try_emplace(word, Use{event.thread});
      use->second.by_several |= use->second.thread != event.thread;
      use->second.is_written |= !reads;
    }
  }
  std::unordered_map<std::uint64_t, Use> uses_;
};

// "_M_counter", "**__pred": the library's own names say less than whose part it is, where that is known.
bool is_library_name(const std::string& variable) {
  return variable.find("_M_") != std::string::npos || variable.find("__") != std::string::npos;
}

std::string object_of(const Event& event, const PointFacts& point, const ObjectNames& names) {
  bool is_memory = is_memory_access(event.kind);
  if (!is_memory && noun_of(event.kind).empty()) return "";
  bool point_names_it =
      is_memory && event.kind != EventKind::Free && !point.variable.empty() && !is_library_name(point.variable);
  return point_names_it ? plain_name(point.variable) : names.name(event.object);
}

bool tells_something(const Event& event, const SharedWords& shared) {
  if (is_memory_access(event.kind)) return shared.contains(event);
  const bool is_mere_call = (event.kind == EventKind::Call && !prints(event)) || event.kind == EventKind::Exit;
  return event.kind != EventKind::Begin && event.kind != EventKind::Clock && !is_mere_call;
}

std::string print_text(const Event& event, const Trace& trace) {
  const std::span<const std::uint8_t> bytes = payload_of(event, trace);
  if (bytes.size() < event.size) return fmt::format("print {}", counted(event.size, "byte"));
  return "print " + quoted({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// The operation that had its turn and was the end: the row that names the finding stands for it.
bool ended_execution(const Event& event) {
  return event.kind == EventKind::Call && event.object == 0 && event.point == ProgramPoint::None;
}

}  // namespace

std::vector<Step> steps_of(const Trace& trace, const ProgramFacts& facts, const ObjectNames& names) {
  SharedWords shared(trace);
  std::vector<Step> steps;
  steps.reserve(trace.events.size());
  for (std::size_t index = 0; index < trace.events.size(); ++index) {
    const Event& event = trace.events[index];
    if (ended_execution(event)) continue;
    const PointFacts& point = facts.at(event.point);
    Step step;
    step.event = index;
    step.thread = event.thread;
    step.kind = event.kind;
    step.point = event.point;
    step.location = point.location;
    step.object = object_of(event, point, names);
    bool is_plain = event.order == MemoryOrder::Plain;  // its atomics are what others wait for
    step.is_library = is_plain && is_memory_access(event.kind) && is_system_file(point.location.file);
    step.is_shared = tells_something(event, shared);
    if (event.kind == EventKind::Load) step.old_value = value_text(event.value, event.size);
    if (event.kind == EventKind::Store) describe_store(step, event);
    if (event.kind == EventKind::Rmw) describe_rmw(step, event);
    if (event.kind == EventKind::Cas) describe_cas(step, event);
    step.text = prints(event) ? print_text(event, trace) : operation_text(step, event, point, names.name(event.first));
    steps.push_back(std::move(step));
  }
  return steps;
}

std::string thread_label(ThreadId thread) { return fmt::format("T{}", number(thread)); }

std::string blocked_text(const ThreadSummary& thread, const ObjectNames& names) {
  bool joins = thread.pending == EventKind::ThreadJoin;
  std::string_view noun = noun_of(thread.pending);
  std::string object = names.name(thread.waits_for);
  // A condition variable's waiter may already need only the mutex again.
  if (thread.pending == EventKind::CondReacquire) noun = "condition variable";
  if (joins) return fmt::format("waits for the end of {}", thread_named(thread.waits_for));
  if (thread.pending == EventKind::Yield) return fmt::format("spins until {} changes", object);
  if (noun.empty()) return fmt::format("waits in {}", name_of(thread.pending));
  if (!object.starts_with(noun)) object = fmt::format("{} {}", noun, object);
  if (thread.has_holder) return fmt::format("blocked on {} held by {}", object, thread_label(thread.held_by));
  return fmt::format("blocked on {}{}", object, names.arrivals(thread.waits_for));
}

}  // namespace heddle
