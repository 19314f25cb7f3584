// SPDX-License-Identifier: Apache-2.0
//
// Machine: a state of the whole modelled program, and what a step does to it. Where the runtime asks the real objects,
// the machine knows by itself: which threads can run, what their next operation would return, what it leaves behind.
// Written against docs/synchronisation.md, not against the runtime: every execution is followed here step by step and
// must agree.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "learn/lock_words.h"
#include "learn/model.h"
#include "trace/freedoms.h"

namespace heddle {

enum class Status : std::uint8_t { NotCreated, Live, Ended };
enum class Wait : std::uint8_t { None, Waiting, Woken, TimedOut };

struct ThreadState {
  NodeId node = kNoNode;
  Status status = Status::NotCreated;
  Wait wait = Wait::None;
  bool detached = false;
  bool joined = false;
  bool weak_cas_failed = false;
  bool was_overtaken = false;  // in an atomic section, where it had to wait: others have gone on, and may still
  std::uint8_t spurious = 0;
  friend bool operator==(const ThreadState&, const ThreadState&) = default;
};

// What would happen if a thread took its next step.
struct Prediction {
  bool is_known = false;  // false: only an execution can tell
  Label label;
};

// Operations that are not possible in every state. All others always are, so nobody needs to ask.
bool may_wait(const Operation& operation);

// Operations that can be what the standards leave undefined, other than by touching freed memory.
bool may_be_misuse(const Operation& operation);
// Likewise, for all that is known of what it is about.
bool may_be_misuse(const Node& node, const Resources& resources);
// What it is about is destroyed somewhere: in some states it must not be used any more.
bool may_find_destroyed(const Node& node, const Resources& resources);
// The operation may end the process where it stands inside of an atomic section.
bool may_end_in_section(const Node& node, const Resources& resources);

class Machine {
 public:
  explicit Machine(const Model& model, Freedoms freedoms = {});
  const Freedoms& freedoms() const { return freedoms_; }

  void reset();
  // The model has cut cells since: their values are cut, too. Nothing before this can be undone.
  // Objects whose memory was written before they were known to be there are what was written.
  void catch_up();

  std::size_t thread_count() const { return threads_.size(); }
  const ThreadState& thread(std::uint16_t number) const { return threads_[number]; }
  const Node& node(std::uint16_t number) const { return model_[threads_[number].node]; }
  bool is_live(std::uint16_t number) const { return threads_[number].status == Status::Live; }
  bool process_has_ended() const { return process_ended_; }
  // No other thread lives, now: what it does conflicts with nothing.
  bool is_alone(std::uint16_t thread) const;

  // The next operation of the thread is known and could be performed now. Spurious wake-ups do not count.
  bool is_enabled(std::uint16_t thread) const;
  bool may_wake_spuriously(std::uint16_t thread) const;
  // In how many ways the next step can go by choice: which waiter is woken, the value of choose(n) ...
  std::uint32_t alternatives(std::uint16_t thread) const;
  Prediction predict(std::uint16_t thread, std::uint32_t choice) const;
  // The next step is what the standards leave undefined: freed memory, a lock of another ...
  bool is_wrong(std::uint16_t thread) const;
  // The next step changes the thread's standing in a wait, not its place in the graph.
  bool leaves_wait_set(std::uint16_t thread) const;
  // Takes the step. `label` is what the operation returned, `child` where the thread goes.
  void perform(std::uint16_t thread, std::uint32_t choice, const Label& label, const Edge& edge);
  // Does what the step does to everything but the thread itself: where that is then, is not known.
  void perform_unseen(std::uint16_t thread, std::uint32_t choice, const Label& label);
  // The thread turned out to be at this node.
  void put(std::uint16_t thread, NodeId node);
  // The waiting thread leaves the wait set on its own.
  void leave_wait_set(std::uint16_t thread, bool spuriously);

  // Who holds the lock that `thread` waits for; nothing if nobody or not one thread.
  std::optional<std::uint16_t> holder(std::uint16_t thread) const;
  std::vector<std::uint16_t> waiters(ResourceId resource) const;
  // Who waits for what, and where: one deadlock, however it came about. 0 if everybody has ended.
  std::uint64_t waiting_signature() const;

  // Where nobody can go on: what was printed together with how the process ended, or who waits where.
  std::uint64_t end_signature() const;

  // Undoing: everything since a mark is taken back.
  std::size_t mark() const { return undo_.size(); }
  void undo_to(std::size_t mark);
  std::size_t undo_bytes() const { return undo_.capacity() * sizeof(Undo); }

  // What was touched since forget_changes(), each once; more may be named than is different now. Both are to be looked
  // at anew after reset().
  const std::vector<std::uint16_t>& changed_threads() const { return changed_threads_; }
  const std::vector<ResourceId>& changed_resources() const { return changed_resources_; }
  void forget_changes();

