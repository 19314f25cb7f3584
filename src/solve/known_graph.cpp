// SPDX-License-Identifier: Apache-2.0
#include "solve/known_graph.h"

#include <algorithm>
#include <utility>

#include "learn/lock_words.h"
#include "solve/on_lock.h"

namespace heddle {
namespace {

constexpr FamilyId kUnset = 0xffffffff;
constexpr std::size_t kMostNodes = 50'000;  // more would be looked at for too long
enum : std::uint8_t { kNew, kOpen, kDone };

bool is_plain_lock_object(const Operation& operation) {
  const ObjectType type = object_type(operation);
  return type == ObjectType::Mutex || type == ObjectType::SpinLock;
}

// Whether everything that the operation can do is taken into account here.
bool is_taken_into_account(const Operation& operation, const Freedoms& freedoms) {
  switch (operation.kind) {
    case EventKind::Begin:
    case EventKind::Load:
    case EventKind::Store:
    case EventKind::Fence:
    case EventKind::ReadRange:
    case EventKind::WriteRange:
    case EventKind::Free:
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexUnlock:
    case EventKind::SpinLock:
    case EventKind::SpinTryLock:
    case EventKind::SpinUnlock:
    case EventKind::ThreadJoin:
    case EventKind::Sleep:
    case EventKind::Exit:
      return true;
    case EventKind::Rmw:
      return operation.size <= 8;
    case EventKind::Cas:
      return operation.size <= 8 && (!operation.is_weak || freedoms.weak_cas_failures == 0);
    case EventKind::ThreadCreate:
      return !operation.is_detached;
    case EventKind::Yield:
      return operation.object == 0;
    case EventKind::ObjectInit:
    case EventKind::ObjectDestroy:
      return is_plain_lock_object(operation);
    case EventKind::Allocate:
    case EventKind::MutexTimedLock:
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
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
    case EventKind::ThreadDetach:
    case EventKind::OnceEnter:
    case EventKind::OnceLeave:
    case EventKind::FutexWait:
    case EventKind::FutexReturn:
    case EventKind::FutexWake:
    case EventKind::Clock:
    case EventKind::Choose:
    case EventKind::Call:
    case EventKind::SemWait:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
    case EventKind::SemPost:
    case EventKind::SemGetValue:
    case EventKind::BarrierArrive:
    case EventKind::BarrierLeave:
    case EventKind::AtomicBegin:
    case EventKind::AtomicEnd:
      return false;
  }
  return false;
}

}  // namespace

KnownGraph::KnownGraph(const Model& model, Freedoms freedoms, Allowance& allowance)
    : model_(model), freedoms_(freedoms), allowance_(allowance), families_(model.thread_count()) {}

bool KnownGraph::refuse(std::string_view why) {
  refusal_ = why;
  return false;
}

bool KnownGraph::make() {
  const std::size_t threads = model_.thread_count();
  if (threads == 0) return refuse("nothing is known");
  orders_.resize(threads);
  creators_.resize(threads);
  ends_.resize(threads);
  touching_.resize(model_.resources().size());
  color_.assign(model_.node_count(), kNew);
  threads_.push_back(0);
  for (std::size_t next = 0; next < threads_.size(); ++next) {
    if (!find_nodes(threads_[next])) return false;
  }
  find_neighbours();
  find_descendants();
  return find_held() && find_families();
}

// What can be met at a node, as far as one node tells.
bool KnownGraph::visit(NodeId id) {
  if (model_[id].is_common) return refuse("threads share what is known of them");
  const Node& node = model_[id];
  if (!allowance_.spend(1 + node.edges.size())) return refuse("it would take too long");
  if (node.end == NodeEnd::Ended) ends_[number(node.thread)].push_back(id);
  if (node.end != NodeEnd::Open) return true;
  if (!node.has_operation || node.is_provisional) unknown_.push_back(id);
  // What a thread was about to do when it was stopped, by a lock or because the memory was freed, it may still do.
  if (!node.has_operation || (node.is_provisional && model_.has(Defect::StoppedUse))) return true;
  if (!is_taken_into_account(node.operation, freedoms_)) return refuse("a thread does what is not taken into account");
  for (const Edge& edge : node.edges) {
    const bool is_defect = edge.label.kind == LabelKind::Freed || edge.label.kind == LabelKind::Misuse;
    if (is_defect) return refuse("something is misused");
  }
  for (ResourceId cell : node.cells) touching_[cell].push_back(id);
  if (node.resource != 0) touching_[node.resource].push_back(id);
  if (node.operation.kind != EventKind::ThreadCreate) return true;
  const auto child = static_cast<std::uint16_t>(node.operation.object);
  if (model_.has_several_roots(ThreadId(child))) return refuse("a thread can begin in several ways");
  if (creators_[child].empty()) threads_.push_back(child);
  creators_[child].push_back(id);
  return true;
}

bool KnownGraph::find_nodes(std::uint16_t thread) {
  struct Visit {
    NodeId node;
    std::size_t edge;
  };
  std::vector<Visit> path;
  std::vector<NodeId>& order = orders_[thread];
  const auto enter = [&](NodeId node) {
    color_[node] = kOpen;
    path.push_back({node, 0});
    return visit(node);
  };
  if (!enter(model_.root_of(ThreadId(thread)))) return false;
  while (!path.empty()) {
    Visit& last = path.back();
    if (last.edge == model_[last.node].edges.size()) {
      color_[last.node] = kDone;
      order.push_back(last.node);
      path.pop_back();
      continue;
    }
    const NodeId child = model_[last.node].edges[last.edge++].child;
    if (color_[child] == kOpen) return refuse("a thread can run in circles");
    if (color_[child] == kNew && !enter(child)) return false;
  }
  std::reverse(order.begin(), order.end());
  return order.size() <= kMostNodes || refuse("it would take too long");
}

void KnownGraph::find_neighbours() {
  before_.resize(model_.node_count());
  for (const std::uint16_t thread : threads_) {
    for (const NodeId node : orders_[thread]) {
      const std::vector<Edge>& edges = model_[node].edges;
      for (std::uint32_t edge = 0; edge < edges.size(); ++edge) before_[edges[edge].child].push_back({node, edge});
    }
  }
}

bool KnownGraph::holds(NodeId node, ResourceId lock) const {
  return std::binary_search(held_[node].begin(), held_[node].end(), lock);
}

bool KnownGraph::find_held() {
  held_.resize(model_.node_count());
  for (const std::uint16_t thread : threads_) {
    for (const NodeId node : orders_[thread]) {
      if (!find_held(node)) return false;
    }
  }
  return true;
}

// From what is held at the nodes before it. A lock that is held on one way only, taken twice or given back by somebody
// else is left to the search.
bool KnownGraph::find_held(NodeId id) {
  bool is_first = true;
  for (const Before& before : before_[id]) {
    const Node& node = model_[before.node];
    const Label& label = node.edges[before.edge].label;
    std::vector<ResourceId> held = held_[before.node];
    const auto place = std::lower_bound(held.begin(), held.end(), node.resource);
    const bool is_held = place != held.end() && *place == node.resource;
    const bool has_failed = label.kind == LabelKind::Value && label.value != 0;
    switch (on_lock(node.operation.kind)) {
      case OnLock::Nothing:
        break;
      case OnLock::Takes:
      case OnLock::Tries:
        if (is_held) return refuse("a lock is taken twice");
        if (!has_failed) held.insert(place, node.resource);
        if (has_failed && on_lock(node.operation.kind) == OnLock::Takes) return refuse("a lock cannot be taken");
        break;
      case OnLock::GivesBack:
        if (!is_held || has_failed) return refuse("a lock is given back that is not held");
        held.erase(place);
        break;
    }
    if (!is_first && held != held_[id]) return refuse("a lock is held on some ways only");
    held_[id] = std::move(held);
    is_first = false;
  }
  const Node& node = model_[id];
  if (!node.has_operation) return true;
  const OnLock last = node.edges.empty() ? on_lock(node.operation.kind) : OnLock::Nothing;
  if (last == OnLock::GivesBack && !holds(id, node.resource)) return refuse("a lock is given back that is not held");
  return true;
}

void KnownGraph::find_descendants() {
  const auto reached_from = [&](std::uint16_t first, std::uint16_t leaving_out) {
    FamilyId family = families_.with(ThreadFamilies::kEmpty, first);
    std::vector<std::uint16_t> open = {first};
    while (!open.empty()) {
      const std::uint16_t thread = open.back();
      open.pop_back();
      if (thread == leaving_out) continue;
      for (const std::uint16_t other : threads_) {
        if (families_.has(family, other)) continue;
        const auto by_it = [&](NodeId node) { return thread_of(node) == thread; };
        if (std::none_of(creators_[other].begin(), creators_[other].end(), by_it)) continue;
        family = families_.with(family, other);
        open.push_back(other);
      }
    }
    return family;
  };
  constexpr std::uint16_t kNobody = 0xffff;
  descendants_.resize(orders_.size());
  apart_.resize(orders_.size());
  for (const std::uint16_t thread : threads_) {
    descendants_[thread] = reached_from(thread, kNobody);
    apart_[thread] = families_.with(reached_from(0, thread), thread);
  }
}

bool KnownGraph::find_families() {
  for (auto* each : {&ended_, &surely_created_, &maybe_created_, &maybe_joined_}) {
    each->assign(model_.node_count(), kUnset);
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const std::uint16_t thread : threads_) {
      has_changed |= flow_through(thread);
      if (allowance_.is_spent()) return refuse("it would take too long");
    }
  }
  for (const std::uint16_t thread : threads_) {
    for (const NodeId node : orders_[thread]) {
      if (ended_[node] == kUnset) return refuse("a thread is joined that was never seen to end");
    }
  }
  return true;
}

