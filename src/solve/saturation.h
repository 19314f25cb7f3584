// SPDX-License-Identifier: Apache-2.0
//
// Saturation: what must have happened before a thread comes to one of its nodes with a result that nobody has seen, and
// in which order, followed until nothing more comes of it. If that contradicts itself, it cannot happen, and no state
// has to be looked at. If not, a search may leave out whatever does not agree with it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solve/dominators.h"
#include "solve/event_order.h"

namespace heddle {

class Saturation {
 public:
  Saturation(const KnownGraph& graph, const Dominators& dominators, NodeId goal, Allowance& allowance);

  // Whether it cannot happen. Else, or if that would take too long, nothing is known.
  bool refutes();
  // The thread of the node may come there before the goal, or has to.
  bool agrees_with(NodeId node) const;

 private:
  // The last node that is known to be executed by a thread before the goal.
  struct Required {
    NodeId node = kNoNode;
    std::vector<bool> leads, follows;  // by place of a node: there is a way from it to `node`, or back
    std::size_t first = 0, count = 0;  // its events; none as long as they were not listed
  };
  // A node that is executed before the goal; or the goal.
  struct Event {
    NodeId node;
    std::uint16_t thread;
  };
  // A lock is held from one event to another, or at least taken.
  struct Section {
    ResourceId lock;
    std::uint16_t thread;
    std::size_t take;
    std::optional<std::size_t> give_back;
    bool lasts;  // until the goal
  };
  // Where what an event reads may come from.
  struct Sources {
    bool is_initial = false;
    std::vector<std::size_t> events;
    NodeId other = kNoNode;       // the nearest node above all writes that need not have happened
    bool has_others = false;      // there are such writes
    bool are_of_several = false;  // and they are of several threads, or of one of which nothing follows
  };

  bool is_goal(std::size_t event) const { return events_[event].node == goal_; }
  bool is_executed(std::size_t event) const { return !is_goal(event) && model_[events_[event].node].has_operation; }
  const Node& node_of(std::size_t event) const { return model_[events_[event].node]; }
  void require(NodeId node);
  void find_ways(Required& required) const;
  bool list_events();
  bool matters(NodeId node) const;
  void order_threads();
  void order_creation(std::uint16_t thread);
  void order_end(std::size_t join);
  bool is_read(std::size_t event) const;
  bool accepts(std::size_t read, std::uint64_t value) const;
  bool is_allowed(NodeId node, const Edge& edge) const;
  bool may_write(NodeId node, ResourceId cell, std::size_t read) const;
  bool surely_writes(std::size_t event, ResourceId cell) const;
  bool is_overwritten(std::size_t after, std::size_t read, ResourceId cell) const;
  void add_other(NodeId write, std::size_t read, Sources& sources) const;
  std::optional<Sources> sources_of(std::size_t read);
  void look_at_read(std::size_t read);
  void order_around(std::size_t read, const Sources& sources);
  void find_sections();
  bool is_held_between(std::size_t take, std::size_t last) const;
  void order_sections();

  const KnownGraph& graph_;
  const Model& model_;
  const Dominators& dominators_;
  NodeId goal_;
  std::uint16_t goal_thread_;
  Allowance& allowance_;
  std::vector<Required> required_;  // by thread
  std::vector<Event> events_;       // thread by thread, each in order
  std::vector<Section> sections_;
  EventOrder order_;
  std::size_t goal_event_ = 0;
  bool requires_more_ = false;  // since the events were listed
  bool is_impossible_ = false;
};

}  // namespace heddle
