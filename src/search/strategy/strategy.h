// SPDX-License-Identifier: Apache-2.0
//
// Strategy: which Schedule next. May be asked for many schedules before it learns from the first run; must give the
// same answers for the same sequence of calls. It never learns from runs that diverged or that grew the visibility set.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "solve/state_key.h"
#include "trace/contested_sizes.h"
#include "trace/freedoms.h"
#include "trace/model_figures.h"
#include "trace/program_facts.h"
#include "trace/trace.h"

namespace heddle {

// What may be claimed once a strategy has no further schedule.
enum class Guarantee : std::uint8_t {
  Exhaustive,  // every interleaving within the stated bounds was covered
  None,        // it merely stopped
};

// What executions are made for.
enum class Purpose : std::uint8_t {
  Search,
  Sample,        // of what the search left out
  Verification,  // of a search that is complete: they may show nothing new
};

// How far a search went that could not be complete because executions are cut.
struct CutSearch {
  std::uint32_t covered = 0;  // all that so many events of each thread lead to was looked at; 0: cannot be said
  std::string place;          // where a thread was when it was cut; empty: not known
  friend bool operator==(const CutSearch&, const CutSearch&) = default;
};

class Model;
class Learner;

// What a strategy knows of the program.
struct Learned {
  Model* model = nullptr;
  Learner* learner = nullptr;
  Freedoms freedoms;
  bool merges = false;  // it learns from executions with fingerprints
  HashWords hash_words = HashWords::One;
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual std::string_view name() const = 0;
  virtual Guarantee guarantee() const = 0;
  // Why the guarantee does not hold after all, as half a sentence; empty if it does.
  virtual std::string shortfall() const { return {}; }
  // More preemptions than these were possible, and were left out.
  virtual std::optional<std::uint32_t> preemption_bound() const { return std::nullopt; }
  // Whether it can judge this program at all. If not, another one may.
  virtual bool fits() const { return true; }
  // Whether an execution that was cut because it became too long leaves something open. Nothing: every one does.
  virtual std::optional<bool> was_limited() const { return std::nullopt; }
  virtual std::optional<CutSearch> cut_search() const { return std::nullopt; }
  // Of the executions that are under way.
  virtual Purpose purpose() const { return Purpose::Search; }
  // All was searched, and enough was verified of that not to wait for the rest.
  virtual bool is_sure() const { return false; }
  // Whether every object on a stack must be visible from the beginning.
  virtual bool wants_whole_stack() const { return false; }
  // Sizes of heap blocks whose addresses must differ before it can go on; none if it can. Then it is restarted.
  virtual ContestedSizes contested_sizes() const { return {}; }
  // The program. Before the first run is learned, and valid as long as it is.
  virtual void know(const ProgramFacts&) {}
  // The next schedule, or nothing for now: either all is done, or it must first learn from runs in flight.
  virtual std::optional<Schedule> next() = 0;
  // next() gave nothing only because it takes time to find out: ask again.
  virtual bool is_thinking() const { return false; }
  // Of a strategy that searches a model. Passes over all of it: to be asked now and then.
  virtual std::optional<ModelFigures> model_figures() const { return std::nullopt; }
  // The model that it made, if it made one that fits.
  virtual std::optional<Learned> learned() { return std::nullopt; }
  // Memory that it is about to take at once, in bytes.
  virtual std::uint64_t memory_ahead() const { return 0; }
  virtual void learn(const Run& run) = 0;
  // A schedule that it gave could not be followed. False: an earlier execution had been there.
  virtual bool was_mistaken(const Run&) { return false; }
  // Forget everything: the visibility set grew, or addresses changed; traces before and after cannot be compared.
  virtual void restart() = 0;
};

}  // namespace heddle
