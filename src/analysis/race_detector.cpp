// SPDX-License-Identifier: Apache-2.0
#include "analysis/race_detector.h"

#include <algorithm>
#include <bit>

#include "analysis/cell_bytes.h"
#include "trace/event_flags.h"

namespace heddle {
namespace {

constexpr std::uint64_t kHandleSize = 8;  // pthread_t, and what a thread returns
constexpr std::size_t kNever = ~std::size_t{0};

// Main has left with pthread_exit: the last thread, whichever that was, ended the process once all others had ended.
bool ends_with_last_thread(const Trace& trace) {
  return !trace.events.empty() && is_of_last_thread(trace.events.back());
}

}  // namespace

void RaceDetector::begin(const Trace& trace) {
  order_.begin(trace.threads.size());
  cells_.clear();
  accesses_.clear();
  unused_ = kEnd;
  pairs_.clear();
  races_.clear();
  others_ended_ = kNever;
  if (!ends_with_last_thread(trace)) return;
  others_ended_ = trace.events.size();
  while (others_ended_ > 0 && trace.events[others_ended_ - 1].thread == trace.events.back().thread) --others_ended_;
}

// What runs at exit then comes after everything that the others did. Where it begins is not seen.
void RaceDetector::order_exit(std::size_t index, const Trace& trace) {
  if (index == others_ended_) order_.acquire_everything(number(trace.events[index].thread));
}

const std::vector<Race>& RaceDetector::races_in(const Trace& trace) {
  begin(trace);
  const auto creates = [](const Event& event) { return event.kind == EventKind::ThreadCreate; };
  // What main did alone comes before everything else.
  const auto first = std::find_if(trace.events.begin(), trace.events.end(), creates);
  for (auto event = first; event != trace.events.end(); ++event) {
    const auto index = static_cast<std::uint32_t>(event - trace.events.begin());
    order_exit(index, trace);
    order_.acquire_first(*event);
    look_at(*event, index, trace);
    order_.apply(*event);
  }
  return races_;
}

const std::vector<Race>& RaceDetector::proper_races_in(const Trace& trace) {
  begin(trace);
  hidden_.begin();
  for (std::size_t index = 0; index < trace.events.size(); ++index) {
    const Event& event = trace.events[index];
    if (hidden_.reads_one(event, trace)) order_.acquire_everything(number(event.thread));
    order_exit(index, trace);
    order_.acquire_first(event);
    look_at(event, static_cast<std::uint32_t>(index), trace);
    order_.apply(event);
  }
  return races_;
}

void RaceDetector::look_at(const Event& event, std::uint32_t index, const Trace& trace) {
  Access now;
  now.event = index;
  now.thread = number(event.thread);
  now.is_atomic = races_with_plain_only(event);
  switch (event.kind) {
    case EventKind::Load:
    case EventKind::ReadRange:
      return access(now, event.object, event.size, trace);
    case EventKind::Store:
    case EventKind::WriteRange:
    case EventKind::Rmw:
      now.writes = true;
      return access(now, event.object, event.size, trace);
    case EventKind::Cas:
      now.writes = succeeded(event);
      return access(now, event.object, event.size, trace);
    case EventKind::Free:
      now.writes = true;
      return free(now, event, trace);
    case EventKind::Allocate:  // memory that is used again is no longer what it was
      return forget(event.object, event.size);
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin: {
      const bool stores = event.second != 0 && (event.kind == EventKind::ThreadCreate || event.first == 0);
      now.writes = true;
      if (stores) access(now, event.second, kHandleSize, trace);
      return;
    }
    case EventKind::Begin:
    case EventKind::Fence:
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
    case EventKind::CondReacquire:
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
    case EventKind::CondSpurious:
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
    case EventKind::AtomicBegin:
    case EventKind::AtomicEnd:
    case EventKind::Exit:
      return;
  }
}

void RaceDetector::access(const Access& now, std::uint64_t address, std::uint64_t size, const Trace& trace) {
  Access part = now;
  part.then = order_.now(now.thread);
  for_each_cell(address, size, [&](std::uint64_t cell, std::uint8_t bytes) {
    part.bytes = bytes;
    History& history = cells_[cell];
    access_cell(part, cell, history, trace);
    remember(part, history);
  });
}

// Reports what races with `now`. What `now` makes superfluous is dropped: it came before, and whatever conflicts with it
// conflicts with `now`, so if it races with something later, `now` does.
void RaceDetector::access_cell(const Access& now, std::uint64_t cell, History& history, const Trace& trace) {
  for (std::uint32_t* link = &history.first; *link != kEnd;) {
    Access& before = accesses_[*link];
    const bool is_ordered =
        before.thread == now.thread || order_.is_before(before.thread, before.then, now.thread);
    const bool is_conflict =
        (before.bytes & now.bytes) != 0 && (before.writes || now.writes) && !(before.is_atomic && now.is_atomic);
    if (!is_ordered && is_conflict) report(before, now, cell, trace);
    const bool is_covered = (before.bytes & ~now.bytes) == 0 && (now.writes || !before.writes) &&
                            (!now.is_atomic || before.is_atomic);
    if (is_ordered && is_covered) {
      const std::uint32_t dropped = *link;
      *link = before.next;
      accesses_[dropped].next = unused_;
      unused_ = dropped;
    } else {
      link = &before.next;
    }
  }
}

void RaceDetector::remember(const Access& now, History& history) {
  std::uint32_t place = unused_;
  if (place != kEnd) {
    unused_ = accesses_[place].next;
  } else {
    place = static_cast<std::uint32_t>(accesses_.size());
    accesses_.emplace_back();
  }
  accesses_[place] = now;
  accesses_[place].next = history.first;
  history.first = place;
}

// A write to the whole block, however large: only what was touched before counts. What comes later is a use after free.
void RaceDetector::free(const Access& now, const Event& event, const Trace& trace) {
  Access part = now;
  part.then = order_.now(now.thread);
  const std::uint64_t first = event.object / 8, last = (event.object + event.size + 7) / 8;
  part.bytes = 0xff;  // a block begins and ends at a border of cells
  if (last - first <= cells_.entries().size()) {
    for (std::uint64_t cell = first; cell < last; ++cell) {
      if (History* history = cells_.find(cell)) access_cell(part, cell, *history, trace);
    }
    return;
  }
  for (auto& entry : cells_.entries()) {
    if (entry.key >= first && entry.key < last) access_cell(part, entry.key, entry.value, trace);
  }
}

void RaceDetector::forget(std::uint64_t address, std::uint64_t size) {
  const std::uint64_t first = address / 8, last = (address + size + 7) / 8;
  for (auto& entry : cells_.entries()) {
    if (entry.key >= first && entry.key < last) entry.value = {};
  }
}

void RaceDetector::report(const Access& before, const Access& now, std::uint64_t cell, const Trace& trace) {
  const auto one = static_cast<std::uint32_t>(trace.events[before.event].point);
  const auto other = static_cast<std::uint32_t>(trace.events[now.event].point);
  bool& is_known = pairs_[std::uint64_t{std::min(one, other)} << 32 | std::max(one, other)];
  if (is_known) return;
  is_known = true;
  const auto common = static_cast<std::uint8_t>(before.bytes & now.bytes);
  const std::uint64_t address = cell * 8 + static_cast<std::uint64_t>(std::countr_zero(common));
  races_.push_back({before.event, now.event, address});
}

}  // namespace heddle
