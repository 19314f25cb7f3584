// SPDX-License-Identifier: Apache-2.0
//
// What may still be touched from each node on, brought up to date with what was learned.
#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "learn/model.h"

namespace heddle {

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
  AccessSetId future_before = kNoAccesses, live_before_it = kNoAccesses;  // of the child before: often the same
  for (const Edge& edge : node.edges) {
    const Node& child = nodes_[edge.child];
    if (child.future != future_before) future = accesses_.unite(future, child.future);
    if (child.live != live_before_it) after = accesses_.unite(after, child.live);
    future_before = child.future;
    live_before_it = child.live;
  }
  if (node.has_operation) {
    future = accesses_.add(future, node.accesses);
    if (node.operation.kind == EventKind::ThreadCreate && !has(Defect::CreatedFuture)) {
      const Node& created = nodes_[node.created];
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
  bool is_found = false;
  for (NodeId id : freeing_) {
    const Operation& operation = nodes_[id].operation;
    for (ResourceId inside : resources_.inside(operation.object, operation.size)) {
      note_user(nodes_[id], inside);
      is_found |= inside >= resources_seen_;
    }
  }
  resources_seen_ = resources_.size();
  if (is_found) ++found_in_freed_;
  unsettled_.insert(unsettled_.end(), freeing_.begin(), freeing_.end());
}

NodeId Model::first_unmodelled() {
  for (NodeId id : unmodelled_) {
    const Operation& operation = nodes_[id].operation;
    if (operation.size == 0) return id;
    for (ResourceId inside : resources_.inside(operation.object, operation.size)) {
      note_user(nodes_[id], inside);
      if (resources_[inside].is_shared) return id;
    }
  }
  return kNoNode;
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
  bool used_has_grown = std::exchange(sections_have_grown_, false);
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
