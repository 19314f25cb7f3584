// SPDX-License-Identifier: Apache-2.0
//
// StateHash: one number, or two, for all that matters in the state of the machine: where its threads are, and the
// resources that one of them may still look at. Sums of parts, so that a step changes only the parts it touches.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/machine.h"
#include "solve/live_resources.h"
#include "solve/state_key.h"
#include "solve/thread_classes.h"

namespace heddle {

class StateHash {
 public:
  // `live_only`: resources nobody looks at any more do not count.
  StateHash(const Model& model, const Machine& machine, bool live_only, HashWords words)
      : machine_(machine), model_(model), live_only_(live_only), has_second_(words == HashWords::Two), live_(model) {}

  StateKey value() const { return {sum_, second_sum_}; }
  // Threads that can take each other's place are not told apart. compute() has to follow.
  void set_classes(const ThreadClasses* classes) { classes_ = classes; }
  // From nothing: call when the model has grown or the machine was reset.
  void compute();
  void update_thread(std::uint16_t thread);
  void update_resource(ResourceId resource);

 private:
  // Apart, so that whoever needs no second word does not pay for it.
  [[gnu::noinline]] void update_second_of_thread(std::uint16_t thread);
  // The lock that a thread of a class has is part of that thread.
  struct Held {
    std::uint16_t by = kNobody;
    std::uint64_t part = 0;
    std::uint64_t second_part = 0;
    friend bool operator==(const Held&, const Held&) = default;
  };
  static constexpr std::uint16_t kNobody = 0xffff;

  bool is_exchangeable(std::uint16_t thread) const { return classes_ != nullptr && classes_->has(thread); }
  void put_thread(std::uint16_t thread);
  void put_held(ResourceId resource, const Held& held);
  Held held(ResourceId resource, bool matters) const;
  bool is_output(ResourceId resource) const { return model_.output() == resource; }
  void change_live(std::uint16_t thread, AccessSetId to);
  void count(std::size_t word, std::uint64_t before, std::uint64_t after);

  const Machine& machine_;
  const Model& model_;
  const bool live_only_;
  const bool has_second_;
  LiveResources live_;
  const ThreadClasses* classes_ = nullptr;
  std::uint64_t sum_ = 0;
  std::uint64_t second_sum_ = 0;
  std::vector<std::uint64_t> thread_parts_;
  std::vector<std::uint64_t> second_thread_parts_;  // if there is a second sum
  std::vector<AccessSetId> live_sets_;              // by thread
  std::vector<std::uint64_t> resource_parts_;
  std::vector<std::uint64_t> second_resource_parts_;
  std::vector<Held> held_;                     // by resource, if there are classes
  std::vector<std::uint64_t> all_held_;        // by thread: sum over what it has
  std::vector<std::uint64_t> second_all_held_;
  std::vector<std::uint16_t> lookers_;         // by resource: how many threads may look at it
};

}  // namespace heddle
