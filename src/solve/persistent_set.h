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
  // `races`: two writes that nobody will see matter as well.
  explicit PersistentSet(const Model& model, bool races = false) : model_(model), races_(races) {}

  // The smallest found among `enabled`. Valid until the next call.
  const std::vector<std::uint16_t>& choose(const Machine& machine, const std::vector<std::uint16_t>& enabled);

 private:
  // Threads as bits, in rows of words_ words.
  using Row = std::uint64_t*;

  Row needs(const Machine& machine, std::uint16_t thread);
  void close(const Machine& machine, std::uint16_t seed);
  void add(Row row, std::uint16_t thread) const { row[thread / 64] |= std::uint64_t{1} << (thread % 64); }
  void add_everybody(Row row) const;
  void add_conflicting(const Machine& machine, std::uint16_t thread, Row row) const;
  void add_enabling(const Machine& machine, std::uint16_t thread, Row row) const;
  // Adds every thread that may still do this to the resource.
  void add_users(const Machine& machine, ResourceId resource, Mode mode, std::uint16_t except, Row row) const;
  bool somebody_reads(const Machine& machine, ResourceId resource) const;
  bool conflict(AccessSetId one, AccessSetId other) const;

  const Model& model_;
  const bool races_;
  std::size_t words_ = 0;
  std::vector<std::uint16_t> live_;     // threads
  std::vector<std::uint64_t> enabled_;  // one row
  std::vector<std::uint64_t> everybody_;
  std::vector<std::uint64_t> needs_;  // by thread, where known: who must be in a set with it
  std::vector<bool> is_known_;
  std::vector<std::uint64_t> members_;   // one row
  std::vector<std::uint64_t> open_;      // one row
  std::vector<std::uint64_t> smallest_;  // one row
  std::vector<std::uint16_t> best_;
};

}  // namespace heddle
