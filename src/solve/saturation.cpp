// SPDX-License-Identifier: Apache-2.0
#include "solve/saturation.h"

#include <algorithm>

#include "learn/rmw.h"
#include "solve/on_lock.h"

namespace heddle {
namespace {

constexpr int kMostRounds = 40;

bool takes(EventKind kind) { return on_lock(kind) == OnLock::Takes; }
bool gives_back(EventKind kind) { return on_lock(kind) == OnLock::GivesBack; }

bool touches(const Node& node, ResourceId cell) {
  return std::find(node.cells.begin(), node.cells.end(), cell) != node.cells.end();
}

// What the step leaves in its only cell; nothing if that cannot be told.
std::optional<std::uint64_t> written(const Model& model, const Node& node, const Edge& edge) {
  if (node.cells.size() != 1) return std::nullopt;
  const std::uint8_t size = model.resources()[node.cells.front()].size;
  const Operation& operation = node.operation;
  switch (operation.kind) {
    case EventKind::Store:
      return low_bytes(operation.first, size);
    case EventKind::Cas:
      return low_bytes(operation.second, size);
    case EventKind::Rmw:
      if (operation.rmw == RmwOperator::Exchange) return low_bytes(operation.first, size);
      if (node.use != nullptr) return std::nullopt;
      return low_bytes(modified(operation, edge.label.value), size);
    default:
      return std::nullopt;
  }
}

}  // namespace

Saturation::Saturation(const KnownGraph& graph, const Dominators& dominators, NodeId goal, Allowance& allowance)
    : graph_(graph),
      model_(graph.model()),
      dominators_(dominators),
      goal_(goal),
      goal_thread_(graph.thread_of(goal)),
      allowance_(allowance) {
  required_.resize(graph.thread_count());
  required_[goal_thread_].node = goal;
  find_ways(required_[goal_thread_]);
}

bool Saturation::agrees_with(NodeId node) const {
  const Required& required = required_[graph_.thread_of(node)];
  if (required.node == kNoNode) return true;
  const std::uint32_t place = dominators_.place(node);
  return required.leads[place] || (required.follows[place] && !model_.has(Defect::SaturationCut));
}

bool Saturation::refutes() {
  for (int round = 0; round < kMostRounds; ++round) {
    requires_more_ = false;
    if (!list_events()) return false;
    order_threads();
    find_sections();
    for (bool has_grown = true; has_grown && !requires_more_ && !is_impossible_;) {
      for (std::size_t event = 0; event < events_.size() && !requires_more_; ++event) look_at_read(event);
      order_sections();
      is_impossible_ |= order_.is_impossible();
      if (allowance_.is_spent()) break;
      has_grown = order_.has_grown();
    }
    if (is_impossible_) return true;
    if (!requires_more_ || allowance_.is_spent()) return false;
  }
  return false;
}

void Saturation::find_ways(Required& required) const {
  const std::vector<NodeId>& order = graph_.nodes_of(graph_.thread_of(required.node));
  const std::uint32_t last = dominators_.place(required.node);
  allowance_.spend(order.size() / 4 + 1);
  required.leads.assign(order.size(), false);
  required.follows.assign(order.size(), false);
  required.leads[last] = required.follows[last] = true;
  for (std::uint32_t place = last; place-- > 0;) {
    const std::vector<Edge>& edges = model_[order[place]].edges;
    required.leads[place] = std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
      return static_cast<bool>(required.leads[dominators_.place(edge.child)]);
    });
  }
  for (std::uint32_t place = last; place < order.size(); ++place) {
    if (!required.follows[place]) continue;
    for (const Edge& edge : model_[order[place]].edges) required.follows[dominators_.place(edge.child)] = true;
  }
}

// Its thread executes the node before the goal.
void Saturation::require(NodeId node) {
  if (node == goal_ || !agrees_with(node)) {
    is_impossible_ = true;
    return;
  }
  Required& required = required_[graph_.thread_of(node)];
  const bool is_known = required.node != kNoNode;
  if (is_known && (required.node == node || !dominators_.is_above_or_same(required.node, node))) return;
  if (graph_.thread_of(node) == goal_thread_) {
    is_impossible_ = true;  // it comes after the goal
    return;
  }
  required.node = node;
  find_ways(required);
  requires_more_ = true;
}

