// SPDX-License-Identifier: Apache-2.0
#include "learn/model.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace heddle {
namespace {

constexpr std::uint64_t kClockAddress = ~std::uint64_t{0};
constexpr std::size_t kFewEdges = 16;

// Operations that name memory by address and size. A hidden state is no memory: nobody reads it past the call.
bool touches_memory(EventKind kind) {
  switch (kind) {
    case EventKind::Load:
    case EventKind::Store:
    case EventKind::Rmw:
    case EventKind::Cas:
    case EventKind::ReadRange:
    case EventKind::WriteRange:
    case EventKind::FutexWait:
      return true;
    default:
      return false;
  }
}

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 33)) * 0xff51afd7ed558ccd;
  value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53;
  return value ^ (value >> 33);
}

// The atomic section is the runtime's affair, not in the thread's own state.
NodeKey key_of(const Node& node, std::uint64_t fingerprint) {
  const std::uint64_t where = std::uint64_t{number(node.thread)} << 8 | node.atomic_depth;
  return {mixed(fingerprint + 0x9e3779b97f4a7c15 * where), mixed(fingerprint ^ mixed(where + 1))};
}

// Nobody is blocked in these: that they are known only as pending means that an attempt failed (learner.cpp).
bool is_guess(EventKind kind) {
  return kind == EventKind::Load || kind == EventKind::Store || kind == EventKind::Free || kind == EventKind::Call;
}

bool same_operation(const Operation& known, Operation seen) {
  if (known.kind == EventKind::ReadRange) seen.size = known.size;  // as long as what stands there
  return known == seen;
}

// What the thread at `node` can tell of a result.
Label told(const Node& node, Label label) {
  if (node.use == nullptr || label.kind != LabelKind::Value) return label;
  if (node.use->kind == ResultUseKind::Success) {
    return {LabelKind::Value, 0, label.value == node.operation.first && label.size == 0 ? 1u : 0u};
  }
  label.value = abstract_result(*node.use, label.value);
  return label;
}

}  // namespace

Model::Model(Defect defect) : defect_(defect), accesses_(defect) { clock_ = resources_.hidden(kClockAddress); }

NodeId Model::add_node(ThreadId thread) {
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.emplace_back().thread = thread;
  return id;
}

NodeId Model::root(ThreadId thread) {
  while (roots_.size() <= number(thread)) {
    roots_.push_back(add_node(ThreadId(static_cast<std::uint16_t>(roots_.size()))));
  }
  return roots_[number(thread)];
}

void Model::set_merging(ThreadId thread, bool merges) {
  if (unmerged_.size() <= number(thread)) unmerged_.resize(number(thread) + 1u, false);
  unmerged_[number(thread)] = !merges;
}

NodeId Model::identify(NodeId id, std::uint64_t fingerprint) {
  Node& node = nodes_[id];
  if (fingerprint == 0 || !merges(node.thread)) return id;
  const NodeKey key = key_of(node, has(Defect::MergeWord) ? fingerprint % 8 : fingerprint);
  if (node.key == key) return id;
  if (node.key != NodeKey{}) return kNoNode;
  const auto [known, is_new] = by_key_.emplace(key, id);
  const bool is_settled = node.has_operation && !node.is_provisional;
  if (is_new || is_settled || node.parents.empty() || id == roots_[number(node.thread)]) {
    node.key = key;
    return id;
  }
  replace(id, known->second);
  return known->second;
}

// `node` turned out to be `by`. Nothing is known of it yet but what it may be waiting for.
void Model::replace(NodeId id, NodeId by) {
  for (NodeId parent : nodes_[id].parents) {
    for (Edge& edge : nodes_[parent].edges) {
      if (edge.child == id) edge.child = by;
    }
    nodes_[by].parents.push_back(parent);
    unsettled_.push_back(parent);
  }
  if (nodes_[id].has_operation) replaced_.push_back(id);
  ++replacements_;
}

