// SPDX-License-Identifier: Apache-2.0
#include "solve/dominators.h"

namespace heddle {

Dominators::Dominators(const KnownGraph& graph) {
  const Model& model = graph.model();
  above_.assign(model.node_count(), kNoNode);
  place_.assign(model.node_count(), 0);
  for (const std::uint16_t thread : graph.threads()) {
    std::uint32_t place = 0;
    for (const NodeId node : graph.nodes_of(thread)) {
      place_[node] = place++;
      for (const KnownGraph::Before& before : graph.before(node)) {
        const bool is_first = above_[node] == kNoNode || model.has(Defect::SaturationDominator);
        above_[node] = is_first ? before.node : common(above_[node], before.node);
      }
    }
  }
}

// A node is always above later ones only.
NodeId Dominators::common(NodeId one, NodeId other) const {
  while (one != other) {
    NodeId& later = place_[one] > place_[other] ? one : other;
    later = above_[later];
  }
  return one;
}

}  // namespace heddle