// Whether anything can follow from the node's being executed.
bool Saturation::matters(NodeId id) const {
  const Node& node = model_[id];
  if (!node.has_operation) return false;
  const EventKind kind = node.operation.kind;
  if (kind == EventKind::ThreadCreate || kind == EventKind::ThreadJoin) return true;
  if (takes(kind) || gives_back(kind)) return true;
  return !node.cells.empty() && !model_.is_private(node);
}

bool Saturation::list_events() {
  events_.clear();
  for (const std::uint16_t thread : graph_.threads()) {
    Required& required = required_[thread];
    if (required.node == kNoNode) continue;
    required.first = events_.size();
    for (NodeId node = required.node; node != kNoNode; node = dominators_.above(node)) {
      const bool is_end = node == required.node || dominators_.above(node) == kNoNode;
      if (is_end || matters(node)) events_.push_back({node, thread});
      if (!allowance_.spend() || events_.size() > EventOrder::kMost) return false;
    }
    std::reverse(events_.begin() + static_cast<std::ptrdiff_t>(required.first), events_.end());
    required.count = events_.size() - required.first;
    if (thread == goal_thread_) goal_event_ = events_.size() - 1;
  }
  order_.reset(events_.size());
  return true;
}

void Saturation::order_threads() {
  for (const std::uint16_t thread : graph_.threads()) {
    const Required& required = required_[thread];
    if (required.count == 0) continue;
    for (std::size_t event = required.first + 1; event < required.first + required.count; ++event) {
      order_.put(event - 1, event);
    }
    if (thread != goal_thread_) order_.put(required.first + required.count - 1, goal_event_);
    order_creation(thread);
  }
  for (std::size_t event = 0; event < events_.size(); ++event) {
    if (is_executed(event) && node_of(event).operation.kind == EventKind::ThreadJoin) order_end(event);
  }
  allowance_.spend(events_.size());
  is_impossible_ |= order_.is_impossible();
}

// Who has done anything was created before.
void Saturation::order_creation(std::uint16_t thread) {
  if (thread == 0) return;
  const std::vector<NodeId>& creators = graph_.creators_of(thread);
  NodeId creator = creators.front();
  for (const NodeId other : creators) {
    if (graph_.thread_of(other) != graph_.thread_of(creator)) return;
    creator = dominators_.common(creator, other);
  }
  require(creator);
  for (std::size_t event = 0; event < events_.size(); ++event) {
    if (events_[event].node == creator && is_executed(event)) order_.put(event, required_[thread].first);
  }
}

// Who was joined has ended before.
void Saturation::order_end(std::size_t join) {
  const auto thread = static_cast<std::uint16_t>(node_of(join).operation.object);
  if (thread == goal_thread_) {
    is_impossible_ = true;
    return;
  }
  const Required& required = required_[thread];
  NodeId common = kNoNode;
  for (const NodeId end : graph_.ends_of(thread)) {
    if (!agrees_with(end)) continue;
    common = common == kNoNode ? end : dominators_.common(common, end);
  }
  if (common == kNoNode) {
    is_impossible_ = true;
    return;
  }
  if (required.count != 0) order_.put(required.first + required.count - 1, join);
  require(common);
}

// A read of one cell whose result says something: of the goal, that it is none of those that are known.
bool Saturation::is_read(std::size_t event) const {
  const Node& node = node_of(event);
  if (!node.has_operation || node.is_provisional || node.cells.size() != 1) return false;
  const EventKind kind = node.operation.kind;
  return kind == EventKind::Load || kind == EventKind::Rmw || kind == EventKind::Cas;
}

bool Saturation::accepts(std::size_t read, std::uint64_t value) const {
  const Edge* edge = model_.edge(events_[read].node, {LabelKind::Value, 0, value});
  if (is_goal(read)) return edge == nullptr;
  return edge != nullptr && is_allowed(events_[read].node, *edge);
}

