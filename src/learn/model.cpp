// SPDX-License-Identifier: Apache-2.0
#include "learn/model.h"

#include <algorithm>
#include <utility>

#include "learn/machine.h"

namespace heddle {
namespace {

constexpr std::uint64_t kClockAddress = ~std::uint64_t{0};
constexpr std::size_t kFewEdges = 16;

bool is_about_threads(EventKind kind) {
  return kind == EventKind::ThreadCreate || kind == EventKind::ThreadJoin || kind == EventKind::ThreadTryJoin ||
         kind == EventKind::ThreadTimedJoin || kind == EventKind::ThreadDetach;
}

// Nobody is blocked in these: that they are known only as pending means that an attempt failed (learner.cpp).
bool is_guess(EventKind kind) {
  return kind == EventKind::Load || kind == EventKind::Store || kind == EventKind::Free || kind == EventKind::Call;
}

bool is_about_mutex(EventKind kind) {
  return kind == EventKind::MutexLock || kind == EventKind::MutexTryLock || kind == EventKind::MutexTimedLock ||
         kind == EventKind::MutexUnlock || kind == EventKind::CondWait;
}

bool same_operation(const Operation& known, Operation seen) {
  if (known.kind == EventKind::ReadRange) seen.size = known.size;  // as long as what stands there
  if (is_about_mutex(known.kind)) seen.size = known.size;          // of what type it is, its state tells
  if (known.kind == EventKind::BarrierArrive) seen.second = known.second;
  return known == seen;
}

Label told_at(const Node& node, Label label, Defect defect) {
  if (defect == Defect::HighResults && label.kind == LabelKind::Value) label.value &= 0xffffffff;
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

void Model::note_thread(ThreadId thread) {
  if (roots_.size() <= number(thread)) roots_.resize(number(thread) + 1u);
}

NodeId Model::root(ThreadId thread, std::uint64_t start) {
  note_thread(thread);
  std::vector<Root>& roots = roots_[number(thread)];
  for (const Root& root : roots) {
    if (root.start == start || has(Defect::RootNumber)) return root.node;
  }
  roots.push_back({start, add_node(thread)});
  return roots.back().node;
}

bool Model::is_root(NodeId id) const {
  const std::vector<Root>& roots = roots_[number(nodes_[id].thread)];
  return std::any_of(roots.begin(), roots.end(), [&](const Root& root) { return root.node == id; });
}

bool Model::is_identified(ThreadId thread) const {
  const std::vector<Root>& roots = roots_[number(thread)];
  return std::any_of(roots.begin(), roots.end(), [&](const Root& root) { return nodes_[root.node].key != NodeKey{}; });
}

void Model::set_merging(ThreadId thread, bool merges) {
  if (unmerged_.size() <= number(thread)) unmerged_.resize(number(thread) + 1u, false);
  unmerged_[number(thread)] = !merges;
}

void Model::set_sharing(ThreadId thread, bool shares) {
  if (sharing_.size() <= number(thread)) sharing_.resize(number(thread) + 1u, false);
  sharing_[number(thread)] = shares;
}

NodeKey Model::key_of(ThreadId thread, Fingerprint fingerprint) const {
  constexpr std::uint64_t kAnybody = 0xffff;
  if (has(Defect::MergeWord)) fingerprint = {wire::folded(fingerprint) % 8, 0};
  return wire::finish(wire::step(fingerprint, shares(thread) ? kAnybody : number(thread)));
}

NodeId Model::identify(NodeId id, const Fingerprint& fingerprint) {
  Node& node = nodes_[id];
  if (fingerprint.is_none() || !merges(node.thread)) return id;
  const NodeKey key = key_of(node.thread, fingerprint);
  if (node.key == key) return id;
  if (node.key != NodeKey{}) return kNoNode;
  const auto [known, is_new] = by_key_.emplace(key, id);
  const bool is_settled = node.has_operation && !node.is_provisional;
  if (is_new || is_settled || node.parents.empty() || is_root(id)) {
    node.key = key;
    return id;
  }
  replace(id, known->second);
  return known->second;
}

NodeId Model::find(ThreadId thread, const Fingerprint& fingerprint) const {
  const auto known = by_key_.find(key_of(thread, fingerprint));
  return known == by_key_.end() ? kNoNode : known->second;
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
  if (nodes_[id].is_common || nodes_[id].thread != nodes_[by].thread) make_common(by);
  ++replacements_;
}

// Another thread has come here: it can go wherever this leads.
void Model::make_common(NodeId id) {
  has_common_nodes_ = true;
  std::vector<NodeId> work = {id};
  while (!work.empty()) {
    Node& node = nodes_[work.back()];
    work.pop_back();
    if (std::exchange(node.is_common, true)) continue;
    if (node.has_operation) find_resources(node);
    for (const Edge& edge : node.edges) work.push_back(edge.child);
  }
}

void Model::note_user(const Node& node, ResourceId resource) {
  if (node.is_common && !has(Defect::CommonPrivate))
    resources_.note_shared(resource);
  else
    resources_.note_user(resource, node.thread);
}

bool Model::set_operation(NodeId id, Operation operation) {
  if (nodes_[id].end != NodeEnd::Open) return false;
  if (has(Defect::CreatedWith)) operation.start = 0;
  const bool is_create = operation.kind == EventKind::ThreadCreate;
  const NodeId created = is_create ? root(ThreadId(static_cast<std::uint16_t>(operation.object)), operation.start)
                                   : kNoNode;  // may move nodes_
  Node& node = nodes_[id];
  if (node.has_operation && !node.is_provisional) {
    const bool is_longer = operation.kind == EventKind::ReadRange && operation.size > node.operation.size;
    if (!same_operation(node.operation, operation)) return false;
    if (!is_longer) {
      if (node.names != resources_.names()) find_resources(node);
      return true;
    }
    node.operation.size = operation.size;
  } else {
    // A call on a stream that is locked is blocked in that lock.
    const bool is_other = node.is_provisional && node.operation.kind != operation.kind && !operation.needs_lock;
    if (is_other && !is_guess(node.operation.kind)) return false;
    node.cells.clear();
    node.overlaid.clear();
    node.resource = node.partner = 0;
    ++version_;
    node.has_operation = true;
    node.is_provisional = false;
    node.operation = std::move(operation);
    if (node.operation.kind == EventKind::AtomicBegin) node.atomic_depth = 1;
    sections_wait_ |= node.atomic_depth > 0 && may_wait(node.operation) && !has(Defect::SectionWaits);
    if (node.operation.kind == EventKind::Free || node.operation.remakes) freeing_.push_back(id);
    if (node.operation.is_unmodelled) unmodelled_.push_back(id);
    if (is_about_threads(node.operation.kind)) thread_operations_.push_back(id);
    node.created = created;
    if (is_create) nodes_[created].parents.push_back(id);
  }
  find_use(node);
  find_resources(node);
  sections_have_grown_ |= node.atomic_depth > 0 && may_end_in_section(node, resources_);
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
  const Label seen = told_at(node, label, defect_);
  if (node.edges.size() > kFewEdges) {
    const EdgeIndex& index = many_edges_[node.edge_index];
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
  const NodeId child = add_node(nodes_[id].thread);
  add_edge(id, label, child, std::move(written));
  const Node& node = nodes_[id];
  const bool stays_atomic = node.atomic_depth > 0 && node.operation.kind != EventKind::AtomicEnd;
  nodes_[child].atomic_depth = stays_atomic ? 1 : 0;
  return child;
}

void Model::add_edge(NodeId id, const Label& label, NodeId child, std::vector<std::uint8_t> written) {
  ++version_;
  Node& node = nodes_[id];
  node.edges.push_back({told_at(node, label, defect_), child, std::move(written)});
  if (node.edges.size() > kFewEdges) {
    if (node.edges.size() == kFewEdges + 1) {
      node.edge_index = static_cast<std::uint32_t>(many_edges_.size());
      many_edges_.emplace_back();
    }
    EdgeIndex& index = many_edges_[node.edge_index];
    for (auto edge = static_cast<std::uint32_t>(index.size()); edge < node.edges.size(); ++edge) {
      index.emplace(node.edges[edge].label, edge);
    }
  }
  nodes_[child].parents.push_back(id);
  unsettled_.push_back(id);
  if (node.is_common || node.thread != nodes_[child].thread) make_common(child);
}

Label Model::told(NodeId id, const Label& label) const { return told_at(nodes_[id], label, defect_); }

bool Model::set_end(NodeId id, NodeEnd end) {
  Node& node = nodes_[id];
  if (node.end == end) return true;
  if (node.end != NodeEnd::Open || node.has_operation) return false;
  node.end = end;
  if (end == NodeEnd::Ended) ends_of_threads_.push_back(id);
  for (NodeId parent : node.parents) {
    if (ends_process(end) && !nodes_[parent].may_end_process) {
      nodes_[parent].may_end_process = true;
      ending_.push_back(parent);
      sections_have_grown_ |= nodes_[parent].atomic_depth > 0;
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

}  // namespace heddle
