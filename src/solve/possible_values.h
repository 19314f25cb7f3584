// SPDX-License-Identifier: Apache-2.0
//
// PossibleValues: what a thread may find in memory, whatever the others do: the initial value, and what known steps
// write there, except where something rules that out for every execution. More than is possible, never less, as long as
// all that happened before is known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solve/known_graph.h"

namespace heddle {

class PossibleValues {
 public:
  using Values = std::vector<std::uint64_t>;

  PossibleValues(const KnownGraph& graph, Allowance& allowance);

  // First of all: what read-modify-writes make of each other's values. False: no end of it in sight.
  bool settle();
  // Of one cell, when the thread takes its step at `node`; nothing if that cannot be told.
  std::optional<Values> of_cell(NodeId node, ResourceId cell);
  // Of all cells of the node: one value of each, in order; nothing if that cannot be told or there are too many.
  std::optional<std::vector<Values>> of_cells(NodeId node);
  // The same, put together as the thread reads them; of at most eight bytes.
  std::optional<Values> of_word(NodeId node);

 private:
  struct Write {
    NodeId node;
    std::uint32_t edge;
  };
  // What a thread, and those that led to its creation, left behind last.
  struct Own {
    std::vector<Write> last;
    bool may_be_none = false;     // nothing was written before
    bool is_all_in_lock = false;  // and nothing can have come between
  };
  using Marks = std::vector<bool>;  // by place of the node in its thread's order

  bool touches(NodeId node, ResourceId cell) const;
  Writes writes(NodeId node, const Edge& edge, ResourceId cell) const;
  void add_written(const Write& write, ResourceId cell, Values& to) const;
  const std::vector<Write>& writes_to(ResourceId cell);
  const std::vector<ResourceId>& locks_of(ResourceId cell);
  const std::vector<std::uint16_t>& sure_writers(ResourceId cell);
  bool is_alone(NodeId node, ResourceId cell) const;
  // From the node on, the thread can come to its end, or to where it gives the lock back, without surely writing.
  bool stays_until_end(NodeId node, ResourceId cell);
  bool stays_until_unlock(NodeId node, ResourceId cell, ResourceId lock);
  Marks find_stays(std::uint16_t thread, ResourceId cell, std::optional<ResourceId> lock);
  Own find_own(NodeId node, ResourceId cell, std::optional<ResourceId> lock);
  bool is_overwritten_by_ended(NodeId source, NodeId reader, ResourceId cell);
  bool is_initial_overwritten(NodeId reader, ResourceId cell);
  bool may_be_seen(const Write& write, NodeId reader, ResourceId cell, const Own& own, std::optional<ResourceId> lock);
  bool is_told_value(ResourceId cell) const;

  const KnownGraph& graph_;
  const Model& model_;
  Allowance& allowance_;
  std::vector<std::uint32_t> place_;   // by node, in the order of its thread
  std::vector<std::uint32_t> stamps_;  // by node and whether the lock was passed
  std::uint32_t stamp_ = 0;
  std::unordered_map<NodeId, Values> found_;  // by read-modify-writes whose results are not told in full
  std::unordered_map<ResourceId, std::vector<Write>> writes_;
  std::unordered_map<ResourceId, std::vector<ResourceId>> locks_;
  std::unordered_map<ResourceId, std::vector<std::uint16_t>> sure_writers_;
  std::map<std::pair<std::uint16_t, ResourceId>, Marks> until_end_;
  std::map<std::pair<std::pair<std::uint16_t, ResourceId>, ResourceId>, Marks> until_unlock_;
};

}  // namespace heddle
