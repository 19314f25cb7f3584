// SPDX-License-Identifier: Apache-2.0
//
// RacingPairs: two threads that are about to make accesses that race: to common bytes, at least one writes, not both
// are atomic. If all atomics are sequentially consistent, a program has a data race exactly if such a state can be
// reached (docs/exact.md). Remembers which pairs of program points were met.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "learn/machine.h"
#include "solve/model_step.h"
#include "solve/thread_bits.h"
#include "trace/schedule.h"

namespace heddle {

struct RacingThreads {
  std::uint16_t first = 0;
  std::uint16_t second = 0;
  bool may_follow = true;        // at once; false inside of an atomic section of the first
  std::optional<Schedule> way;  // that shows it, if it is not the one so far and these two
};

class RacingPairs {
 public:
  using Pair = std::pair<ProgramPoint, ProgramPoint>;

  // Not to be found any more.
  void insert(ProgramPoint one, ProgramPoint other);
  bool is_known(ProgramPoint one, ProgramPoint other) const {
    const auto known = attempts_.find(key(one, other));
    return known != attempts_.end() && known->second == kKnown;
  }
  // A pair in this state that is not known yet, of threads that are not left out. A pair that is found some times
  // without ever being inserted is given up: the execution does not show it.
  // `path` has led here.
  std::optional<RacingThreads> find(const Model& model, const Machine& machine, const std::vector<ModelStep>& path,
                                    const ThreadBits& left_out);
  // Whether the next accesses of the two race if made one after the other in this order.
  static bool may_race(const Model& model, const Machine& machine, std::uint16_t first, std::uint16_t second);
  // Whether they race in whatever order.
  static bool accesses_race(const Machine& machine, std::uint16_t one, std::uint16_t other) {
    return race(next_access(machine, one), next_access(machine, other));
  }
  // The last one given up.
  const std::optional<Pair>& given_up() const { return given_up_; }

 private:
  static constexpr std::uint32_t kMostAttempts = 16;
  static constexpr std::uint32_t kKnown = ~std::uint32_t{0};  // instead of a number of attempts
  struct Access {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // equal: none
    bool writes = false;
    bool is_atomic = false;
  };

  static std::uint64_t key(ProgramPoint one, ProgramPoint other);
  static ProgramPoint name_of(const Machine& machine, std::uint16_t thread);
  static Access next_access(const Machine& machine, std::uint16_t thread);
  static bool race(const Access& one, const Access& other);
  static bool is_last(const Model& model, const Machine& machine, std::uint16_t thread);
  static std::optional<std::uint16_t> in_section(const Machine& machine);
  static bool must_be_second(const Machine& machine, std::uint16_t one, std::uint16_t other);

  struct Candidate {
    std::uint16_t thread;
    Access access;
  };
  std::vector<Candidate> candidates_;
  std::unordered_map<std::uint64_t, std::uint32_t> attempts_;  // by pair of points, or names
  std::optional<Pair> given_up_;
};

}  // namespace heddle