bool KnownGraph::update(NodeId node, FamilyId ended, FamilyId created, FamilyId maybe, FamilyId joined) {
  const bool is_new = ended_[node] == kUnset;
  if (!is_new) {
    ended = families_.both(ended_[node], ended);
    created = families_.both(surely_created_[node], created);
    maybe = families_.either(maybe_created_[node], maybe);
    joined = families_.either(maybe_joined_[node], joined);
  }
  const bool has_changed = is_new || ended != ended_[node] || created != surely_created_[node] ||
                           maybe != maybe_created_[node] || joined != maybe_joined_[node];
  ended_[node] = ended;
  surely_created_[node] = created;
  maybe_created_[node] = maybe;
  maybe_joined_[node] = joined;
  return has_changed;
}

// One thread, from its creation to its ends. What holds on all ways begins with everything and can only lose.
bool KnownGraph::flow_through(std::uint16_t thread) {
  const NodeId root = model_.root_of(ThreadId(thread));
  const FamilyId self = families_.with(ThreadFamilies::kEmpty, thread);
  bool has_changed = false;
  if (thread == 0)
    has_changed |= update(root, ThreadFamilies::kEmpty, self, ThreadFamilies::kEmpty, ThreadFamilies::kEmpty);
  for (const NodeId creator : creators_[thread]) {
    if (ended_[creator] == kUnset) continue;
    const FamilyId created = families_.either(surely_created_[creator], self);
    has_changed |= update(root, ended_[creator], created, ThreadFamilies::kEmpty, ThreadFamilies::kEmpty);
  }
  for (const NodeId id : orders_[thread]) {
    const Node& node = model_[id];
    if (!allowance_.spend(1 + node.edges.size())) return false;
    if (ended_[id] == kUnset || node.edges.empty()) continue;
    FamilyId ended = ended_[id], created = surely_created_[id], maybe = maybe_created_[id], joined = maybe_joined_[id];
    const auto other = static_cast<std::uint16_t>(node.operation.object);
    if (node.operation.kind == EventKind::ThreadCreate) {
      created = families_.with(created, other);
      maybe = families_.either(maybe, descendants_[other]);
    }
    if (node.operation.kind == EventKind::ThreadJoin) {
      FamilyId before_it = kUnset;
      for (const NodeId end : ends_[other]) {
        if (ended_[end] == kUnset) continue;
        before_it = before_it == kUnset ? ended_[end] : families_.both(before_it, ended_[end]);
      }
      if (before_it == kUnset) continue;
      ended = families_.with(families_.either(ended, before_it), other);
      joined = families_.with(joined, other);
    }
    for (const Edge& edge : node.edges) has_changed |= update(edge.child, ended, created, maybe, joined);
  }
  return has_changed;
}

