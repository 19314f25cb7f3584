// SPDX-License-Identifier: Apache-2.0
#include "fuzz/end_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fuzz/interpreter.h"
#include "fuzz/state_bytes.h"

namespace heddle::fuzz {
namespace {

std::string output_of(const State& state) { return {state.output.data(), state.printed}; }

class EndWalk {
 public:
  EndWalk(const Program& program, Operations operations, std::uint64_t most_states)
      : interpreter_(program, operations), most_states_(most_states) {}

  // False: there are too many states, or one prints too much.
  bool run(std::set<PrintedEnd>& ends) {
    add(interpreter_.start());
    while (!open_.empty() && fits_) {
      const State* state = open_.back();
      open_.pop_back();
      expand(*state, ends);
    }
    if (fits_) add_hangs(ends);
    return fits_;
  }
  bool is_lent_used() const { return is_lent_used_; }

 private:
  const State* add(const State& state) {
    const auto [at, is_new] = before_.try_emplace(state);
    if (is_new) open_.push_back(&at->first);
    fits_ &= before_.size() <= most_states_ && state.printed <= kMostPrinted;
    return &at->first;
  }

  void end(const State& state, std::string how, std::set<PrintedEnd>& ends) {
    ends.emplace(output_of(state), std::move(how));
    ends_.push_back(&state);
  }

  void expand(const State& state, std::set<PrintedEnd>& ends) {
    if (interpreter_.is_over(state)) {
      const bool has_failed = state.failed_at != 0;
      return end(state, has_failed ? describe(FailureAt{state.failure, state.failed_at}) : kExit, ends);
    }
    const bool goes_on = interpreter_.for_each_step(state, [&](std::uint8_t thread, unsigned way) {
      const std::optional<NextAccess> access = interpreter_.next_access(state, thread);
      is_lent_used_ |= thread != 0 && access && access->slot == kLentSlot;
      State after = state;
      Outcomes ignored;
      interpreter_.step(after, thread, way, ignored);
      const State* next = add(after);
      before_[after].push_back(&state);
      if (output_of(*next) != output_of(state)) printing_.push_back(&state);
    });
    if (!goes_on) end(state, describe(interpreter_.who_waits(state)), ends);
  }

  std::unordered_set<const State*> leading_to(std::vector<const State*> work) {
    std::unordered_set<const State*> found(work.begin(), work.end());
    while (!work.empty()) {
      const State* state = work.back();
      work.pop_back();
      for (const State* earlier : before_.find(*state)->second) {
        if (found.insert(earlier).second) work.push_back(earlier);
      }
    }
    return found;
  }

  // States from which no end can be reached; once nothing more is printed, that is all there will be.
  void add_hangs(std::set<PrintedEnd>& ends) {
    const std::unordered_set<const State*> ending = leading_to(ends_);
    if (ending.size() == before_.size()) return;
    const std::unordered_set<const State*> printing = leading_to(printing_);
    for (const auto& [state, earlier] : before_) {
      const bool is_caught = !ending.contains(&state) && !printing.contains(&state);
      if (is_caught) ends.emplace(output_of(state), describe(kHang));
    }
  }

  Interpreter interpreter_;
  std::uint64_t most_states_;
  bool fits_ = true;
  bool is_lent_used_ = false;
  std::unordered_map<State, std::vector<const State*>, HashBytes, SameBytes> before_;  // whence each can be reached
  std::vector<const State*> open_;
  std::vector<const State*> ends_;
  std::vector<const State*> printing_;  // whose next step may print
};

}  // namespace

std::optional<PrintedEnds> printed_ends(const Program& program, std::uint64_t most_states) {
  PrintedEnds result;
  EndWalk walk(program, {.prints = true, .fails_later = true}, most_states);
  if (!walk.run(result.needed)) return std::nullopt;
  result.possible = result.needed;
  if (program.lends && !walk.is_lent_used()) {
    result.needed.clear();
    EndWalk without(program, {.is_lent_private = true, .prints = true, .fails_later = true}, most_states);
    if (!without.run(result.needed)) return std::nullopt;
  }
  return result;
}

std::string difference(const std::set<PrintedEnd>& needed, const std::set<PrintedEnd>& possible,
                       const std::set<PrintedEnd>& seen) {
  std::string text;
  const auto say = [&](const char* what, const PrintedEnd& each) {
    text += fmt::format("{}: prints \"{}\" and ends: {}\n", what, each.first, each.second);
  };
  for (const PrintedEnd& each : needed) {
    if (!seen.contains(each)) say("missed", each);
  }
  for (const PrintedEnd& each : seen) {
    if (!possible.contains(each)) say("impossible", each);
  }
  return text;
}

}  // namespace heddle::fuzz
