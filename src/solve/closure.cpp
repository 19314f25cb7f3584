// SPDX-License-Identifier: Apache-2.0
#include "solve/closure.h"

#include <algorithm>

#include "solve/on_lock.h"

namespace heddle {
namespace {

constexpr Label kNothing{};
Label value(std::uint64_t number) { return {LabelKind::Value, 0, number}; }

// The steps of all threads, one by one.
class Results {
 public:
  Results(const KnownGraph& graph, PossibleValues& values) : graph_(graph), model_(graph.model()), values_(values) {}

  // Whether every result that the step may have has an edge.
  bool are_known(NodeId id) {
    const Node& node = model_[id];
    switch (node.operation.kind) {
      case EventKind::Load:
      case EventKind::Rmw:
      case EventKind::Cas:
        if (model_.is_private(node)) return !node.edges.empty();
        return node.operation.size > 8 ? are_known_of_range(id) : are_known_of_word(id);
      case EventKind::ReadRange:
        return model_.is_private(node) ? !node.edges.empty() : are_known_of_range(id);
      case EventKind::ThreadJoin:
        return are_known_of_join(id);
      case EventKind::MutexTryLock:
      case EventKind::SpinTryLock:
        return has(id, value(0)) && (has(id, value(1)) || !may_be_taken(id));
      case EventKind::MutexLock:
      case EventKind::MutexUnlock:
        return has(id, value(0));
      case EventKind::ObjectDestroy:
        return node.edges.size() == 1 && node.edges.front().label.value == 0;
      case EventKind::Exit:
        return node.operation.object == 0 ? has(id, kNothing) : !node.edges.empty() && !may_be_ending(id);
      default:
        return has(id, kNothing);
    }
  }

 private:
  bool has(NodeId id, const Label& label) const { return model_.edge(id, label) != nullptr; }

  // Nobody adds to what is called at the end of the process, for that is not taken into account, but another thread may
  // have begun to call it.
  bool may_be_ending(NodeId id) const {
    const std::vector<NodeId>& looking = graph_.touching(model_[id].resource);
    return std::any_of(looking.begin(), looking.end(), [&](NodeId other) {
      const std::vector<Edge>& edges = model_[other].edges;
      return graph_.thread_of(other) != graph_.thread_of(id) && !graph_.comes_before(id, other) &&
             std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) { return !ends_process(model_[edge.child].end); });
    });
  }

  bool are_known_of_word(NodeId id) {
    const Node& node = model_[id];
    if (node.use != nullptr && node.use->kind == ResultUseKind::Dead) return has(id, value(0));
    const std::optional<PossibleValues::Values> words = values_.of_word(id);
    return words && std::all_of(words->begin(), words->end(), [&](std::uint64_t word) { return has(id, value(word)); });
  }

  // As Machine::predict_range does: how much is read may depend on what is found.
  bool are_known_of_range(NodeId id) {
    const Node& node = model_[id];
    const std::optional<std::vector<PossibleValues::Values>> contents = values_.of_cells(id);
    if (!contents) return false;
    const auto is_known = [&](const PossibleValues::Values& words) {
      std::vector<std::uint8_t> bytes;
      for (std::size_t index = 0; index < words.size(); ++index) {
        std::uint64_t bits = words[index];
        const std::uint8_t size = model_.resources()[node.cells[index]].size;
        for (std::uint8_t at = 0; at < size; ++at, bits >>= 8) bytes.push_back(static_cast<std::uint8_t>(bits));
      }
      return std::any_of(node.edges.begin(), node.edges.end(), [&](const Edge& edge) {
        return edge.label.kind == LabelKind::Range && edge.label.size <= bytes.size() &&
               hash_bytes(bytes.data(), edge.label.size) == edge.label.value;
      });
    };
    return std::all_of(contents->begin(), contents->end(), is_known);
  }

  bool are_known_of_join(NodeId id) const {
    const auto target = static_cast<std::uint16_t>(model_[id].operation.object);
    const std::vector<NodeId>& ends = graph_.ends_of(target);
    return std::all_of(ends.begin(), ends.end(),
                       [&](NodeId end) { return model_[end].exit_known && has(id, value(model_[end].exit_value)); });
  }

  // Somebody else may hold the lock.
  bool may_be_taken(NodeId id) const {
    const std::vector<NodeId>& users = graph_.touching(model_[id].resource);
    return std::any_of(users.begin(), users.end(), [&](NodeId user) {
      const OnLock use = on_lock(model_[user].operation.kind);
      const bool takes = use == OnLock::Takes || use == OnLock::Tries;
      const std::uint16_t thread = graph_.thread_of(user);
      return takes && thread != graph_.thread_of(id) && graph_.may_exist(id, thread) && !graph_.has_ended(id, thread);
    });
  }

  const KnownGraph& graph_;
  const Model& model_;
  PossibleValues& values_;
};

}  // namespace

ClosureFindings Closure::look_at(KnownGraph& graph, Allowance& allowance) const {
  ClosureFindings findings;
  const auto refused = [&](std::string_view why) {
    findings.is_refused = true;
    findings.refusal = allowance.is_spent() ? "it would take too long" : why;
    return findings;
  };
  if (!graph.make()) return refused(graph.refusal());
  if (!is_free_of_misuse(graph, allowance)) return refused("something may be misused");
  if (!is_free_of_deadlocks(graph)) return refused("threads may wait for each other for ever");
  if (races_ && !is_free_of_races(graph, is_known_, allowance)) return refused("accesses may race");
  PossibleValues values(graph, allowance);
  if (!values.settle()) return refused("memory may hold too many values");
  for (const NodeId node : graph.unknown()) findings.goals.push_back({node});
  Results results(graph, values);
  for (const std::uint16_t thread : graph.threads()) {
    for (const NodeId id : graph.nodes_of(thread)) {
      const Node& node = model_[id];
      if (!node.has_operation || node.is_provisional) continue;
      if (!results.are_known(id)) findings.goals.push_back({id});
      if (allowance.is_spent()) return refused({});
    }
  }
  findings.is_closed = findings.goals.empty();
  return findings;
}

}  // namespace heddle
