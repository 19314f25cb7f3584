// SPDX-License-Identifier: Apache-2.0
//
// Executes a ScriptedProgram. A deliberately plain interpreter: it is the reference that strategies are tested with.
#include <algorithm>
#include <functional>

#include "execute/scripted_priorities.h"
#include "execute/scripted_program.h"
#include "wire/ring.h"

namespace heddle {
namespace {

constexpr std::uint16_t kNobody = 0xffff;
constexpr std::uint64_t kFirstAddress = 0x1000;  // objects below are numbers of threads

enum class WaitPhase : std::uint8_t { None, Waiting, Woken };

struct ThreadMachine {
  std::size_t next = 0;  // main: counts its creates and joins as well
  bool exists = false;
  bool begun = false;
  WaitPhase wait = WaitPhase::None;
  std::uint32_t events = 0;
};

class Machine {
 public:
  Machine(const ScriptedProgram& program, const Schedule& schedule, const ScriptedLimits& limits)
      : program_(program), schedule_(schedule), limits_(limits), random_(schedule.seed), priorities_(schedule, [this] {
          return random();
        }) {
    threads_.resize(program.threads.size());
    threads_[0].exists = true;
    for (const std::vector<ScriptedOperation>& thread : program.threads) {  // the same in every execution
      for (const ScriptedOperation& operation : thread) {
        address(operation.object);
        address(operation.mutex);
      }
    }
  }

  Trace run() {
    while (trace_.outcome == Outcome::None) take_decision();
    summarise();
    return std::move(trace_);
  }

 private:
  std::size_t children() const { return threads_.size() - 1; }
  std::size_t length(std::uint16_t thread) const {
    return program_.threads[thread].size() + (thread == 0 ? 2 * children() : 0);
  }
  bool ended(std::uint16_t thread) const { return threads_[thread].begun && threads_[thread].next == length(thread); }
  // The operation of the script that `thread` performs next; nothing while main still creates or joins.
  const ScriptedOperation* operation(std::uint16_t thread) const {
    const std::size_t skipped = thread == 0 ? 2 * children() : 0;
    if (threads_[thread].next < skipped || threads_[thread].next >= length(thread)) return nullptr;
    return &program_.threads[thread][threads_[thread].next - skipped];
  }
  bool is_free(const std::string& mutex) const {
    const auto owner = owners_.find(mutex);
    return owner == owners_.end() || owner->second == kNobody;
  }

  bool is_enabled(std::uint16_t thread) const {
    const ThreadMachine& machine = threads_[thread];
    if (!machine.exists || ended(thread)) return false;
    if (!machine.begun) return true;
    if (thread == 0 && machine.next >= children() && machine.next < 2 * children()) {
      return ended(static_cast<std::uint16_t>(machine.next - children() + 1));
    }
    const ScriptedOperation* next = operation(thread);
    if (next == nullptr) return true;
    if (next->verb == ScriptedVerb::Lock) return is_free(next->object);
    if (next->verb != ScriptedVerb::Wait || machine.wait == WaitPhase::None) return true;
    return machine.wait == WaitPhase::Woken && is_free(next->mutex);
  }

  // The next operation of the thread is one that can have to wait.
  bool may_wait(std::uint16_t thread) const {
    const ThreadMachine& machine = threads_[thread];
    if (!machine.begun) return false;
    if (thread == 0 && machine.next >= children() && machine.next < 2 * children()) return true;
    const ScriptedOperation* next = operation(thread);
    return next != nullptr && (next->verb == ScriptedVerb::Lock || machine.wait != WaitPhase::None);
  }

  ThreadSet enabled() const {
    ThreadSet set;
    for (std::uint16_t thread = 0; thread < threads_.size(); ++thread) {
      if (is_enabled(thread)) set.insert(ThreadId(thread));
    }
    return set;
  }

