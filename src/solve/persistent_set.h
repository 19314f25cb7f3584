// SPDX-License-Identifier: Apache-2.0
//
// A persistent set: some of the threads that can run, such that whatever the others do without them stays possible
// after them. Exploring only these reaches every step of every thread and every deadlock. Found from what the futures
// of the threads are known to touch: a future that turns out to be larger makes the whole search invalid
// (docs/exact.md).
#pragma once

#include <cstdint>
#include <vector>

#include "learn/machine.h"

namespace heddle {

class PersistentSet {
 public:
  explicit PersistentSet(const Model& model) : model_(model) {}

  // The smallest found among `enabled`. Valid until the next call.
  const std::vector<std::uint16_t>& choose(const Machine& machine, const std::vector<std::uint16_t>& enabled);

 private:
  void close(const Machine& machine, std::uint16_t seed);
  void add(std::uint16_t thread);
  void add_everybody(const Machine& machine);
  void add_conflicting(const Machine& machine, std::uint16_t thread);
  void add_enabling(const Machine& machine, std::uint16_t thread);
  // Adds every thread that may still do this to the resource.
  void add_users(const Machine& machine, ResourceId resource, Mode mode, std::uint16_t except);
  bool somebody_reads(const Machine& machine, ResourceId resource) const;
  bool conflict(AccessSetId one, AccessSetId other) const;

  const Model& model_;
  std::vector<bool> contains_;
  std::vector<bool> is_enabled_;
  std::vector<std::uint16_t> members_;
  std::vector<std::uint16_t> best_;
};

}  // namespace heddle