bool KnownGraph::is_before_creation(NodeId first, NodeId second) const {
  const std::uint16_t creator = thread_of(first);
  std::uint16_t created = thread_of(second);
  for (std::size_t depth = 0; depth < threads_.size() && created != 0; ++depth) {
    const std::vector<NodeId>& creators = creators_[created];
    const std::uint16_t by = thread_of(creators.front());
    const auto is_by_it = [&](NodeId node) { return thread_of(node) == by; };
    if (!std::all_of(creators.begin(), creators.end(), is_by_it)) return false;
    if (by == creator) return !families_.has(maybe_created_[first], created) || model_.has(Defect::ClosureOrder);
    created = by;
  }
  return false;
}

Writes KnownGraph::writes(const Node& node, const Edge& edge) {
  switch (node.operation.kind) {
    case EventKind::Store:
    case EventKind::WriteRange:
    case EventKind::Rmw:
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
      return Writes::Surely;
    case EventKind::Cas:
      if (node.use == nullptr) {
        const bool has_succeeded = edge.label.value == node.operation.first && edge.label.size == 0;
        return has_succeeded ? Writes::Surely : Writes::Never;
      }
      if (node.use->kind == ResultUseKind::Success) return edge.label.value != 0 ? Writes::Surely : Writes::Never;
      return Writes::Maybe;
    default:
      return Writes::Never;
  }
}

}  // namespace heddle
