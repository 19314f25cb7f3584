// SPDX-License-Identifier: Apache-2.0
//
// KnownGraph: all that is known of the threads at one moment, without any state of the whole program: which nodes can
// follow each other, which locks are held at a node, which threads have surely ended or may have been created there,
// and which of two nodes of different threads surely comes first. Belongs to the model as it was when it was made.
//
// It is made for some kinds of operations only (docs/exact.md); where a thread does anything else, runs in circles, or
// may misuse something, there is none; nor where several threads can come to one node, or one begins in several ways.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "learn/model.h"
#include "solve/thread_families.h"
#include "trace/freedoms.h"

namespace heddle {

// How much may still be looked at.
class Allowance {
 public:
  explicit Allowance(std::uint64_t limit) : limit_(limit) {}
  // False once too much was.
  bool spend(std::uint64_t amount = 1) {
    spent_ += amount;
    return spent_ <= limit_;
  }
  bool is_spent() const { return spent_ > limit_; }
  std::uint64_t spent() const { return spent_; }

 private:
  std::uint64_t limit_;
  std::uint64_t spent_ = 0;
};

// Whether a step of a node along an edge writes to its cells.
enum class Writes : std::uint8_t { Never, Maybe, Surely };

class KnownGraph {
 public:
  struct Before {
    NodeId node;
    std::uint32_t edge;  // of that node, that leads here
  };

  KnownGraph(const Model& model, Freedoms freedoms, Allowance& allowance);

  // False: nothing below may be asked for. `refusal` says why.
  bool make();
  std::string_view refusal() const { return refusal_; }

  const Model& model() const { return model_; }
  std::size_t thread_count() const { return orders_.size(); }
  // The nodes of a thread, each before those that can follow it.
  const std::vector<NodeId>& nodes_of(std::uint16_t thread) const { return orders_[thread]; }
  // Threads that are created somewhere, and main.
  const std::vector<std::uint16_t>& threads() const { return threads_; }
  std::span<const Before> before(NodeId node) const { return before_[node]; }
  const std::vector<NodeId>& creators_of(std::uint16_t thread) const { return creators_[thread]; }
  const std::vector<NodeId>& ends_of(std::uint16_t thread) const { return ends_[thread]; }
  // Where it is not known what the thread does.
  const std::vector<NodeId>& unknown() const { return unknown_; }
  // The nodes that touch a cell, a lock or another object, a thread.
  const std::vector<NodeId>& touching(ResourceId resource) const { return touching_[resource]; }
  std::size_t resource_count() const { return touching_.size(); }

  const std::vector<ResourceId>& held(NodeId node) const { return held_[node]; }
  bool holds(NodeId node, ResourceId lock) const;
  bool has_ended(NodeId at, std::uint16_t thread) const { return families_.has(ended_[at], thread); }
  bool is_created(NodeId at, std::uint16_t thread) const { return families_.has(surely_created_[at], thread); }
  bool may_be_joined(NodeId at, std::uint16_t thread) const { return families_.has(maybe_joined_[at], thread); }
  bool may_exist(NodeId at, std::uint16_t thread) const {
    return families_.has(apart_[thread_of(at)], thread) || families_.has(maybe_created_[at], thread);
  }
  // Of nodes of different threads: in every execution with both, `first` is over before `second` is next.
  bool comes_before(NodeId first, NodeId second) const {
    return has_ended(second, thread_of(first)) || is_before_creation(first, second);
  }
  // ... because the other thread, or one that leads to its creation, is created by the thread of `first` later on.
  bool is_before_creation(NodeId first, NodeId second) const;

  std::uint16_t thread_of(NodeId node) const { return number(model_[node].thread); }
  bool is_atomic_step(NodeId node) const { return model_[node].operation.is_atomic; }
  static Writes writes(const Node& node, const Edge& edge);

 private:
  bool refuse(std::string_view why);
  bool find_nodes(std::uint16_t thread);
  bool visit(NodeId node);
  void find_neighbours();
  bool find_held();
  bool find_held(NodeId node);
  void find_descendants();
  bool find_families();
  bool flow_through(std::uint16_t thread);
  bool update(NodeId node, FamilyId ended, FamilyId created, FamilyId maybe, FamilyId joined);

  const Model& model_;
  Freedoms freedoms_;
  Allowance& allowance_;
  std::string_view refusal_;
  ThreadFamilies families_;
  std::vector<std::uint16_t> threads_;
  std::vector<std::vector<NodeId>> orders_, creators_, ends_;  // by thread
  std::vector<FamilyId> descendants_;                          // by thread: it and all that come of it
  std::vector<FamilyId> apart_;                                // by thread: who may exist whatever it has created
  std::vector<NodeId> unknown_;
  std::vector<std::vector<NodeId>> touching_;  // by resource
  // By node.
  std::vector<std::uint8_t> color_;
  std::vector<std::vector<Before>> before_;
  std::vector<std::vector<ResourceId>> held_;
  std::vector<FamilyId> ended_, surely_created_, maybe_created_, maybe_joined_;
};

}  // namespace heddle