bool Model::set_operation(NodeId id, Operation operation) {
  if (nodes_[id].end != NodeEnd::Open) return false;
  const bool is_create = operation.kind == EventKind::ThreadCreate;
  if (is_create) root(ThreadId(static_cast<std::uint16_t>(operation.object)));  // may move nodes_
  Node& node = nodes_[id];
  if (node.has_operation && !node.is_provisional) {
    const bool is_longer = operation.kind == EventKind::ReadRange && operation.size > node.operation.size;
    if (!same_operation(node.operation, operation)) return false;
    if (!is_longer) return true;
    node.operation.size = operation.size;
  } else {
    // A call on a stream that is locked is blocked in that lock.
    const bool is_other = node.is_provisional && node.operation.kind != operation.kind && !operation.needs_lock;
    if (is_other && !is_guess(node.operation.kind)) return false;
    node.cells.clear();
    node.resource = node.partner = 0;
    ++version_;
    node.has_operation = true;
    node.is_provisional = false;
    node.operation = std::move(operation);
    if (node.operation.kind == EventKind::AtomicBegin) node.atomic_depth = 1;
    if (node.operation.kind == EventKind::Free) freeing_.push_back(id);
    if (is_create) nodes_[roots_[node.operation.object]].parents.push_back(id);
  }
  find_use(node);
  find_resources(node);
  unsettled_.push_back(id);
  return true;
}

// Without merging, where the model is to trust nothing but what was seen, results count in full.
void Model::find_use(Node& node) {
  const EventKind kind = node.operation.kind;
  const bool has_result = kind == EventKind::Load || kind == EventKind::Rmw || kind == EventKind::Cas;
  if (!has_result || facts_ == nullptr || !merges(node.thread) || node.operation.size > 8) return;
  const ResultUse& use = facts_->result_use(node.operation.point);
  if (use.kind != ResultUseKind::Full) node.use = &uses_.emplace(node.operation.point, use).first->second;
}

void Model::set_pending(NodeId id, Operation operation) {
  if (nodes_[id].has_operation || nodes_[id].end != NodeEnd::Open) return;
  set_operation(id, std::move(operation));
  nodes_[id].is_provisional = true;
}

const Edge* Model::edge(NodeId id, const Label& label) const {
  const Node& node = nodes_[id];
  const Label seen = told(node, label);
  if (node.edges.size() > kFewEdges) {
    const EdgeIndex& index = many_edges_.at(id);
    const auto known = index.find(seen);
    return known == index.end() ? nullptr : &node.edges[known->second];
  }
  for (const Edge& edge : node.edges) {
    if (edge.label == seen) return &edge;
  }
  return nullptr;
}

NodeId Model::child(NodeId id, const Label& label) const {
  const Edge* known = edge(id, label);
  return known == nullptr ? kNoNode : known->child;
}

NodeId Model::add_child(NodeId id, const Label& label, std::vector<std::uint8_t> written) {
  ++version_;
  const NodeId child = add_node(nodes_[id].thread);
  Node& node = nodes_[id];
  node.edges.push_back({told(node, label), child, std::move(written)});
  if (node.edges.size() > kFewEdges) {
    EdgeIndex& index = many_edges_[id];
    for (auto edge = static_cast<std::uint32_t>(index.size()); edge < node.edges.size(); ++edge) {
      index.emplace(node.edges[edge].label, edge);
    }
  }
  nodes_[child].parents.push_back(id);
  const bool stays_atomic = node.atomic_depth > 0 && node.operation.kind != EventKind::AtomicEnd;
  nodes_[child].atomic_depth = stays_atomic ? 1 : 0;
  unsettled_.push_back(id);
  return child;
}

bool Model::set_end(NodeId id, NodeEnd end) {
  Node& node = nodes_[id];
  if (node.end == end) return true;
  if (node.end != NodeEnd::Open || node.has_operation) return false;
  node.end = end;
  for (NodeId parent : node.parents) {
    if (ends_process(end) && !nodes_[parent].may_end_process) {
      nodes_[parent].may_end_process = true;
      ending_.push_back(parent);
    }
    unsettled_.push_back(parent);
  }
  return true;
}

