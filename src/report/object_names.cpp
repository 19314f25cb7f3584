// SPDX-License-Identifier: Apache-2.0
#include "report/object_names.h"

#include <fmt/format.h>

#include "report/value_text.h"

namespace heddle {

std::string_view noun_of(EventKind kind) {
  switch (kind) {
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock:
    case EventKind::MutexUnlock:
      return "mutex";
    case EventKind::ReadLock:
    case EventKind::ReadTryLock:
    case EventKind::ReadTimedLock:
    case EventKind::WriteLock:
    case EventKind::WriteTryLock:
    case EventKind::WriteTimedLock:
    case EventKind::RwUnlock:
      return "rwlock";
    case EventKind::SemWait:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
    case EventKind::SemPost:
    case EventKind::SemGetValue:
      return "semaphore";
    case EventKind::BarrierArrive:
    case EventKind::BarrierLeave:
      return "barrier";
    case EventKind::SpinLock:
    case EventKind::SpinTryLock:
    case EventKind::SpinUnlock:
      return "spin lock";
    case EventKind::ObjectInit:
    case EventKind::ObjectDestroy:
      return "object";
    case EventKind::CondWait:
    case EventKind::CondTimeout:
    case EventKind::CondSpurious:
    case EventKind::CondReacquire:
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
      return "condition variable";
    case EventKind::OnceEnter:
    case EventKind::OnceLeave:
      return "once flag";
    case EventKind::FutexWait:
    case EventKind::FutexReturn:
    case EventKind::FutexWake:
      return "atomic";
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
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
    case EventKind::ThreadDetach:
    case EventKind::Yield:
    case EventKind::Sleep:
    case EventKind::Clock:
    case EventKind::Choose:
    case EventKind::Call:
    case EventKind::AtomicBegin:
    case EventKind::AtomicEnd:
    case EventKind::Exit:
      return "";
  }
  HEDDLE_CHECK(false, "event kind out of range");
}

bool is_memory_access(EventKind kind) {
  switch (kind) {
    case EventKind::Load:
    case EventKind::Store:
    case EventKind::Rmw:
    case EventKind::Cas:
    case EventKind::ReadRange:
    case EventKind::WriteRange:
    case EventKind::Free:
      return true;
    case EventKind::Begin:
    case EventKind::Fence:
    case EventKind::Allocate:
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock:
    case EventKind::MutexUnlock:
    case EventKind::ReadLock:
    case EventKind::ReadTryLock:
    case EventKind::ReadTimedLock:
    case EventKind::WriteLock:
    case EventKind::WriteTryLock:
    case EventKind::WriteTimedLock:
    case EventKind::RwUnlock:
    case EventKind::CondWait:
    case EventKind::CondTimeout:
    case EventKind::CondSpurious:
    case EventKind::CondReacquire:
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
    case EventKind::ThreadDetach:
    case EventKind::OnceEnter:
    case EventKind::OnceLeave:
    case EventKind::FutexWait:
    case EventKind::FutexReturn:
    case EventKind::FutexWake:
    case EventKind::Yield:
    case EventKind::Sleep:
    case EventKind::Clock:
    case EventKind::Choose:
    case EventKind::Call:
    case EventKind::AtomicBegin:
    case EventKind::AtomicEnd:
    case EventKind::Exit:
    case EventKind::ObjectInit:
    case EventKind::ObjectDestroy:
    case EventKind::SemWait:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
    case EventKind::SemPost:
    case EventKind::SemGetValue:
    case EventKind::BarrierArrive:
    case EventKind::BarrierLeave:
    case EventKind::SpinLock:
    case EventKind::SpinTryLock:
    case EventKind::SpinUnlock:
      return false;
  }
  HEDDLE_CHECK(false, "event kind out of range");
}

std::string plain_name(std::string name) {
  static constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  for (std::size_t at = name.find(kAnonymous); at != std::string::npos; at = name.find(kAnonymous)) {
    name.erase(at, kAnonymous.size());
  }
  return name;
}

namespace {

bool has_named_object(EventKind kind) {
  bool is_free = kind == EventKind::Free;  // its point names the call, not what is freed
  return (is_memory_access(kind) && !is_free) || !noun_of(kind).empty();
}

// libc's own names of the standard streams.
std::string stream_name(const std::string& name) {
  if (name == "_IO_2_1_stdin_") return "stdin";
  if (name == "_IO_2_1_stdout_") return "stdout";
  return name == "_IO_2_1_stderr_" ? "stderr" : name;
}

std::string symbol_text(const DataSymbol& symbol) {
  std::string name = stream_name(plain_name(symbol.name));
  return symbol.offset == 0 ? name : fmt::format("{}+{}", name, symbol.offset);
}

}  // namespace

void ObjectNames::learn(std::uint64_t object, EventKind kind, const PointFacts& point, const SymbolTable& symbols) {
  if (!has_named_object(kind)) return;
  auto known = names_.find(object);
  bool is_numbered = known != names_.end() && known->second.ends_with("\x01");
  if (known != names_.end() && !is_numbered) return;
  auto symbol = symbols.data.find(object);
  std::string_view noun = noun_of(kind);
  if (symbol != symbols.data.end()) {
    names_[object] = symbol_text(symbol->second);
  } else if ((noun.empty() || point.names_object) && !point.variable.empty()) {
    names_[object] = plain_name(point.variable);
  } else if (!noun.empty() && !is_numbered && kind != EventKind::ObjectInit && kind != EventKind::ObjectDestroy) {
    // The point names only the function called. The mark lets a later access give a better name.
    names_[object] = fmt::format("{} {}\x01", noun, ++numbered_[noun]);
  }
}

ObjectNames::ObjectNames(const Trace& trace, const ProgramFacts& facts, const SymbolTable& symbols) {
  for (const Event& event : trace.events) {
    learn(event.object, event.kind, facts.at(event.point), symbols);
    bool names_mutex = event.kind == EventKind::CondWait || event.kind == EventKind::CondReacquire;
    if (names_mutex) learn(event.first, EventKind::MutexLock, PointFacts{}, symbols);
    if (event.kind == EventKind::BarrierArrive) {
      arrivals_[event.object] = fmt::format(" ({} of {} arrived)", event.first, event.second);
    }
  }
  for (const ThreadSummary& thread : trace.threads) {
    if (thread.state == ThreadEnd::Blocked) learn(thread.waits_for, thread.pending, facts.at(thread.point), symbols);
  }
  for (auto& [object, name] : names_) {
    if (name.ends_with("\x01")) name.pop_back();
  }
}

std::string ObjectNames::name(std::uint64_t object) const {
  auto found = names_.find(object);
  return found != names_.end() ? found->second : address_text(object);
}

std::string ObjectNames::arrivals(std::uint64_t object) const {
  auto found = arrivals_.find(object);
  return found != arrivals_.end() ? found->second : "";
}

void add_data_queries(SymbolQueries& queries, const Trace& trace) {
  for (const Event& event : trace.events) {
    if (has_named_object(event.kind)) queries.data.insert(event.object);
    bool names_mutex = event.kind == EventKind::CondWait || event.kind == EventKind::CondReacquire;
    if (names_mutex) queries.data.insert(event.first);
  }
  for (const ThreadSummary& thread : trace.threads) {
    if (thread.state == ThreadEnd::Blocked && has_named_object(thread.pending)) queries.data.insert(thread.waits_for);
  }
}

}  // namespace heddle