  std::uint64_t random() {
    random_ += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = (random_ ^ (random_ >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

  void take_decision() {
    const ThreadSet candidates = enabled();
    if (candidates.empty()) {
      trace_.outcome = ended(0) ? Outcome::Finished : Outcome::Deadlocked;
      return;
    }
    while (turn_ < schedule_.turns.size() && used_ == schedule_.turns[turn_].events) {
      ++turn_;
      used_ = 0;
    }
    std::uint16_t thread = 0;
    if (turn_ < schedule_.turns.size()) {
      thread = number(schedule_.turns[turn_].thread);
      ++used_;
      if (thread >= threads_.size() || !candidates.contains(ThreadId(thread))) {
        trace_.outcome = Outcome::Diverged;
        trace_.failure.diverged_turn = static_cast<std::uint32_t>(turn_);
        return;
      }
    } else {
      if (schedule_.rest == Rest::Stop) {
        trace_.outcome = Outcome::EventLimit;
        return;
      }
      thread = pick(candidates);
      ++fair_used_;
    }
    if (threads_[thread].events == limits_.max_events_per_thread) {
      trace_.outcome = Outcome::EventLimit;
      return;
    }
    if (schedule_.wants_enabled) trace_.enabled.push_back(candidates);
    if (!trace_.events.empty() && current_ != thread) ++trace_.switches;
    current_ = thread;
    if (schedule_.wants_fingerprints) trace_.fingerprints.push_back(fingerprint(thread));
    perform(thread);
    do_local_work(thread);
    if (trace_.outcome == Outcome::None && ended(0)) trace_.outcome = Outcome::Finished;
  }

  std::uint16_t pick(const ThreadSet& candidates) {
    std::vector<std::uint16_t> list;
    candidates.for_each([&](ThreadId thread) { list.push_back(number(thread)); });
    switch (schedule_.rest) {
      case Rest::Continue:
        return candidates.contains(ThreadId(current_)) ? current_ : list.front();
      case Rest::Random:
        return list[random() % list.size()];
      case Rest::Fair:
        if (candidates.contains(ThreadId(current_)) && fair_used_ < wire::kFairTurn) return current_;
        fair_used_ = 0;
        [[fallthrough]];
      case Rest::Endless:
      case Rest::RoundRobin: {
        const auto after = std::upper_bound(list.begin(), list.end(), current_);
        return after == list.end() ? list.front() : *after;
      }
      case Rest::Backward: {
        if (candidates.contains(ThreadId(current_)) && fair_used_ < wire::kFairTurn) return current_;
        fair_used_ = 0;
        const auto from = std::lower_bound(list.begin(), list.end(), current_);
        return from == list.begin() ? list.back() : *std::prev(from);
      }
      case Rest::Stop:
        break;  // nobody is asked
      case Rest::Pct:
        return priorities_.pick_pct(candidates, trace_.events);
      case Rest::Pos:
        return priorities_.pick_pos(candidates, trace_.events, [this](std::uint16_t thread, const Event& event) {
          return conflicts(thread, event);
        });
    }
    return list.front();
  }

  // On the same object, and not both of them reading.
  bool conflicts(std::uint16_t thread, const Event& event) {
    const ScriptedOperation* next = operation(thread);
    if (next == nullptr || next->object.empty() || event.object < kFirstAddress) return false;
    const bool reads = next->verb == ScriptedVerb::Read || next->verb == ScriptedVerb::Assert ||
                       next->verb == ScriptedVerb::Assume || next->verb == ScriptedVerb::Until;
    if (reads && event.kind == EventKind::Load) return false;
    return event.object == address(next->object) || (!next->mutex.empty() && event.object == address(next->mutex));
  }

  std::uint32_t choose(std::uint32_t alternatives) {
    if (choice_ < schedule_.choices.size()) return std::min(schedule_.choices[choice_++], alternatives - 1);
    const bool is_sampled =
        schedule_.rest == Rest::Random || schedule_.rest == Rest::Pct || schedule_.rest == Rest::Pos;
    return is_sampled ? static_cast<std::uint32_t>(random() % alternatives) : 0;
  }

  std::uint64_t address(const std::string& name) {
    return addresses_.emplace(name, kFirstAddress + 64 * addresses_.size()).first->second;
  }

  Event& record(std::uint16_t thread, EventKind kind, std::uint64_t object) {
    Event& event = trace_.events.emplace_back();
    event.thread = ThreadId(thread);
    event.kind = kind;
    event.object = object;
    ++threads_[thread].events;
    return event;
  }

  Event& record_access(std::uint16_t thread, EventKind kind, const std::string& variable) {
    Event& event = record(thread, kind, address(variable));
    event.size = sizeof(std::uint64_t);
    return event;
  }

  void perform_add(std::uint16_t thread, const ScriptedOperation& next) {
    std::uint64_t& value = memory_[next.object];
    Event& event = record_access(thread, EventKind::Rmw, next.object);
    event.rmw = RmwOperator::Add;
    event.flags = wire::kEventAux;
    event.value = value;
    event.first = next.number;
    event.second = value += next.number;
  }

  void perform(std::uint16_t thread) {
    ThreadMachine& machine = threads_[thread];
    if (!machine.begun) {
      machine.begun = true;
      record(thread, EventKind::Begin, 0);
      return;
    }
    const ScriptedOperation* next = operation(thread);
    if (next == nullptr) {
      const bool creates = machine.next < children();
      const std::size_t child = (creates ? machine.next : machine.next - children()) + 1;
      threads_[child].exists = true;
      Event& event = record(thread, creates ? EventKind::ThreadCreate : EventKind::ThreadJoin, child);
      if (!creates) event.flags = wire::kEventSuccess;
      ++machine.next;
      return;
    }
    perform_scripted(thread, *next);
    trace_.events.back().point = next->point;
    const bool repeats = next->verb == ScriptedVerb::Until && memory_[next->object] != next->number;
    if (machine.wait == WaitPhase::None && !repeats) ++machine.next;
  }

  // What was read decides nothing but whether an operation is repeated, and is forgotten then: the place is all.
  Fingerprint fingerprint(std::uint16_t thread) const {
    const ThreadMachine& machine = threads_[thread];
    return {1 + 8 * machine.next + 4 * (machine.begun ? 1u : 0u) +
                static_cast<std::uint64_t>(machine.wait != WaitPhase::None),
            0};
  }

  void perform_scripted(std::uint16_t thread, const ScriptedOperation& next) {
    switch (next.verb) {
      case ScriptedVerb::Write:
        record_access(thread, EventKind::Store, next.object).value = memory_[next.object] = next.number;
        return;
      case ScriptedVerb::Add:
        return perform_add(thread, next);
      case ScriptedVerb::Read:
      case ScriptedVerb::Assert:
      case ScriptedVerb::Assume:
      case ScriptedVerb::Until:
        record_access(thread, EventKind::Load, next.object).value = memory_[next.object];
        return;
      case ScriptedVerb::Lock:
        owners_[next.object] = thread;
        record(thread, EventKind::MutexLock, address(next.object));
        return;
      case ScriptedVerb::Unlock:
        owners_[next.object] = kNobody;
        record(thread, EventKind::MutexUnlock, address(next.object));
        return;
      case ScriptedVerb::Wait:
        return perform_wait(thread, next);
      case ScriptedVerb::Signal:
        return perform_signal(thread, next);
      case ScriptedVerb::Broadcast:
        record(thread, EventKind::CondBroadcast, address(next.object)).value = waiters(next.object).size();
        for (std::uint16_t waiter : waiters(next.object)) threads_[waiter].wait = WaitPhase::Woken;
        return;
      case ScriptedVerb::Choose: {
        const auto alternatives = static_cast<std::uint32_t>(next.number);
        const std::uint32_t value = choose(alternatives);
        Event& event = record(thread, EventKind::Choose, 0);
        event.flags = wire::kEventChoice | wire::kEventAux;
        event.value = value;
        event.first = alternatives;
        return;
      }
      case ScriptedVerb::Yield:
        record(thread, EventKind::Yield, 0);
        return;
      case ScriptedVerb::Crash:
      case ScriptedVerb::Exit:
      case ScriptedVerb::Share:
      case ScriptedVerb::Unsupported:
      case ScriptedVerb::Hang:
        HEDDLE_CHECK(false, "local work is done right after the event before it");
    }
  }

  std::vector<std::uint16_t> waiters(const std::string& condition) const {
    std::vector<std::uint16_t> list;
    for (std::uint16_t thread = 0; thread < threads_.size(); ++thread) {
      const ScriptedOperation* next = operation(thread);
      if (threads_[thread].wait == WaitPhase::Waiting && next != nullptr && next->object == condition) {
        list.push_back(thread);
      }
    }
    return list;
  }

  void perform_wait(std::uint16_t thread, const ScriptedOperation& next) {
    ThreadMachine& machine = threads_[thread];
    const bool enters = machine.wait == WaitPhase::None;
    Event& event = record(thread, enters ? EventKind::CondWait : EventKind::CondReacquire, address(next.object));
    event.flags = wire::kEventAux;
    event.first = address(next.mutex);
    owners_[next.mutex] = enters ? kNobody : thread;
    machine.wait = enters ? WaitPhase::Waiting : WaitPhase::None;
  }

  void perform_signal(std::uint16_t thread, const ScriptedOperation& next) {
    const std::vector<std::uint16_t> waiting = waiters(next.object);
    Event& event = record(thread, EventKind::CondSignal, address(next.object));
    if (waiting.empty()) return;
    std::uint32_t woken = 0;
    if (waiting.size() > 1) {
      woken = choose(static_cast<std::uint32_t>(waiting.size()));
      event.flags = wire::kEventChoice | wire::kEventAux;
      event.first = waiting.size();
      event.second = woken;
    }
    event.value = std::uint64_t{waiting[woken]} + 1;
    threads_[waiting[woken]].wait = WaitPhase::Woken;
  }

  void stop(std::uint16_t thread, Outcome outcome, ProgramPoint point, std::string message) {
    trace_.outcome = outcome;
    trace_.failure.has_thread = true;
    trace_.failure.thread = ThreadId(thread);
    trace_.failure.point = point;
    trace_.failure.message = std::move(message);
  }

  // What follows the event before the thread asks for its next turn: the check of the value just read, and every
  // operation of the script that is no event.
  void do_local_work(std::uint16_t thread) {
    ThreadMachine& machine = threads_[thread];
    check_value_read(thread);
    while (trace_.outcome == Outcome::None) {
      const ScriptedOperation* next = operation(thread);
      if (next == nullptr || machine.wait != WaitPhase::None || !perform_local(thread, *next)) return;
      ++machine.next;
    }
  }

  void check_value_read(std::uint16_t thread) {
    const Event& event = trace_.events.back();
    if (event.kind != EventKind::Load) return;
    for (const ScriptedOperation& operation : program_.threads[thread]) {
      if (operation.point != event.point || event.value == operation.number) continue;
      if (operation.verb == ScriptedVerb::Assert) {
        stop(thread, Outcome::AssertionFailed, event.point,
             operation.object + " == " + std::to_string(operation.number));
        trace_.failure.file = "script";
        trace_.failure.line = program_.facts.at(event.point).location.line;
      }
      if (operation.verb == ScriptedVerb::Assume) stop(thread, Outcome::AssumeFailed, event.point, "");
    }
  }

  // True if `next` was local work and is done.
  bool perform_local(std::uint16_t thread, const ScriptedOperation& next) {
    switch (next.verb) {
      case ScriptedVerb::Crash:
        stop(thread, Outcome::Crashed, next.point, "");
        trace_.failure.signal = 11;
        return true;
      case ScriptedVerb::Exit:
        stop(thread, Outcome::Finished, next.point, "");
        trace_.failure.exit_code = static_cast<std::int32_t>(next.number);
        return true;
      case ScriptedVerb::Share: {
        const auto site = static_cast<std::uint32_t>(next.number);
        const auto& visible = limits_.visible_sites;
        if (std::find(visible.begin(), visible.end(), site) != visible.end()) return true;
        stop(thread, Outcome::StackShared, next.point, "");
        trace_.failure.shared_sites = {site};
        return true;
      }
      case ScriptedVerb::Unsupported:
        stop(thread, Outcome::Unsupported, next.point, next.object);
        return true;
      case ScriptedVerb::Hang:
        stop(thread, Outcome::Hung, next.point, "");
        return true;
      case ScriptedVerb::Write:
      case ScriptedVerb::Read:
      case ScriptedVerb::Add:
      case ScriptedVerb::Lock:
      case ScriptedVerb::Unlock:
      case ScriptedVerb::Wait:
      case ScriptedVerb::Signal:
      case ScriptedVerb::Broadcast:
      case ScriptedVerb::Choose:
      case ScriptedVerb::Yield:
      case ScriptedVerb::Until:
      case ScriptedVerb::Assert:
      case ScriptedVerb::Assume:
        return false;
    }
    return false;
  }

  void summarise() {
    for (std::uint16_t index = 0; index < threads_.size(); ++index) {
      if (!threads_[index].exists) break;
      ThreadSummary& summary = trace_.threads.emplace_back();
      summary.thread = ThreadId(index);
      summary.events = threads_[index].events;
      summary.state = ended(index) ? ThreadEnd::Ended : is_enabled(index) ? ThreadEnd::Runnable : ThreadEnd::Blocked;
      if (schedule_.wants_fingerprints) summary.fingerprint = fingerprint(index);
      const ScriptedOperation* next = operation(index);
      if (summary.state == ThreadEnd::Ended || !may_wait(index)) continue;
      summary.pending = next == nullptr                           ? EventKind::ThreadJoin
                        : threads_[index].wait != WaitPhase::None ? EventKind::CondReacquire
                                                                  : EventKind::MutexLock;
      if (next == nullptr) {
        summary.waits_for = threads_[0].next - children() + 1;
        continue;
      }
      summary.point = next->point;
      summary.waits_for = address(next->object);
      const auto owner = owners_.find(next->object);
      summary.has_holder = owner != owners_.end() && owner->second != kNobody;
      if (summary.has_holder) summary.held_by = ThreadId(owner->second);
    }
    trace_.hash = 0xcbf29ce484222325;
    auto mix = [&](std::uint64_t value) { trace_.hash = (trace_.hash ^ value) * 0x100000001b3; };
    for (const Event& event : trace_.events) {
      for (std::uint64_t value : {std::uint64_t{number(event.thread)}, static_cast<std::uint64_t>(event.kind),
                                  event.object, event.value, event.first, event.second}) {
        mix(value);
      }
    }
    mix(static_cast<std::uint64_t>(trace_.outcome));
  }

  const ScriptedProgram& program_;
  const Schedule& schedule_;
  const ScriptedLimits& limits_;
  std::uint64_t random_;
  ScriptedPriorities priorities_;
  std::vector<ThreadMachine> threads_;
  std::map<std::string, std::uint64_t> memory_;
  std::map<std::string, std::uint16_t> owners_;
  std::map<std::string, std::uint64_t> addresses_;
  std::size_t turn_ = 0;
  std::uint32_t used_ = 0;
  std::size_t choice_ = 0;
  std::uint32_t fair_used_ = 0;  // of the current thread's turn
  std::uint16_t current_ = 0;
  Trace trace_;
};

}  // namespace

Trace execute_script(const ScriptedProgram& program, const Schedule& schedule, const ScriptedLimits& limits) {
  return Machine(program, schedule, limits).run();
}

}  // namespace heddle
