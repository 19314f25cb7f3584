// SPDX-License-Identifier: Apache-2.0
//
// StateHash: one number for all that matters in the state of the machine: where its threads are, and the resources that
// one of them may still look at. A sum of parts, so that a step changes only the parts it touches.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/machine.h"
#include "solve/live_resources.h"

namespace heddle {

class StateHash {
 public:
  // `live_only`: resources nobody looks at any more do not count.
  StateHash(const Model& model, const Machine& machine, bool live_only)
      : machine_(machine), model_(model), live_only_(live_only), live_(model) {}

  std::uint64_t value() const { return sum_; }
  // From nothing: call when the model has grown or the machine was reset.
  void compute();
  void update_thread(std::uint16_t thread);
  void update_resource(ResourceId resource);

 private:
  void change_live(std::uint16_t thread, AccessSetId to);
  void count(std::size_t word, std::uint64_t before, std::uint64_t after);

  const Machine& machine_;
  const Model& model_;
  const bool live_only_;
  LiveResources live_;
  std::uint64_t sum_ = 0;
  std::vector<std::uint64_t> thread_parts_;
  std::vector<AccessSetId> live_sets_;        // by thread
  std::vector<std::uint64_t> resource_parts_;
  std::vector<std::uint16_t> lookers_;        // by resource: how many threads may look at it
};

}  // namespace heddle
