// SPDX-License-Identifier: Apache-2.0
//
// StateHash: one number, or two, for all that matters in the state of the machine: where its threads are, and the
// resources that one of them may still look at. Sums of parts, so that a step changes only the parts it touches.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/machine.h"
#include "solve/live_resources.h"
#include "solve/state_key.h"

namespace heddle {

class StateHash {
 public:
  // `live_only`: resources nobody looks at any more do not count.
  StateHash(const Model& model, const Machine& machine, bool live_only, HashWords words)
      : machine_(machine), model_(model), live_only_(live_only), has_second_(words == HashWords::Two), live_(model) {}

  StateKey value() const { return {sum_, second_sum_}; }
  // From nothing: call when the model has grown or the machine was reset.
  void compute();
  void update_thread(std::uint16_t thread);
  void update_resource(ResourceId resource);

 private:
  // Apart, so that whoever needs no second word does not pay for it.
  [[gnu::noinline]] void update_second_of_thread(std::uint16_t thread);
  [[gnu::noinline]] void update_second_of_resource(ResourceId resource, bool matters);
  void change_live(std::uint16_t thread, AccessSetId to);
  void count(std::size_t word, std::uint64_t before, std::uint64_t after);

  const Machine& machine_;
  const Model& model_;
  const bool live_only_;
  const bool has_second_;
  LiveResources live_;
  std::uint64_t sum_ = 0;
  std::uint64_t second_sum_ = 0;
  std::vector<std::uint64_t> thread_parts_;
  std::vector<std::uint64_t> second_thread_parts_;  // if there is a second sum
  std::vector<AccessSetId> live_sets_;              // by thread
  std::vector<std::uint64_t> resource_parts_;
  std::vector<std::uint64_t> second_resource_parts_;
  std::vector<std::uint16_t> lookers_;  // by resource: how many threads may look at it
};

}  // namespace heddle
