// SPDX-License-Identifier: Apache-2.0
#include "solve/thread_classes.h"

#include <algorithm>
#include <map>
#include <set>

namespace heddle {
namespace {

constexpr std::size_t kMostLocalSteps = 64;  // between two joins

// Whether those who know the threads by their numbers cannot tell them apart.
class Surroundings {
 public:
  Surroundings(const Model& model, const std::vector<std::uint16_t>& members)
      : model_(model), members_(members.begin(), members.end()) {}

  bool tell_nothing() {
    for (const NodeId id : model_.thread_operations()) {
      const Node& node = model_[id];
      if (members_.contains(node.operation.object) && !is_harmless(id, node)) return false;
    }
    return are_joined_in_one_go() && return_the_same();
  }

 private:
  // One thread creates them all, in the same way, and joins them; where it keeps their handles is its own affair.
  bool is_harmless(NodeId id, const Node& node) {
    const bool is_create = node.operation.kind == EventKind::ThreadCreate;
    const bool is_join = node.operation.kind == EventKind::ThreadJoin;
    if (!(is_create || is_join) || node.is_common) return false;
    const bool is_shared = std::any_of(node.cells.begin(), node.cells.end(),
                                       [&](ResourceId cell) { return model_.resources()[cell].is_shared; });
    if (is_shared) return false;
    if (!creator_) creator_ = node.thread;
    if (node.thread != *creator_) return false;
    if (is_join) {
      joins_.insert(id);
      return true;
    }
    if (!is_detached_) is_detached_ = node.operation.is_detached;
    return *is_detached_ == node.operation.is_detached;
  }

  // From the first join of one of them to the last nothing happens that others could notice. Nodes on a way were added
  // one after the other, so the first of those that no walk has come to begins a way.
  bool are_joined_in_one_go() {
    if (model_.has(Defect::HastyJoin)) return true;
    are_joined_ = !joins_.empty();
    while (!joins_.empty()) {
      if (!walk(*joins_.begin())) return false;
    }
    return true;
  }

  bool walk(NodeId id) {
    std::set<std::uint64_t> joined;
    for (std::size_t local = 0; local < kMostLocalSteps; ++local) {
      const Node& node = model_[id];
      const bool is_join = node.has_operation && node.operation.kind == EventKind::ThreadJoin &&
                           members_.contains(node.operation.object);
      if (is_join) {
        if (!joined.insert(node.operation.object).second) return false;
        joins_.erase(id);
        if (joined.size() == members_.size()) return true;
        local = 0;
      }
      const bool goes_on = node.has_operation && (is_join || node.is_local) && !node.may_end_process;
      if (!goes_on || node.edges.size() != 1) return false;
      id = node.edges.front().child;
    }
    return false;
  }

  // Where one of them never ends, none is joined in the search: what a join would tell has to be known before.
  bool return_the_same() const {
    if (model_.has(Defect::EveryReturn)) return true;
    std::optional<std::uint64_t> value;
    for (const NodeId id : model_.ends_of_threads()) {
      const Node& node = model_[id];
      if (!(node.is_common || members_.contains(number(node.thread)))) continue;
      if (!node.exit_known && are_joined_ && !model_.has(Defect::UnknownReturn)) return false;
      if (!node.exit_known) continue;
      if (value.value_or(node.exit_value) != node.exit_value) return false;
      value = node.exit_value;
    }
    return true;
  }

  const Model& model_;
  std::set<std::uint64_t> members_;
  std::set<NodeId> joins_;  // that no walk has come to
  bool are_joined_ = false;
  std::optional<ThreadId> creator_;
  std::optional<bool> is_detached_;
};

}  // namespace

ThreadClasses::ThreadClasses(const Model& model) {
  if (!model.has_common_nodes() || model.shows_owners() || model.shows_callers()) return;
  is_hasty_ = model.has(Defect::HastyJoin);
  std::map<NodeId, Members> by_first;  // node after their beginning
  for (std::uint16_t thread = 1; thread < model.thread_count(); ++thread) {
    const NodeId first = model.root_of(ThreadId(thread));
    if (!model.shares(ThreadId(thread)) || first == kNoNode || model.has_several_roots(ThreadId(thread))) continue;
    const Node& root = model[first];
    if (root.edges.size() != 1) continue;
    by_first[root.edges.front().child].push_back(thread);
  }
  names_.resize(model.thread_count());
  for (std::uint16_t thread = 0; thread < names_.size(); ++thread) names_[thread] = thread;
  index_.resize(names_.size());
  has_.resize(names_.size());
  for (auto& [first, members] : by_first) {
    if (members.size() > 1 && Surroundings(model, members).tell_nothing()) add(std::move(members));
  }
}

void ThreadClasses::add(Members members) {
  for (const std::uint16_t thread : members) {
    names_[thread] = members.front();
    index_[thread] = static_cast<std::uint32_t>(members_.size());
    has_[thread] = true;
  }
  members_.push_back(std::move(members));
}

std::optional<std::uint16_t> ThreadClasses::awaited(const Machine& machine, std::uint16_t joining) const {
  if (members_.empty() || is_hasty_ || machine.node(joining).operation.kind != EventKind::ThreadJoin) return std::nullopt;
  const std::uint64_t target = machine.node(joining).operation.object;
  if (target >= has_.size() || !has_[target]) return std::nullopt;
  for (const std::uint16_t member : members_[index_[target]]) {
    if (machine.is_live(member)) return member;
  }
  return std::nullopt;
}

}  // namespace heddle
