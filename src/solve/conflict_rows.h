// SPDX-License-Identifier: Apache-2.0
//
// ConflictRows: for each thread, who of the others may still do something that interferes with its next operation.
// Decided by the nodes alone, so what is known of two threads stays known until one of them moves.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/machine.h"

namespace heddle {

class ConflictRows {
 public:
  // `races`: two writes that nobody will see interfere as well.
  ConflictRows(const Model& model, const Machine& machine, bool races)
      : model_(model), machine_(machine), races_(races) {}

  // The model has grown.
  void forget();
  void update();
  // One bit per thread. Valid until the next update().
  const std::uint64_t* of(std::uint16_t thread) const { return rows_.data() + words_ * thread; }

 private:
  // Some of the accesses in one word of a set.
  struct Part {
    std::uint32_t word = 0;
    std::uint64_t accesses = 0;
  };
  // Those that interfere with the operation of a node; nearly always in one word.
  struct Parts {
    std::uint32_t age = 0;  // when it was computed
    std::uint32_t begin = 0;  // of the rest, in more_
    std::uint32_t end = 0;
    Part first;
  };
  struct Thread {
    NodeId node = kNoNode;  // when its row was computed
    std::uint32_t future_words = 0;
    const std::uint64_t* future = nullptr;
    Parts interfering;
  };

  void refresh(std::uint16_t thread);
  void leave_out(std::uint16_t thread);
  const Parts& interfering(NodeId node);
  void collect(const Node& node);
  bool interferes(const Thread& thread, const Thread& other) const;
  bool meet_unread(NodeId node, const Thread& other) const;
  bool somebody_reads(ResourceId resource) const;

  const Model& model_;
  const Machine& machine_;
  const bool races_;
  std::size_t words_ = 0;
  std::uint32_t age_ = 1;
  std::vector<Thread> threads_;
  std::vector<std::uint64_t> rows_;  // by thread
  std::vector<Parts> of_node_;
  std::vector<Part> more_;
  std::vector<AccessId> collected_;
};

}  // namespace heddle
