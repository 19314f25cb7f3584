// SPDX-License-Identifier: Apache-2.0
//
// Situation: the state of the machine as the search looks at it: who can run, who waits, whether two may race, its
// hash. Kept up to date from one state to the next: what a step did not touch is not looked at again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "learn/machine.h"
#include "solve/state_hash.h"
#include "solve/thread_bits.h"

namespace heddle {

class Situation {
 public:
  Situation(Model& model, Machine& machine, bool live_memory, HashWords words = HashWords::One);

  // Looks at the state the machine is in now. The search relies in this round on the nodes its threads are at; without
  // a round nobody does.
  void look(std::uint32_t round);
  static constexpr std::uint32_t kNoRound = 0;
  // Nothing that was seen counts any more: the model has grown, the machine was reset, or another round begins.
  void forget() { is_forgotten_ = true; }

  // Threads that can take each other's place are not told apart. forget() has to follow.
  void set_classes(const ThreadClasses* classes);
  // Whose end the thread, which is about to join, waits for; see ThreadClasses::awaited.
  std::optional<std::uint16_t> awaited(std::uint16_t thread) const {
    return classes_ == nullptr ? std::nullopt : classes_->awaited(machine_, thread);
  }

  // Whoever has taken so many steps stands still from then on, as if it were not there; 0: nobody does. `steps`: of each
  // thread. forget() has to follow.
  void set_most_steps(const std::vector<std::uint32_t>& steps, std::uint32_t most) {
    steps_ = &steps;
    most_steps_ = most;
  }
  // Who stands still.
  const ThreadBits& held() const { return held_; }
  bool holds_anybody() const { return held_key_ != 0; }

  // A thread of which nobody knows what it does next.
  std::optional<std::uint16_t> unknown() const;
  // Who can take the next step; if somebody is inside of an atomic section and can, only he, unless others have gone on
  // since he had to wait there.
  const std::vector<std::uint16_t>& enabled() const { return enabled_list_; }
  const ThreadBits& enabled_bits() const { return enabled_; }
  const ThreadBits& live() const { return live_; }
  // Whose next step is known and not possible.
  const ThreadBits& waiting() const { return waiting_; }
  // Whose next step touches nothing that another thread does, and cannot be wrong unless memory was freed.
  const ThreadBits& local() const { return local_; }
  // Whose next step may end the process, or may be wrong though memory was not freed.
  const ThreadBits& risky() const { return risky_; }
  // False if no two threads are about to make accesses that race.
  bool may_race() const;
  StateKey hash() const {
    const StateKey key = hash_.value();
    if (held_key_ == 0) [[likely]] return key;
    return {key.first + held_key_, key.second == 0 ? 0 : key.second + held_key_};
  }

 private:
  // The next access of a thread to memory that others touch. Cells stand for bits, several for the same.
  struct NextAccess {
    std::uint64_t cells = 0;
    bool writes = false;
    bool is_atomic = false;
  };

  void look_at(std::uint16_t thread);
  void note_used(std::uint16_t thread, std::uint32_t round);
  void find_enabled();
  bool hold(std::uint16_t thread);
  NextAccess next_access(const Node& node) const;

  Model& model_;
  Machine& machine_;
  StateHash hash_;
  const ThreadClasses* classes_ = nullptr;
  bool is_forgotten_ = true;
  ThreadBits live_;
  ThreadBits unknown_;
  ThreadBits may_wait_;
  ThreadBits in_section_;
  ThreadBits local_;
  ThreadBits risky_;
  ThreadBits accessing_;
  ThreadBits plain_;  // of these, not atomically
  std::vector<NextAccess> accesses_;
  ThreadBits enabled_;
  ThreadBits waiting_;
  std::vector<std::uint16_t> enabled_list_;
  const std::vector<std::uint32_t>* steps_ = nullptr;
  std::uint32_t most_steps_ = 0;
  ThreadBits held_;
  std::uint64_t held_key_ = 0;  // stands for who is held, and where; 0: nobody
};

}  // namespace heddle
