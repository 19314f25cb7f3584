// SPDX-License-Identifier: Apache-2.0
//
// ModelFigures: what a strategy that searches a model of the program has done so far, in numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace heddle {

struct ModelFigures {
  std::uint64_t states = 0;  // stored, over all rounds
  std::uint64_t steps = 0;   // taken in the model
  std::uint64_t rounds = 0;
  std::uint64_t nodes = 0;         // pasts of threads that were met
  std::uint64_t unknown = 0;       // of these, how many whose next step nobody has seen yet
  std::uint64_t table_states = 0;  // stored in this round
  std::uint64_t table_bytes = 0;   // memory for these and for the way back
  std::uint32_t hash_bits = 64;    // that stand for a state
  std::uint64_t peeked = 0;        // results of threads that were tried out, not executed
  std::uint64_t given_up = 0;      // how often pasts that had been taken for the same turned out not to be
  std::uint64_t exchangeable = 0;  // threads that can take the place of others
  std::uint64_t closures = 0;      // how often it was tried to be done thread by thread
  std::uint64_t saturated = 0;     // results that were found impossible there without looking at states
  bool is_closed = false;          // and it was
  // Of a search that counts preemptions: everything that so many lead to was looked at.
  std::optional<std::uint32_t> preemptions;
  // Of the states of this round, estimated; 1 when all is done, nothing if it cannot be said (docs/exact.md).
  std::optional<double> share_done;
  double search_seconds = 0;       // processor time for that search
  double learn_seconds = 0;        // and for taking in executions

  // How likely it is that two of these states had the same hash, so that what only one of them leads to was missed. The
  // last round alone counts: it proves what there is to prove.
  double chance_of_confusion() const {
    if (is_closed) return 0;  // no state was needed
    const auto count = static_cast<double>(table_states);
    return std::ldexp(count * count, -static_cast<int>(hash_bits) - 1);
  }
  friend bool operator==(const ModelFigures&, const ModelFigures&) = default;
};

}  // namespace heddle
