// SPDX-License-Identifier: Apache-2.0
#include "solve/random_ways.h"

#include "solve/chain.h"

namespace heddle {
namespace {

constexpr std::size_t kLongestWay = 10'000;  // a circle has no end

}  // namespace

RandomWays::RandomWays(Model& model, Freedoms freedoms, const SearchSwitches& switches, bool sleeps,
                       const ThreadClasses* classes)
    : freedoms_(freedoms),
      switches_(switches),
      sleeps_(sleeps),
      walk_(model, freedoms),
      situation_(model, walk_.machine(), switches.live_memory, switches.hash_words()),
      persistent_(model, walk_.machine(), situation_, switches.races),
      sleep_(model, walk_.machine()) {
  situation_.set_classes(classes);
}

std::optional<double> RandomWays::share_in(const VisitedTable& visited, std::uint64_t steps) {
  for (std::uint64_t taken = 0; taken < steps; taken += walk_.length() + 1) {
    begin();
    Way way = Way::GoesOn;
    while (way == Way::GoesOn && walk_.length() < kLongestWay) way = go_on(visited);
    if (way == Way::IsUnknown) return std::nullopt;
  }
  if (states_ == 0) return std::nullopt;
  return static_cast<double>(seen_) / static_cast<double>(states_);
}

void RandomWays::begin() {
  walk_.reset();
  situation_.forget();
  persistent_.forget();
  asleep_ = 0;
  chained_ = 0;
}

// As ModelSearch::enter() does.
RandomWays::Way RandomWays::go_on(const VisitedTable& visited) {
  if (walk_.machine().process_has_ended()) return Way::Ends;
  situation_.look(Situation::kNoRound);
  if (situation_.unknown()) return Way::IsUnknown;
  if (situation_.enabled().empty()) return Way::Ends;
  const bool reduces = switches_.persistent_sets && freedoms_.spurious_wakeups == 0;
  const std::vector<std::uint16_t>& chosen = reduces ? persistent_.choose() : situation_.enabled();
  if (passes(chosen)) {
    ++chained_;
  } else {
    chained_ = 0;
    ++states_;
    if (visited.contains(situation_.hash())) ++seen_;
  }
  open_.clear();
  for (const std::uint16_t thread : chosen) {
    const bool is_asleep = sleeps_ && (asleep_ & SleepSet::only(thread)) != 0;
    if (!is_asleep) walk_.append_steps(thread, open_);
  }
  walk_.append_spurious_steps(open_);
  return open_.empty() ? Way::Ends : take_one();
}

bool RandomWays::passes(const std::vector<std::uint16_t>& chosen) const {
  return switches_.chain_fusion && chosen.size() == 1 && freedoms_.spurious_wakeups == 0 &&
         walk_.machine().alternatives(chosen.front()) == 1 && chained_ < kLongestChain &&
         !is_waypoint(situation_.hash());
}

RandomWays::Way RandomWays::take_one() {
  const std::size_t drawn = random_() % open_.size();
  const std::uint16_t thread = open_[drawn].thread;
  if (sleeps_) {
    for (std::size_t before = 0; before < drawn; ++before) {
      if (open_[before].thread != thread) asleep_ |= SleepSet::only(open_[before].thread);
    }
    asleep_ = sleep_.after(thread, asleep_);
  }
  return walk_.take(open_[drawn]) ? Way::GoesOn : Way::IsUnknown;
}

}  // namespace heddle