// Whether a step along the edge agrees with what is executed later.
bool Saturation::is_allowed(NodeId node, const Edge& edge) const {
  const Required& required = required_[graph_.thread_of(node)];
  if (required.node == kNoNode || required.follows[dominators_.place(node)]) return true;
  return required.leads[dominators_.place(edge.child)];
}

bool Saturation::may_write(NodeId id, ResourceId cell, std::size_t read) const {
  const Node& node = model_[id];
  if (!touches(node, cell)) return false;
  return std::any_of(node.edges.begin(), node.edges.end(), [&](const Edge& edge) {
    if (KnownGraph::writes(node, edge) == Writes::Never || !is_allowed(id, edge)) return false;
    const std::optional<std::uint64_t> value = written(model_, node, edge);
    return !value || accepts(read, *value);
  });
}

bool Saturation::surely_writes(std::size_t event, ResourceId cell) const {
  const Node& node = node_of(event);
  if (!is_executed(event) || !touches(node, cell) || node.operation.kind == EventKind::ThreadJoin) return false;
  return std::all_of(node.edges.begin(), node.edges.end(), [&](const Edge& edge) {
    return KnownGraph::writes(node, edge) == Writes::Surely || !is_allowed(events_[event].node, edge);
  });
}

// Something that is executed writes to the cell between the two; `after` itself counts.
bool Saturation::is_overwritten(std::size_t after, std::size_t read, ResourceId cell) const {
  allowance_.spend(1 + events_.size() / 16);
  for (std::size_t event = 0; event < events_.size(); ++event) {
    const bool is_between = order_.has_or_same(after, event) && order_.has(event, read);
    if (is_between && surely_writes(event, cell)) return true;
  }
  return false;
}

// A write that need not have happened: it comes between two of the events of its thread, if that has any.
void Saturation::add_other(NodeId write, std::size_t read, Sources& sources) const {
  const NodeId reader = events_[read].node;
  const std::uint16_t thread = graph_.thread_of(write);
  const bool is_own = thread == events_[read].thread;
  if (!is_own && (!graph_.may_exist(reader, thread) || graph_.comes_before(reader, write))) return;
  const Required& required = required_[thread];
  const ResourceId cell = model_[reader].cells.front();
  if (required.node != kNoNode) {
    const std::size_t end = required.first + required.count;
    std::size_t next = required.first;
    while (next < end && dominators_.place(events_[next].node) < dominators_.place(write)) ++next;
    if (next > required.first && order_.has_or_same(read, next - 1)) return;
    if (next < end && order_.has(next, read) && is_overwritten(next, read, cell)) return;
  }
  const bool is_first = !sources.has_others;
  sources.has_others = true;
  const bool is_of_another = !is_first && (sources.other == kNoNode || graph_.thread_of(sources.other) != thread);
  if (is_own || thread == goal_thread_ || is_of_another) {
    sources.are_of_several = true;
    return;
  }
  sources.other = is_first ? write : dominators_.common(sources.other, write);
}

std::optional<Saturation::Sources> Saturation::sources_of(std::size_t read) {
  Sources sources;
  const ResourceId cell = node_of(read).cells.front();
  const Resource& resource = model_.resources()[cell];
  sources.is_initial = !resource.initial_known || accepts(read, resource.initial);
  if (model_.has(Defect::SaturationInitial)) sources.is_initial = false;
  for (std::size_t event = 0; event < events_.size(); ++event) {
    if (event == read || !is_executed(event)) continue;
    if (sources.is_initial && order_.has(event, read) && surely_writes(event, cell)) sources.is_initial = false;
    if (order_.has(read, event) || !may_write(events_[event].node, cell, read)) continue;
    const auto overwrites = [&](std::size_t other) {
      return other != event && order_.has(event, other) && order_.has(other, read) && surely_writes(other, cell);
    };
    bool is_gone = false;
    for (std::size_t other = 0; other < events_.size() && !is_gone; ++other) is_gone = overwrites(other);
    if (!is_gone) sources.events.push_back(event);
  }
  for (const NodeId write : graph_.touching(cell)) {
    if (!allowance_.spend()) return std::nullopt;
    const auto is_it = [&](const Event& event) { return event.node == write; };
    if (!agrees_with(write) || !may_write(write, cell, read)) continue;
    if (std::any_of(events_.begin(), events_.end(), is_it) || model_.has(Defect::SaturationOthers)) continue;
    add_other(write, read, sources);
  }
  if (!allowance_.spend(1 + events_.size() / 4)) return std::nullopt;
  return sources;
}

