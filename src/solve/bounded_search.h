// SPDX-License-Identifier: Apache-2.0
//
// BoundedSearch: the states of the model that few context switches lead to, or few preemptions: first all that none
// leads to, then one, and so on. A state is looked at together with the thread that ran last. Persistent sets would be
// wrong here: the order that they keep may be the one with more switches. Like ModelSearch it stops where the model
// does not know what comes next, and goes on there.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "solve/model_walk.h"
#include "solve/persistent_set.h"
#include "solve/situation.h"
#include "solve/state_search.h"
#include "solve/visited_table.h"

namespace heddle {

// What is counted. A preemption is a switch away from a thread that could have gone on.
enum class Price : bool { Switches, Preemptions };

// Of a way: first what is counted, then its steps.
struct Effort {
  std::uint32_t price = 0;
  std::uint32_t steps = 0;
  friend auto operator<=>(const Effort&, const Effort&) = default;
};

class BoundedSearch : public StateSearch {
 public:
  BoundedSearch(Model& model, Freedoms freedoms, Price price, bool races, HashWords words);

  // LevelDone: all that level() leads to was looked at; the next call goes on with one more.
  SearchProgress run(std::uint64_t steps) override;
  void model_has_grown() override;
  void restart() override;
  // So many switches, or preemptions, are looked at now.
  std::uint32_t level() const { return level_; }
  bool runs_away(std::uint64_t length) const override {
    return walk_.length() > length && 2 * frames_.size() > visited_.size();
  }
  // No more than this.
  void set_limit(std::uint32_t limit) { limit_ = limit; }

  std::uint64_t table_states() const override { return visited_.size(); }
  std::uint64_t table_bytes() const override;
  std::uint64_t memory_ahead(std::uint64_t states) const override { return visited_.growth_within(states); }

 protected:
  // What is to be made of a state: nothing, or what run() is to return; wanted_ says how to get there. The search comes
  // back to the state then, so nothing may be said twice.
  using Visit = std::optional<SearchProgress>;
  virtual Visit visit_end() { return {}; }    // the process has ended
  virtual Visit visit_stuck() { return {}; }  // nobody can run
  virtual Visit visit() { return {}; }        // before its steps are taken
  // Ways as long as this, or longer, are of no interest.
  virtual Effort most() const { return {std::numeric_limits<std::uint32_t>::max(), 0}; }

  const Model& model() const { return model_; }
  const Machine& machine() const { return walk_.machine(); }
  const std::vector<ModelStep>& path() const { return walk_.path(); }
  const Situation& situation() const { return situation_; }
  std::optional<std::uint16_t> last() const { return last_; }
  Effort effort() const { return {price_, static_cast<std::uint32_t>(walk_.length())}; }
  // What a step of this thread would add to the price.
  std::uint32_t price_of(std::uint16_t thread) const;
  // Something was left out because it costs more than level().
  void note_dearer() { has_dearer_ = true; }
  // Wants the way so far, and what follows it.
  void want(const std::vector<std::uint16_t>& further = {}, Rest rest = Rest::Continue);
  // Wants another one of the same length.
  void want_instead(const Schedule& way);
  // Whether steps that concern nobody else are taken at once: that never costs a switch, but the way may have steps
  // that it could do without.
  void set_forcing(bool forces) { forces_ = forces; }
  bool is_forcing() const { return forces_; }

 private:
  struct Frame {
    ModelWalk::Place place;
    std::size_t first_step;  // in open_
    std::size_t next_step;
    std::uint32_t price;
    std::optional<std::uint16_t> last;
    bool last_could_go_on;
  };
  enum class Taken : std::uint8_t { Yes, NeedsExecution, GivenUp };

  void begin();
  Visit enter();
  bool is_new(StateKey key);
  bool is_forced();
  void push();
  Taken take(const ModelStep& step);
  bool backtrack();
  void want_unknown(const ModelStep& step);
  void find_again();
  SearchProgress finish_level();

  Model& model_;
  Freedoms freedoms_;
  Price counted_;
  HashWords words_;
  ModelWalk walk_;
  Situation situation_;
  PersistentSet persistent_;
  bool forces_ = true;
  std::uint32_t round_ = 0;
  std::uint32_t shape_ = 0;
  bool sections_wait_ = false;
  std::uint64_t replacements_ = 0;
  std::uint64_t found_in_freed_ = 0;
  std::uint32_t level_ = 0;
  std::uint32_t limit_ = std::numeric_limits<std::uint16_t>::max();
  std::uint32_t pass_ = 0;  // through the states, so that each is entered once in it
  std::uint32_t price_ = 0;
  std::optional<std::uint16_t> last_;
  bool last_could_go_on_ = false;  // where the machine was before the step at hand
  bool is_dirty_ = false;
  bool has_dearer_ = false;  // something costs more than level_
  bool at_new_state_ = true;
  bool begins_level_ = false;
  std::optional<ModelStep> retry_;
  std::vector<Frame> frames_;
  std::vector<ModelStep> open_;
  VisitedTable visited_;
};

}  // namespace heddle
