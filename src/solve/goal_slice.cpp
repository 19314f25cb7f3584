// SPDX-License-Identifier: Apache-2.0
#include "solve/goal_slice.h"

#include <algorithm>

#include "solve/on_lock.h"

namespace heddle {
namespace {

constexpr std::uint16_t kNobody = 0xffff;

bool reads(EventKind kind) {
  return kind == EventKind::Load || kind == EventKind::Rmw || kind == EventKind::Cas || kind == EventKind::ReadRange;
}

bool tries(EventKind kind) { return on_lock(kind) == OnLock::Tries; }
bool takes(EventKind kind) { return on_lock(kind) == OnLock::Takes || tries(kind); }
bool gives_back(EventKind kind) { return on_lock(kind) == OnLock::GivesBack; }

bool writes(const Node& node) {
  return std::any_of(node.edges.begin(), node.edges.end(),
                     [&](const Edge& edge) { return KnownGraph::writes(node, edge) != Writes::Never; });
}

void note(std::uint16_t& one, bool& has_more, std::uint16_t thread) {
  if (one != kNobody && one != thread) has_more = true;
  one = thread;
}

}  // namespace

GoalSlice::GoalSlice(const KnownGraph& graph, NodeId goal, Allowance& allowance)
    : graph_(graph), model_(graph.model()), goal_(goal), allowance_(allowance) {
  is_in_.resize(model_.node_count());
  is_apart_.resize(model_.node_count());
  is_joined_.resize(graph.thread_count());
  is_created_.resize(graph.thread_count());
  users_.resize(graph.resource_count());
  mark(goal);
  while (has_grown_) {
    has_grown_ = false;
    for (const std::uint16_t thread : graph.threads()) {
      if (thread == graph.thread_of(goal)) continue;  // whatever leads to the goal is there already
      for (const NodeId node : graph.nodes_of(thread)) {
        if (!allowance_.spend()) return;
        if (!is_in_[node] && helps(node)) mark(node);
      }
    }
  }
  find_users();
}

// With all that leads there.
void GoalSlice::mark(NodeId node) {
  std::vector<NodeId> open = {node};
  is_in_[node] = true;
  while (!open.empty()) {
    const NodeId next = open.back();
    open.pop_back();
    if (!allowance_.spend()) return;
    take_in(next);
    for (const KnownGraph::Before& before : graph_.before(next)) {
      if (is_in_[before.node]) continue;
      is_in_[before.node] = true;
      open.push_back(before.node);
    }
  }
}

// What the step of the node needs of the others.
void GoalSlice::take_in(NodeId id) {
  has_grown_ = true;
  is_created_[graph_.thread_of(id)] = true;
  const Node& node = model_[id];
  if (!node.has_operation) return;
  const EventKind kind = node.operation.kind;
  if (reads(kind)) {
    for (const ResourceId cell : node.cells) users_[cell].is_needed = true;
  }
  if (takes(kind)) users_[node.resource].is_needed = true;
  if (tries(kind)) users_[node.resource].is_tried = true;
  if (kind == EventKind::ThreadJoin) is_joined_[node.operation.object] = true;
}

bool GoalSlice::helps(NodeId id) const {
  const Node& node = model_[id];
  if (node.end == NodeEnd::Ended) return is_joined_[graph_.thread_of(id)];
  if (!node.has_operation) return false;
  const EventKind kind = node.operation.kind;
  if (kind == EventKind::ThreadCreate && is_created_[node.operation.object]) return true;
  if (takes(kind)) return users_[node.resource].is_tried;
  if (gives_back(kind)) return gives_back_what_is_taken(id);
  const bool skips_rmw = model_.has(Defect::GoalSlice) && kind == EventKind::Rmw;
  if (skips_rmw || !writes(node)) return false;
  return std::any_of(node.cells.begin(), node.cells.end(), [&](ResourceId cell) { return users_[cell].is_needed; });
}

// A lock that somebody in the slice wants, and that was taken in the slice.
bool GoalSlice::gives_back_what_is_taken(NodeId id) const {
  const ResourceId lock = model_[id].resource;
  if (!users_[lock].is_needed) return false;
  if (users_[lock].is_tried) return true;
  std::vector<NodeId> open = {id};
  std::vector<NodeId> seen = open;
  while (!open.empty()) {
    const NodeId next = open.back();
    open.pop_back();
    for (const KnownGraph::Before& before : graph_.before(next)) {
      if (!allowance_.spend()) return true;
      const Node& node = model_[before.node];
      if (takes(node.operation.kind) && node.resource == lock) {
        if (is_in_[before.node]) return true;
        continue;
      }
      if (std::find(seen.begin(), seen.end(), before.node) != seen.end()) continue;
      seen.push_back(before.node);
      open.push_back(before.node);
    }
  }
  return false;
}

void GoalSlice::find_users() {
  for (const std::uint16_t thread : graph_.threads()) {
    bool has_part = false;
    for (const NodeId id : graph_.nodes_of(thread)) {
      const Node& node = model_[id];
      if (!is_in_[id]) continue;
      has_part = true;
      if (!node.has_operation) continue;
      const EventKind kind = node.operation.kind;
      for (const ResourceId cell : node.cells) {
        Users& users = users_[cell];
        if (reads(kind)) note(users.reader, users.has_readers, thread);
        if (writes(node)) note(users.writer, users.has_writers, thread);
      }
      if (takes(kind)) note(users_[node.resource].writer, users_[node.resource].has_writers, thread);
    }
    if (has_part) threads_.push_back(thread);
  }
  for (ResourceId resource = 0; resource < users_.size(); ++resource) {
    if (users_[resource].is_needed) resources_.push_back(resource);
  }
  for (const std::uint16_t thread : threads_) {
    for (const NodeId id : graph_.nodes_of(thread)) is_apart_[id] = is_in_[id] && find_apart(id);
  }
}

bool GoalSlice::find_apart(NodeId id) const {
  const Node& node = model_[id];
  if (!node.has_operation || node.may_end_process) return false;
  const EventKind kind = node.operation.kind;
  const std::uint16_t thread = graph_.thread_of(id);
  const auto nobody_else = [&](std::uint16_t one, bool has_more) {
    return !has_more && (one == kNobody || one == thread);
  };
  if (takes(kind)) return nobody_else(users_[node.resource].writer, users_[node.resource].has_writers);
  if (gives_back(kind)) return !users_[node.resource].is_tried;
  return std::all_of(node.cells.begin(), node.cells.end(), [&](ResourceId cell) {
    const Users& users = users_[cell];
    if (!users.is_needed || model_.has(Defect::GoalApart)) return true;  // nobody looks at it
    if (reads(kind) && !nobody_else(users.writer, users.has_writers)) return false;
    return !writes(node) ||
           (nobody_else(users.writer, users.has_writers) && nobody_else(users.reader, users.has_readers));
  });
}

}  // namespace heddle