  // Parts of the state, as numbers that make up its hash by addition; 0 for what is as it was at the beginning.
  // `name`: of a thread that can take its place, and stands for both.
  std::uint64_t hash_of_thread(std::uint16_t thread, std::uint16_t name) const;
  std::uint64_t hash_of_resource(ResourceId resource) const;
  std::uint64_t value_that_matters(ResourceId resource) const;
  // Of a lock: who has it does not count.
  std::uint64_t hash_without_owner(ResourceId resource) const;
  // The same parts as other numbers: parts that one takes for the same, the other does not.
  std::uint64_t second_hash_of_thread(std::uint16_t thread, std::uint16_t name) const;
  std::uint64_t second_hash_of_resource(ResourceId resource) const;
  std::uint64_t second_hash_without_owner(ResourceId resource) const;
  // Who has the lock, if anybody.
  std::optional<std::uint16_t> owner_of(ResourceId lock) const;

  // Bytes that a read of `size` would return now; nothing if one of them was never seen.
  std::optional<std::vector<std::uint8_t>> bytes(const std::vector<ResourceId>& cells, std::size_t size) const;
  // False if the next step reads or writes bytes of a synchronisation object, and what that means is not known.
  bool knows_objects(std::uint16_t thread) const;
  // The next step of the thread needs what was freed.
  bool finds_freed(std::uint16_t thread) const { return freed_ != 0 && needs_freed(thread); }
  // It uses a lock or a condition variable that was destroyed.
  bool finds_destroyed(std::uint16_t thread) const;
  bool has_freed() const { return freed_ != 0; }
  bool is_freed(ResourceId resource) const { return resource < tags_.size() && tags_[resource] == kFreed; }
  std::uint64_t state_of(ResourceId resource) const { return value(resource); }
  // A number for all that was printed: the same bytes, the same number, whoever printed how much of it at once.
  std::uint64_t output() const { return model_.output() ? value(*model_.output()) : 0; }
  bool is_untouched(ResourceId resource) const { return resource >= tags_.size() || tags_[resource] == kUntouched; }

 private:
  enum Tag : std::uint8_t { kUntouched, kKnown, kFreed };
  enum class Where : std::uint8_t { Thread, Resource, End };
  struct Undo {
    Where where;
    Tag tag;
    std::uint32_t index;
    std::uint64_t value;
    ThreadState thread;
  };

  std::uint64_t value(ResourceId resource) const;
  void set(ResourceId resource, std::uint64_t value, Tag tag = kKnown);
  void set_tag(ResourceId resource, Tag tag);
  bool needs_freed(std::uint16_t thread) const;
  std::uint64_t past_that_matters(std::uint16_t number, std::uint16_t name) const;
  std::uint64_t standing_of(const ThreadState& thread) const;
  std::uint64_t value_without_owner(ResourceId resource) const;
  void note_changed(ResourceId resource);
  void note_changed_thread(std::uint16_t thread);
  ThreadState& change(std::uint16_t thread);
  std::optional<std::uint64_t> read(const std::vector<ResourceId>& cells) const;
  void write(const std::vector<ResourceId>& cells, std::uint64_t value);
  void write_bytes(const std::vector<ResourceId>& cells, const std::vector<std::uint8_t>& bytes);
  std::uint64_t remade(ResourceId object, std::uint64_t address, const std::vector<std::uint8_t>& content) const;
  // Data was stored over what the operation takes for a synchronisation object. Rarely so, and soon ruled out.
  bool uses_data(const Node& node) const;
  bool may_be_data(const Node& node, std::uint64_t state) const {
    return state == kOnlyData || (node.partner != 0 && value(node.partner) == kOnlyData);
  }
  void remake_objects(const Node& node);
  void adopt(ResourceId object);
  void write_over(std::uint64_t address, const std::uint8_t* content, std::size_t size);
  void write_state(ResourceId object, std::uint64_t state, std::size_t size);
  Prediction predict_memory(const Node& node, std::uint32_t choice) const;
  Prediction predict_range(const Node& node) const;
  void perform_memory(const Node& node, const Label& label, const Edge& edge);
  void perform_sync(std::uint16_t thread, std::uint32_t choice, const Label& label, const Node& node);
  void wake(std::uint16_t thread);
  void let_time_pass(std::uint16_t thread);
  void overtake(std::uint16_t thread);
  void take_lock(ResourceId resource, std::uint16_t thread);
  void release_lock(ResourceId resource);
  void change_hidden(ResourceId resource, std::uint16_t thread);
  void append_output(const Node& node);
  void make_anew(const Operation& operation);

  const Model& model_;
  Freedoms freedoms_;
  std::vector<ThreadState> threads_;
  std::vector<std::uint64_t> values_;
  std::vector<Tag> tags_;
  std::vector<std::uint16_t> changed_threads_;
  std::vector<std::uint8_t> thread_is_listed_;  // in changed_threads_
  std::vector<ResourceId> changed_resources_;
  std::vector<std::uint8_t> is_listed_;  // in changed_resources_
  std::size_t freed_ = 0;                // how many have the tag kFreed
  bool process_ended_ = false;
  std::size_t cuts_ = 0, typed_ = 0, told_ = 0;  // of the model's resources that are taken into account
  std::vector<Undo> undo_;
};

}  // namespace heddle
