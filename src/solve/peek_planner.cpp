// SPDX-License-Identifier: Apache-2.0
#include "solve/peek_planner.h"

#include <algorithm>
#include <utility>

#include "learn/rmw.h"

namespace heddle {
namespace {

constexpr std::size_t kMostPeeks = 2048;  // of one execution; trying one out takes about as long as two events
constexpr std::size_t kMostPerEvent = 256;
constexpr std::uint32_t kMostSpoiled = 3;  // executions that peeks at one point made necessary again

// A result that leads where nobody has been has to be executed all the same: where most do, peeks only cost.
constexpr std::uint64_t kToldOnTrial = 4096;
constexpr std::uint64_t kToldPerMet = 8;

bool can_be_peeked(const Node& node) {
  const EventKind kind = node.operation.kind;
  return (kind == EventKind::Load || kind == EventKind::Rmw) && node.operation.size <= 8 && node.cells.size() == 1;
}

}  // namespace

void PeekPlanner::note(ResourceId cell, std::uint64_t value) {
  Values& values = written_[cell];
  value = low_bytes(value, model_.resources()[cell].size);
  if (values.known.insert(value).second) values.list.push_back(value);
}

// False if it is not known yet what the node does.
bool PeekPlanner::take_written_value(NodeId id) {
  const Node& node = model_[id];
  if (!node.has_operation || node.is_provisional) return node.end != NodeEnd::Open;
  if (node.cells.size() != 1) return true;
  const ResourceId cell = node.cells.front();
  const Resource& resource = model_.resources()[cell];
  if (resource.initial_known) note(cell, resource.initial);
  switch (node.operation.kind) {
    case EventKind::Store:
      note(cell, node.operation.first);
      break;
    case EventKind::Cas:
      note(cell, node.operation.second);
      break;
    case EventKind::Rmw:
      if (node.use == nullptr) modifying_.push_back({id, 0});
      break;
    default:
      break;
  }
  return true;
}

void PeekPlanner::take_modified_values() {
  for (ModifyingNode& each : modifying_) {
    const Node& node = model_[each.node];
    for (; each.edges < node.edges.size(); ++each.edges) {
      const Label& label = node.edges[each.edges].label;
      if (label.kind != LabelKind::Value) continue;
      note(node.cells.front(), modified(node.operation, label.value));
    }
  }
}

// Values that only a peek leads to, and no search, would lead to ever more of them.
void PeekPlanner::take_written_values() {
  if (cuts_ != model_.resources().cuts().size()) {  // cells are others now
    cuts_ = model_.resources().cuts().size();
    used_seen_ = 0;
    waiting_.clear();
    modifying_.clear();
    written_.clear();
    asked_.clear();
  }
  const std::vector<NodeId>& used = model_.first_used();
  waiting_.insert(waiting_.end(), used.begin() + static_cast<std::ptrdiff_t>(used_seen_), used.end());
  used_seen_ = used.size();
  std::erase_if(waiting_, [&](NodeId id) { return take_written_value(id); });
  take_modified_values();
}

std::vector<std::uint64_t> PeekPlanner::wanted_at(NodeId id, std::size_t room) {
  const Node& node = model_[id];
  std::vector<std::uint64_t> wanted;
  const auto written = written_.find(node.cells.front());
  if (written == written_.end()) return wanted;
  const std::vector<std::uint64_t>& values = written->second.list;
  std::size_t& asked = asked_[id];
  std::vector<Label> labels;
  for (; asked < values.size() && wanted.size() < room; ++asked) {
    const Label label = model_.told(id, {LabelKind::Value, 0, values[asked]});
    if (model_.edge(id, {LabelKind::Value, 0, values[asked]}) != nullptr) continue;
    if (node.use != nullptr && std::find(labels.begin(), labels.end(), label) != labels.end()) continue;
    labels.push_back(label);
    wanted.push_back(values[asked]);
  }
  return wanted;
}

void PeekPlanner::add_requests(Schedule& schedule) {
  if (told_ >= kToldOnTrial && met_ * kToldPerMet < told_) return;
  take_written_values();
  walk_.reset();
  std::size_t room = kMostPeeks;
  std::uint32_t event = 0;
  std::size_t next_choice = 0;
  for (const Turn& turn : schedule.turns) {
    const std::uint16_t thread = number(turn.thread);
    for (std::uint32_t count = 0; count < turn.events; ++count, ++event) {
      const Machine& machine = walk_.machine();
      const bool is_there = thread < machine.thread_count() && machine.is_live(thread);
      if (!is_there || !machine.node(thread).has_operation) return;
      const NodeId id = machine.thread(thread).node;
      const Node& node = model_[id];
      const bool is_wanted = room > 0 && model_.merges(node.thread) && can_be_peeked(node);
      const auto spoiled = is_wanted ? spoiled_.find(node.operation.point) : spoiled_.end();
      if (is_wanted && (spoiled == spoiled_.end() || spoiled->second < kMostSpoiled)) {
        std::vector<std::uint64_t> values = wanted_at(id, std::min(room, kMostPerEvent));
        room -= values.size();
        if (!values.empty()) schedule.peeks.push_back({event, std::move(values)});
      }
      const std::uint32_t alternatives = machine.alternatives(thread);
      const bool leaves = machine.leaves_wait_set(thread);
      ModelStep step{thread, 0, alternatives > 1, false};
      if (step.is_choice && next_choice < schedule.choices.size()) {
        step.choice = static_cast<std::uint16_t>(schedule.choices[next_choice++]);
      }
      step.is_spurious = leaves && (step.choice == 1 || !node.operation.is_timed);
      if (!walk_.take(step)) return;
    }
  }
}

void PeekPlanner::learn(const Trace& trace) {
  for (const Peek& peek : trace.peeks) {
    if (peek.fingerprint.is_none()) continue;
    ++told_;
    met_ += model_.find(trace.events[peek.event].thread, peek.fingerprint) != kNoNode ? 1 : 0;
  }
  for (const std::uint32_t event : trace.unpeekable) {
    if (event < trace.events.size()) ++spoiled_[trace.events[event].point];
  }
}

}  // namespace heddle