void Saturation::look_at_read(std::size_t read) {
  if (!is_read(read) || is_impossible_) return;
  const std::optional<Sources> sources = sources_of(read);
  if (!sources) return;
  if (!sources->has_others) return order_around(read, *sources);
  const bool are_all = !sources->is_initial && sources->events.empty() && !sources->are_of_several;
  if (are_all) require(sources->other);
}

// It reads from one of the events, or what was there at first, and nothing is written in between.
void Saturation::order_around(std::size_t read, const Sources& sources) {
  const std::vector<std::size_t>& from = sources.events;
  if (from.empty() && !sources.is_initial) is_impossible_ = true;
  const bool is_sure = from.size() == 1 && !sources.is_initial;
  if (is_sure) order_.put(from.front(), read);
  const ResourceId cell = node_of(read).cells.front();
  for (std::size_t event = 0; event < events_.size(); ++event) {
    const bool may_be_it = std::find(from.begin(), from.end(), event) != from.end();
    if (event == read || may_be_it || !surely_writes(event, cell)) continue;
    const auto is_before_it = [&](std::size_t source) { return order_.has(source, event); };
    const bool is_later = std::all_of(from.begin(), from.end(), is_before_it) || model_.has(Defect::SaturationReads);
    if (is_later) order_.put(read, event);
    if (is_sure && order_.has(event, read)) order_.put(event, from.front());
  }
  is_impossible_ |= order_.is_impossible();
}

void Saturation::find_sections() {
  sections_.clear();
  for (std::size_t take = 0; take < events_.size(); ++take) {
    if (!is_executed(take) || !takes(node_of(take).operation.kind)) continue;
    const Required& required = required_[events_[take].thread];
    Section section{node_of(take).resource, events_[take].thread, take, std::nullopt, false};
    for (std::size_t event = take + 1; event < required.first + required.count && !section.give_back; ++event) {
      const bool is_it =
          is_executed(event) && gives_back(node_of(event).operation.kind) && node_of(event).resource == section.lock;
      if (is_it) section.give_back = event;
    }
    if (section.give_back && !is_held_between(take, *section.give_back)) section.give_back.reset();
    section.lasts = !section.give_back && section.thread == goal_thread_ && is_held_between(take, goal_event_);
    sections_.push_back(section);
  }
}

// On every way from one event to the other, and still there.
bool Saturation::is_held_between(std::size_t take, std::size_t last) const {
  const std::vector<NodeId>& order = graph_.nodes_of(events_[take].thread);
  const Required& required = required_[events_[take].thread];
  const ResourceId lock = node_of(take).resource;
  const std::uint32_t end = dominators_.place(events_[last].node);
  for (std::uint32_t place = dominators_.place(events_[take].node) + 1; place <= end; ++place) {
    if (required.leads[place] && !graph_.holds(order[place], lock)) return false;
  }
  return allowance_.spend(1 + (end - dominators_.place(events_[take].node)) / 4);
}

// Nobody else takes a lock while it is held.
void Saturation::order_sections() {
  for (const Section& one : sections_) {
    for (const Section& other : sections_) {
      if (one.lock != other.lock || one.thread == other.thread) continue;
      if (one.lasts) order_.put(other.give_back.value_or(other.take), one.take);
      if (!one.give_back || !other.give_back) continue;
      const bool is_first = order_.has(one.take, *other.give_back) || model_.has(Defect::SaturationLocks);
      if (is_first) order_.put(*one.give_back, other.take);
    }
  }
  allowance_.spend(sections_.size());
}

}  // namespace heddle
