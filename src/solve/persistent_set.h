// SPDX-License-Identifier: Apache-2.0
//
// A persistent set: some of the threads that can run, such that whatever the others do without them stays possible
// after them. Exploring only these reaches every step of every thread and every deadlock. Found from what the futures
// of the threads are known to touch: a future that turns out to be larger makes the whole search invalid
// (docs/exact.md).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "learn/machine.h"
#include "solve/interference.h"
#include "solve/situation.h"

namespace heddle {

class PersistentSet {
 public:
  // `races`: two writes that nobody will see matter as well.
  PersistentSet(const Model& model, const Machine& machine, const Situation& situation, bool races)
      : model_(model), machine_(machine), situation_(situation), interference_(model, machine, races) {}

  // The smallest found among those that can run. Valid until the next call.
  const std::vector<std::uint16_t>& choose();
  // The thread, which can run, is such a set by itself.
  bool is_alone(std::uint16_t thread);
  // The model has grown.
  void forget() {
    interference_.forget();
    ending_sections_.clear();
  }

 private:
  bool choose_local();
  void unite_needs(std::uint16_t thread);
  bool close(std::uint16_t seed);
  bool concerns_everybody(std::uint16_t thread);
  bool section_may_end(NodeId begin);
  void add_enabling(std::uint16_t thread);

  const Model& model_;
  const Machine& machine_;
  const Situation& situation_;
  Interference interference_;
  ThreadBits members_;  // of the set that is being closed
  ThreadBits open_;     // who must be in it as well
  ThreadBits tried_;    // whose set is no smaller than the smallest so far
  std::vector<std::uint16_t> best_;
  std::unordered_map<NodeId, bool> ending_sections_;  // by where they begin
};

}  // namespace heddle
