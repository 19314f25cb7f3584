// SPDX-License-Identifier: Apache-2.0
//
// GoalSlice: the nodes whose steps can help a thread to come to one of its nodes with some result. Whatever a thread
// does beyond them can be left out of every way that leads there: nobody reads what it writes, or waits for what it
// gives back.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/known_graph.h"

namespace heddle {

class GoalSlice {
 public:
  GoalSlice(const KnownGraph& graph, NodeId goal, Allowance& allowance);

  NodeId goal() const { return goal_; }
  bool contains(NodeId node) const { return is_in_[node]; }
  // Nothing that the others do in the slice interferes with its step, and its step keeps nobody from anything.
  bool is_apart(NodeId node) const { return is_apart_[node]; }
  // Threads that have a part in it.
  const std::vector<std::uint16_t>& threads() const { return threads_; }
  // Memory and locks whose state matters in it.
  const std::vector<ResourceId>& resources() const { return resources_; }

 private:
  // What the nodes in the slice do to a cell or a lock, and which thread, if it is one only.
  struct Users {
    bool is_needed = false;                          // it is read, or taken
    bool is_tried = false;                           // a lock
    std::uint16_t reader = 0xffff, writer = 0xffff;  // of a lock, all count as writers
    bool has_readers = false, has_writers = false;   // more than one thread
  };

  void mark(NodeId node);
  void take_in(NodeId node);
  bool helps(NodeId node) const;
  bool gives_back_what_is_taken(NodeId node) const;
  void find_users();
  bool find_apart(NodeId node) const;

  const KnownGraph& graph_;
  const Model& model_;
  NodeId goal_;
  Allowance& allowance_;
  std::vector<bool> is_in_, is_apart_;  // by node
  std::vector<bool> is_joined_,
      is_created_;            // by thread: somebody in the slice waits for its end; it has a part in the slice
  std::vector<Users> users_;  // by resource
  std::vector<std::uint16_t> threads_;
  std::vector<ResourceId> resources_;
  bool has_grown_ = false;
};

}  // namespace heddle
