// SPDX-License-Identifier: Apache-2.0
//
// Interference: which threads may still do something that interferes with the next operation of another. Kept as the
// users of each access, the threads in whose futures it is: a thread that moves leaves the few that it has behind it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "learn/machine.h"
#include "solve/thread_bits.h"

namespace heddle {

class Interference {
 public:
  // `races`: two writes that nobody will see interfere as well.
  Interference(const Model& model, const Machine& machine, bool races)
      : model_(model), machine_(machine), races_(races) {}

  // The model has grown.
  void forget();
  // Looks at the state the machine is in now.
  void update();
  // Adds every thread whose future interferes with the next operation of this one.
  void add_interfering(std::uint16_t thread, ThreadBits& to);
  // Adds every thread that may still do this to the resource.
  void add_users(ResourceId resource, Mode mode, ThreadBits& to) const;

 private:
  struct Thread {
    NodeId node = kNoNode;
    AccessSetId future = kNoAccesses;
  };
  // Of a node, in accesses_ and written_: what interferes with its operation.
  struct Known {
    std::uint32_t age = 0;  // when it was found
    std::uint32_t begin = 0, end = 0;
    std::uint32_t begin_written = 0, end_written = 0;
  };
  // Writes that interfere with each other if somebody may still read.
  struct Written {
    AccessId write;
    AccessId read;
  };

  void change(std::uint16_t thread, AccessSetId to);
  void flip(std::uint16_t thread, std::size_t word, std::uint64_t accesses);
  const std::uint64_t* users(AccessId access) const { return users_.data() + words_ * access; }
  void add(AccessId access, ThreadBits& to) const;
  bool has_users(AccessId access) const;
  const Known& interfering_with(NodeId node);
  void find(const Node& node);
  void find(AccessId access, bool is_section);

  const Model& model_;
  const Machine& machine_;
  const bool races_;
  bool is_forgotten_ = true;
  std::size_t words_ = 0;  // of one bit per thread
  std::vector<Thread> threads_;
  std::vector<std::uint64_t> users_;  // by access
  std::uint32_t age_ = 1;
  std::vector<Known> of_node_;
  std::vector<AccessId> accesses_;
  std::vector<Written> written_;
};

}  // namespace heddle
