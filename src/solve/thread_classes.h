// SPDX-License-Identifier: Apache-2.0
//
// ThreadClasses: threads that can take each other's place. Two states that differ only in which of them is where have the
// same futures, so one of the two need not be looked at. They begin in the same local state, so their nodes are the same
// (learn/model.h), and nobody can tell them apart: whoever created them joins all of them in one go, and they return
// the same. Found in what is known of the program; the search begins again if that turns out to have been too little.
// docs/exact.md says why this loses nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "learn/machine.h"

namespace heddle {

class ThreadClasses {
 public:
  ThreadClasses() = default;
  // The model must be settled.
  explicit ThreadClasses(const Model& model);

  bool empty() const { return members_.empty(); }
  // Threads that are in one.
  std::size_t size() const { return static_cast<std::size_t>(std::count(has_.begin(), has_.end(), true)); }
  // The thread that gives its name to all of the class; itself if it is in none.
  std::uint16_t name(std::uint16_t thread) const { return thread < names_.size() ? names_[thread] : thread; }
  bool has(std::uint16_t thread) const { return thread < has_.size() && has_[thread]; }
  // A thread is about to join one of a class: so long as others of it are alive, it does not begin with that. One of
  // those.
  std::optional<std::uint16_t> awaited(const Machine& machine, std::uint16_t joining) const;

  friend bool operator==(const ThreadClasses&, const ThreadClasses&) = default;

 private:
  using Members = std::vector<std::uint16_t>;

  void add(Members members);

  std::vector<Members> members_;
  std::vector<std::uint16_t> names_;  // by thread
  std::vector<std::uint32_t> index_;  // in members_, by thread
  std::vector<bool> has_;             // by thread
  bool is_hasty_ = false;             // Defect::HastyJoin
};

}  // namespace heddle