bool Model::set_exit_value(NodeId id, std::uint64_t value) {
  Node& node = nodes_[id];
  if (node.exit_known) return node.exit_value == value;
  node.exit_known = true;
  node.exit_value = value;
  return true;
}

// What a merging thread did before it came to a node is not known there: its memory is looked up like everybody's.
bool Model::is_private(const Node& node) const {
  return !merges(node.thread) && !node.cells.empty() &&
         std::none_of(node.cells.begin(), node.cells.end(),
                      [&](ResourceId cell) { return resources_[cell].is_shared; });
}

// Which resources the operation is about; says so to them, for they may become shared by it.
void Model::find_resources(Node& node) {
  const Operation& operation = node.operation;
  if (touches_memory(operation.kind)) {
    node.cells = resources_.cells(operation.object, operation.size);
    for (ResourceId cell : node.cells) resources_.note_user(cell, node.thread);
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
      for (ResourceId cell : node.cells) resources_.note_user(cell, node.thread);
      node.resource = resources_.thread(operation.object);
      return;
    case EventKind::ThreadDetach:
      node.resource = resources_.thread(operation.object);
      return;
    case EventKind::OnceLeave:  // guards are read by compiled code
      node.cells = resources_.cells(operation.object, 1);
      for (ResourceId cell : node.cells) resources_.note_user(cell, node.thread);
      break;
    case EventKind::Yield:
      if (operation.object == 0) return;
      node.cells = resources_.cells(operation.object, operation.size);
      for (ResourceId cell : node.cells) resources_.note_user(cell, node.thread);
      return;
    case EventKind::Clock:
    case EventKind::Sleep:
      node.resource = clock_;
      return;
    case EventKind::Call:
    case EventKind::Exit:
      node.resource = resources_.hidden(operation.object);
      if (operation.needs_lock) {
        node.partner = resources_.object(operation.ends_lock ? operation.second : operation.object);
      }
      return;
    default:
      break;
  }
  if (!touches_memory(operation.kind) || operation.kind == EventKind::FutexWait) {
    node.resource = resources_.object(operation.object);
  }
}

void Model::find_memory_accesses(Node& node) {
  const EventKind kind = node.operation.kind;
  const bool reads = kind == EventKind::Load || kind == EventKind::ReadRange || kind == EventKind::Rmw ||
                     kind == EventKind::Cas || kind == EventKind::FutexWait || kind == EventKind::Yield;
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
    case EventKind::FutexWake:
      touch(node.resource, Mode::Signal);
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
    case EventKind::ObjectInit:
    case EventKind::ObjectDestroy:
      touch(node.resource, Mode::Any);
      break;
    case EventKind::Sleep:
      time_passes();
      break;
    case EventKind::Call:
      if (node.operation.needs_lock) touch(node.partner, node.operation.ends_lock ? Mode::Any : Mode::Lock);
      [[fallthrough]];
    case EventKind::Clock:
    case EventKind::Exit:
      touch(node.resource, Mode::Read);
      touch(node.resource, Mode::Write);
      break;
  }
  const bool may_end = std::any_of(node.edges.begin(), node.edges.end(),
                                   [&](const Edge& edge) { return nodes_[edge.child].end == NodeEnd::Ended; });
  if (may_end) touch(resources_.thread(number(node.thread)), Mode::End);
  node.is_local = touches_memory(node.operation.kind) && node.operation.kind != EventKind::FutexWait &&
                  std::none_of(node.accesses.begin(), node.accesses.end(),
                               [&](AccessId access) { return resources_[accesses_.resource_of(access)].is_shared; });
}

// A cell was cut or became shared: what operations touch has other names now.
void Model::reshape() {
  shape_ = resources_.shape();
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    if (!nodes_[id].has_operation) continue;
    find_resources(nodes_[id]);
    unsettled_.push_back(id);
  }
}

