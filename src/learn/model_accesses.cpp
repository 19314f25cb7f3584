// SPDX-License-Identifier: Apache-2.0
//
// Which memory, locks and other resources each operation touches, and how.
#include <algorithm>

#include "learn/model.h"
#include "learn/object_bytes.h"

namespace heddle {
namespace {

constexpr std::uint64_t kOutputAddress = ~std::uint64_t{1};  // that of the clock is taken
constexpr std::uint64_t kPage = 4096;

bool stores_zeroes(const Operation& operation) {
  if (operation.kind == EventKind::Store) return operation.first == 0;
  return operation.kind == EventKind::WriteRange &&
         std::all_of(operation.bytes.begin(), operation.bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

bool reads_memory(EventKind kind) {
  return kind == EventKind::Load || kind == EventKind::ReadRange || kind == EventKind::Rmw || kind == EventKind::Cas ||
         kind == EventKind::FutexWait || kind == EventKind::Yield;
}

}  // namespace

void Model::count_output() { output_ = resources_.hidden(kOutputAddress); }

// Which resources the operation is about; says so to them, for they may become shared by it.
void Model::find_resources(Node& node) {
  name_resources(node);
  note_objects(node);
  find_overlaid(node);
  node.names = static_cast<std::uint32_t>(resources_.names());
}

// Of what type the objects are that it is about: then it is known which bytes they are.
void Model::note_objects(Node& node) {
  const auto note = [&](ResourceId object, ObjectType type) {
    if (type == ObjectType::Unknown) return;
    resources_.note_type(object, type);
    resources_.note_object_user(object, node.thread, node.is_common);
  };
  note(node.resource, type_touched(node.operation));
  const EventKind kind = node.operation.kind;
  if (kind == EventKind::ObjectDestroy) resources_.note_destroyed(node.resource);
  if (kind == EventKind::CondWait || kind == EventKind::CondReacquire) note(node.partner, ObjectType::Mutex);
}

// Objects whose bytes it reads or writes as memory.
void Model::find_overlaid(Node& node) {
  node.overlaid.clear();
  if (node.cells.empty() || node.operation.kind == EventKind::OnceLeave) return;
  const std::uint64_t begin = resources_[node.cells.front()].address;
  const Resource last = resources_[node.cells.back()];
  const std::size_t cuts = resources_.cuts().size();
  node.overlaid = resources_.objects_over(begin, last.address + last.size - begin);
  shows_owners_ |= !node.overlaid.empty() && !stores_zeroes(node.operation);
  for (ResourceId object : node.overlaid) {
    resources_.note_overlaid(object);
    resources_.note_object_user(object, node.thread, node.is_common);
    const Resource& known = resources_[object];
    const bool tells = reads_memory(node.operation.kind) && begin < known.address + changing_bytes(known.type) &&
                       known.address < last.address + last.size;
    if (tells) resources_.note_told(object);
  }
  if (cuts != resources_.cuts().size()) name_resources(node);  // cells were cut at the ends of a state
}

// A call that answers leaves behind who has made it (Machine::change_hidden): threads in exchanged roles would find other
// answers.
void Model::note_callers(const Node& node) {
  const Operation& operation = node.operation;
  const bool is_clock = operation.kind == EventKind::Clock;
  const bool keeps_caller =
      !operation.prints && !operation.remakes && !operation.appends && !operation.replaces && !operation.looks;
  const bool is_told = operation.kind == EventKind::Call && keeps_caller;
  reads_clock_ |= is_clock;
  common_calls_ |= node.is_common && (is_clock || is_told);
  common_delays_ |= node.is_common && lets_time_pass(operation);
}

void Model::name_resources(Node& node) {
  const Operation& operation = node.operation;
  note_callers(node);
  if (touches_memory(operation.kind)) {
    node.cells = resources_.cells(operation.object, operation.size);
    for (ResourceId cell : node.cells) note_user(node, cell);
  }
  switch (operation.kind) {
    case EventKind::CondWait:
    case EventKind::CondReacquire:
      node.partner = resources_.object(operation.first);
      break;
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      if (operation.second != 0) node.cells = resources_.cells(operation.second, 8);
      for (ResourceId cell : node.cells) note_user(node, cell);
      node.resource = resources_.thread(operation.object);
      return;
    case EventKind::ThreadDetach:
      node.resource = resources_.thread(operation.object);
      return;
    case EventKind::OnceLeave:  // guards are read by compiled code
      if (type_touched(operation) == ObjectType::Once) break;
      node.cells = resources_.cells(operation.object, 1);
      for (ResourceId cell : node.cells) note_user(node, cell);
      break;
    case EventKind::Yield:
      if (operation.object == 0) return;
      node.cells = resources_.cells(operation.object, operation.size);
      for (ResourceId cell : node.cells) note_user(node, cell);
      return;
    case EventKind::Clock:
    case EventKind::Sleep:
      node.resource = clock_;
      return;
    case EventKind::Call:
    case EventKind::Exit:
      if (operation.prints) count_output();
      node.resource = operation.prints ? *output_ : resources_.hidden(operation.object);
      if (operation.needs_lock) node.partner = resources_.object(operation.second);
      return;
    default:
      break;
  }
  if (!touches_memory(operation.kind) || operation.kind == EventKind::FutexWait) {
    node.resource = resources_.object(operation.object);
  }
  note_locks(node);
}

// Which objects the machine keeps with their owner.
void Model::note_locks(const Node& node) {
  switch (node.operation.kind) {
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock:
    case EventKind::SpinLock:
    case EventKind::SpinTryLock:
    case EventKind::WriteLock:
    case EventKind::WriteTryLock:
    case EventKind::WriteTimedLock:
    case EventKind::OnceEnter:
      return resources_.note_lock(node.resource);
    default:
      return;
  }
}

void Model::find_memory_accesses(Node& node) {
  const EventKind kind = node.operation.kind;
  const bool reads = reads_memory(kind) && !(kind == EventKind::FutexWait && has(Defect::FutexWord));
  const bool writes = kind == EventKind::Store || kind == EventKind::WriteRange || kind == EventKind::Rmw ||
                      kind == EventKind::Cas || kind == EventKind::OnceLeave || kind == EventKind::ThreadCreate ||
                      kind == EventKind::ThreadJoin || kind == EventKind::ThreadTryJoin ||
                      kind == EventKind::ThreadTimedJoin;
  for (ResourceId cell : node.cells) {
    if (!resources_[cell].is_shared) {
      // No order to decide, but what stands there is part of the state.
      if (reads && merges(node.thread)) node.accesses.push_back(accesses_.access(cell, Mode::Read));
      continue;
    }
    if (reads) node.accesses.push_back(accesses_.access(cell, Mode::Read));
    if (writes) node.accesses.push_back(accesses_.access(cell, Mode::Write));
  }
}

void Model::find_accesses(Node& node) {
  node.accesses.clear();
  find_memory_accesses(node);
  const auto touch = [&](ResourceId resource, Mode mode) { node.accesses.push_back(accesses_.access(resource, mode)); };
  for (ResourceId object : node.overlaid) {
    if (resources_[object].is_contended && !has(Defect::StoredOver)) touch(object, Mode::Any);
  }
  const auto time_passes = [&] { touch(clock_, Mode::Write); };
  switch (node.operation.kind) {
    case EventKind::Begin:
    case EventKind::Load:
    case EventKind::Store:
    case EventKind::Rmw:
    case EventKind::Cas:
    case EventKind::Fence:
    case EventKind::ReadRange:
    case EventKind::WriteRange:
    case EventKind::Allocate:
    case EventKind::ThreadCreate:
    case EventKind::Yield:
    case EventKind::Choose:
    case EventKind::AtomicBegin:
    case EventKind::AtomicEnd:
    case EventKind::CondTimeout:
    case EventKind::CondSpurious:
      break;
    case EventKind::Free:
      if (has(Defect::Unmapped) && node.operation.size >= kPage) break;
      for (ResourceId inside : resources_.inside(node.operation.object, node.operation.size)) touch(inside, Mode::Free);
      touch(node.resource, Mode::Free);  // the block itself: freeing it twice
      break;
    case EventKind::MutexLock:
    case EventKind::SpinLock:
    case EventKind::OnceEnter:
      touch(node.resource, Mode::Lock);
      break;
    case EventKind::MutexTimedLock:
      time_passes();
      [[fallthrough]];
    case EventKind::MutexTryLock:
    case EventKind::SpinTryLock:
      touch(node.resource, Mode::TryLock);
      break;
    case EventKind::MutexUnlock:
    case EventKind::SpinUnlock:
    case EventKind::OnceLeave:
      touch(node.resource, Mode::Unlock);
      break;
    case EventKind::ReadLock:
      touch(node.resource, Mode::ReadLock);
      break;
    case EventKind::WriteLock:
      touch(node.resource, Mode::WriteLock);
      break;
    case EventKind::ReadTimedLock:
      time_passes();
      [[fallthrough]];
    case EventKind::ReadTryLock:
      touch(node.resource, Mode::TryRead);
      break;
    case EventKind::WriteTimedLock:
      time_passes();
      [[fallthrough]];
    case EventKind::WriteTryLock:
      touch(node.resource, Mode::TryWrite);
      break;
    case EventKind::RwUnlock:
      touch(node.resource, Mode::RwUnlock);
      break;
    case EventKind::CondWait:
      touch(node.resource, Mode::Wait);
      touch(node.partner, Mode::Unlock);
      break;
    case EventKind::CondReacquire:
      touch(node.partner, Mode::Lock);
      if (!node.operation.is_timed) break;
      touch(node.resource, Mode::Wait);  // it may still leave the wait set by itself
      time_passes();
      break;
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
      touch(node.resource, Mode::Signal);
      break;
    case EventKind::FutexWake:
      touch(node.resource, Mode::Wake);
      break;
    case EventKind::FutexWait:
      touch(node.resource, Mode::Wait);
      break;
    case EventKind::FutexReturn:
      if (!node.operation.is_timed) break;
      touch(node.resource, Mode::Wait);
      time_passes();
      break;
    case EventKind::SemWait:
      touch(node.resource, Mode::Acquire);
      break;
    case EventKind::SemTimedWait:
      time_passes();
      [[fallthrough]];
    case EventKind::SemTryWait:
    case EventKind::SemGetValue:
      touch(node.resource, Mode::TryAcquire);
      break;
    case EventKind::SemPost:
      touch(node.resource, Mode::Post);
      break;
    case EventKind::BarrierArrive:
      touch(node.resource, Mode::Arrive);
      break;
    case EventKind::BarrierLeave:
      touch(node.resource, Mode::Leave);
      break;
    case EventKind::ThreadJoin:
    case EventKind::ThreadDetach:
      touch(node.resource, Mode::Handle);
      break;
    case EventKind::ThreadTimedJoin:
      time_passes();
      [[fallthrough]];
    case EventKind::ThreadTryJoin:
      touch(node.resource, Mode::Poll);
      break;
    case EventKind::ObjectDestroy:
      if (has(Defect::DestroyedLock)) break;
      [[fallthrough]];
    case EventKind::ObjectInit:
      touch(node.resource, Mode::Any);
      break;
    case EventKind::Sleep:
      time_passes();
      break;
    case EventKind::Call:
      if (node.operation.prints && has(Defect::SilentPrints)) break;
      if (node.operation.remakes) {
        const Operation& anew = node.operation;
        for (ResourceId inside : resources_.inside(anew.object, anew.size)) touch(inside, Mode::Free);
        break;
      }
      if (node.operation.appends ? has(Defect::ExitAppend) : has(Defect::HiddenCalls)) break;
      if (node.operation.needs_lock) touch(node.partner, node.operation.ends_lock ? Mode::Any : Mode::Lock);
      [[fallthrough]];
    case EventKind::Clock:
    case EventKind::Exit:
      touch(node.resource, Mode::Read);
      touch(node.resource, Mode::Write);
      break;
  }
  // What is printed later does not count any more.
  const bool ends_output =
      output_ && !has(Defect::QuietEnd) && (node.may_end_process || node.operation.kind == EventKind::Exit);
  if (ends_output) {
    touch(*output_, Mode::Read);
    touch(*output_, Mode::Write);
  }
  const bool may_end = std::any_of(node.edges.begin(), node.edges.end(),
                                   [&](const Edge& edge) { return nodes_[edge.child].end == NodeEnd::Ended; });
  if (may_end) touch(resources_.thread(number(node.thread)), Mode::End);
  node.is_local = touches_memory(node.operation.kind) && node.operation.kind != EventKind::FutexWait &&
                  std::none_of(node.accesses.begin(), node.accesses.end(),
                               [&](AccessId access) { return resources_[accesses_.resource_of(access)].is_shared; });
}

}  // namespace heddle
