// SPDX-License-Identifier: Apache-2.0
//
// Dominators: which nodes of a thread lie on every way to another one. Threads of a known graph do not run in circles,
// so whoever executes a node has executed all nodes above it before, each once, in this order.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/known_graph.h"

namespace heddle {

class Dominators {
 public:
  explicit Dominators(const KnownGraph& graph);

  // The nearest one; kNoNode of the first node of a thread.
  NodeId above(NodeId node) const { return above_[node]; }
  // The nearest node that is on every way to each of the two, or one of them. Of one thread.
  NodeId common(NodeId one, NodeId other) const;
  bool is_above_or_same(NodeId upper, NodeId lower) const { return common(upper, lower) == upper; }
  // In the order of its thread.
  std::uint32_t place(NodeId node) const { return place_[node]; }

 private:
  std::vector<NodeId> above_;         // by node
  std::vector<std::uint32_t> place_;  // by node
};

}  // namespace heddle