// What may be looked at from `node` on, when `after` may be from its children on.
AccessSetId Model::live_before(const Node& node, AccessSetId after) {
  if (!node.has_operation) return after;
  const bool overwrites = node.operation.kind == EventKind::Store || node.operation.kind == EventKind::WriteRange;
  AccessSetId live = after;
  if (overwrites && after != kNoAccesses) {
    std::vector<AccessId> gone;
    for (ResourceId cell : node.cells) {
      const AccessId read = accesses_.find(cell, Mode::Read);
      if (read != AccessSets::kUnknownAccess && accesses_.contains(after, read)) gone.push_back(read);
    }
    live = accesses_.remove(after, gone);
  }
  std::vector<AccessId> seen;
  for (AccessId access : node.accesses) {
    if (accesses_.mode_of(access) == Mode::Write) continue;
    const bool is_rmw = node.operation.kind == EventKind::Rmw || node.operation.kind == EventKind::Cas;
    if (has(Defect::HashMemory) && is_rmw) continue;
    seen.push_back(access);
  }
  return accesses_.add(live, seen);
}

// Recomputes the future of one node from its children; true if it has grown.
bool Model::refresh(NodeId id) {
  Node& node = nodes_[id];
  AccessSetId future = node.future;
  AccessSetId after = kNoAccesses;
  for (const Edge& edge : node.edges) {
    future = accesses_.unite(future, nodes_[edge.child].future);
    after = accesses_.unite(after, nodes_[edge.child].live);
  }
  if (node.has_operation) {
    future = accesses_.add(future, node.accesses);
    if (node.operation.kind == EventKind::ThreadCreate && !has(Defect::CreatedFuture)) {
      const Node& created = nodes_[roots_[node.operation.object]];
      future = accesses_.unite(future, created.future);
      after = accesses_.unite(after, created.live);
    }
  }
  const AccessSetId live = accesses_.unite(node.live, live_before(node, after));
  const bool has_grown = future != node.future || live != node.live;
  node.future = future;
  node.live = live;
  return has_grown;
}

// Who frees memory touches all that is in it. What is in it may become known later than the free.
void Model::note_freed() {
  const std::size_t seen = resources_.size() + freeing_.size();
  if (freed_seen_ == seen) return;
  freed_seen_ = seen;
  for (NodeId id : freeing_) {
    const Operation& operation = nodes_[id].operation;
    for (ResourceId inside : resources_.inside(operation.object, operation.size)) {
      resources_.note_user(inside, nodes_[id].thread);
    }
  }
  unsettled_.insert(unsettled_.end(), freeing_.begin(), freeing_.end());
}

bool Model::settle(std::uint32_t round) {
  note_freed();
  while (shape_ != resources_.shape()) reshape();
  std::sort(unsettled_.begin(), unsettled_.end());
  unsettled_.erase(std::unique(unsettled_.begin(), unsettled_.end()), unsettled_.end());
  for (NodeId id : unsettled_) {
    nodes_[id].is_queued = true;
    if (nodes_[id].has_operation) find_accesses(nodes_[id]);
  }
  bool used_has_grown = false;
  for (NodeId id : ending_) used_has_grown |= nodes_[id].used == round;
  ending_.clear();
  for (NodeId id : replaced_) used_has_grown |= nodes_[id].used == round;
  replaced_.clear();
  // Children were added after their parents: from the last to the first nearly every future is final at once, and a
  // node with many children is looked at when they are done.
  std::priority_queue<NodeId> work(std::less<NodeId>(), std::move(unsettled_));
  unsettled_.clear();
  while (!work.empty()) {
    const NodeId id = work.top();
    work.pop();
    nodes_[id].is_queued = false;
    if (!refresh(id)) continue;
    used_has_grown |= nodes_[id].used == round;
    if (has(Defect::ParentFuture)) continue;
    for (NodeId parent : nodes_[id].parents) {
      if (std::exchange(nodes_[parent].is_queued, true)) continue;
      work.push(parent);
    }
  }
  return used_has_grown;
}

}  // namespace heddle
