// SPDX-License-Identifier: Apache-2.0
//
// PeekPlanner: which other results an execution shall try out on its way. The model knows the nodes that the schedule
// passes; at each load of one cell it asks for the values that the search has seen written there (or that stood there at
// first) and that the thread was never given at this node.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "solve/model_walk.h"

namespace heddle {

class PeekPlanner {
 public:
  PeekPlanner(const Model& model, Freedoms freedoms) : model_(model), walk_(model, freedoms) {}

  void add_requests(Schedule& schedule);
  // Where peeks lead to nothing none will be asked for. Call before the model learns from the execution.
  void learn(const Trace& trace);

 private:
  struct Values {
    std::vector<std::uint64_t> list;
    std::unordered_set<std::uint64_t> known;
  };
  struct ModifyingNode {
    NodeId node;
    std::size_t edges;  // whose results are known to be written
  };

  void take_written_values();
  bool take_written_value(NodeId id);
  void take_modified_values();
  void note(ResourceId cell, std::uint64_t value);
  std::vector<std::uint64_t> wanted_at(NodeId id, std::size_t room);

  const Model& model_;
  ModelWalk walk_;
  std::size_t cuts_ = 0;        // of cells, when everything below was found
  std::size_t used_seen_ = 0;   // nodes that the search came to
  std::vector<NodeId> waiting_;  // of these, whose operation was not known
  std::vector<ModifyingNode> modifying_;
  std::unordered_map<ResourceId, Values> written_;
  std::unordered_map<NodeId, std::size_t> asked_;  // so many of the values of its cell were
  std::map<ProgramPoint, std::uint32_t> spoiled_;  // how often
  std::uint64_t told_ = 0;                         // results that were tried out
  std::uint64_t met_ = 0;                          // of these, which led where the thread was seen before
};

}  // namespace heddle
