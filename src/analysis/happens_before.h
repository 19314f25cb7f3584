// SPDX-License-Identifier: Apache-2.0
//
// HappensBefore: the order that C++ promises between the events of one execution, as vector clocks. Fed event by event.
// Only what synchronises counts, not what merely came earlier: an atomic access synchronises as far as its memory order
// says, a relaxed one not at all. docs/data_races.md has the table.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scratch_map.h"
#include "learn/defect.h"
#include "trace/event.h"

namespace heddle {

class HappensBefore {
 public:
  explicit HappensBefore(Defect defect = Defect::None) : defect_(defect) {}
  // Before the first event of an execution with so many threads.
  void begin(std::size_t threads);
  // What the event's access comes after because of the event itself: an acquire, of what it reads from.
  void acquire_first(const Event& event);
  // Everything else that the event synchronises with. Accesses are to be compared with others before.
  void apply(const Event& event);

  // The thread saw what another one published unseen: everything so far comes before what it does next.
  void acquire_everything(std::uint16_t thread);

  // A point in the past of a thread: everything up to its next release.
  std::uint32_t now(std::uint16_t thread) const { return words_[clocks_[thread].own + thread]; }
  // Whether what `other` did at `then` comes before what `thread` does next.
  bool is_before(std::uint16_t other, std::uint32_t then, std::uint16_t thread) const {
    return words_[clocks_[thread].own + other] >= then;
  }
  // An atomic operation weaker than seq_cst was met: then C++ allows more executions than interleavings.
  bool met_weaker_order() const { return met_weaker_order_; }
  // A thread was told something that orders nothing: that a lock is taken, the value of a semaphore, or it was woken
  // by somebody without its lock, or by a futex without looking at its word again. Then two accesses can be unordered
  // that are never side by side.
  bool met_hint() const { return met_hint_; }

 private:
  using Clock = std::uint32_t;  // where it begins in words_
  static constexpr Clock kNone = 0xffffffff;

  struct Clocks {
    Clock own = kNone;
    Clock acquired = kNone;  // by relaxed loads: counts once an acquire fence follows
    Clock released = kNone;  // at the last release fence: what relaxed stores hand on
    Clock round = kNone;     // of the barrier it waits at
    std::uint32_t locks = 0;  // mutexes that it holds
    bool is_in_section = false;
    std::uint64_t futex = 0;  // whose word it was just woken at, or found changed
  };
  struct SyncObject {
    Clock released = kNone;
    Clock readers = kNone;  // read-write lock: what those who held it for reading hand on, to a writer only
    Clock round = kNone;    // barrier: who has arrived
    std::uint16_t writer = 0xffff;
    std::uint64_t mutex = 0;  // condition: of those who waited
  };
  // What a load of these bytes of an 8-byte cell can synchronise with: the head of a release sequence.
  struct Release {
    Clock clock = kNone;
    std::uint32_t next = 0xffffffff;
    std::uint8_t bytes = 0;
  };
  static constexpr std::uint32_t kEnd = 0xffffffff;
  struct ReleaseList {
    std::uint32_t first = kEnd;
  };

  Clock make();
  void join(Clock& to, Clock from);
  void assign(Clock& to, Clock from);
  void tick(std::uint16_t thread) { ++words_[clocks_[thread].own + thread]; }
  void acquire(std::uint16_t thread, Clock from) { join(clocks_[thread].own, from); }
  void acquire_object(std::uint16_t thread, std::uint64_t object);
  void release_object(std::uint16_t thread, std::uint64_t object);

  void apply_access(const Event& event);
  void atomic_load(const Event& event, MemoryOrder order);
  void atomic_store(std::uint16_t thread, std::uint64_t address, std::uint32_t size, MemoryOrder order);
  void atomic_rmw(const Event& event, MemoryOrder order);
  void fence(std::uint16_t thread, MemoryOrder order);
  void note_order(MemoryOrder order);
  // The releases that a load of these bytes reads from, joined; kNone if there are none.
  Clock released_at(std::uint64_t address, std::uint32_t size);
  void set_released(std::uint64_t address, std::uint32_t size, Clock clock);
  void forget_released(std::uint64_t cell, std::uint8_t bytes);
  void end_sequences(std::uint64_t address, std::uint32_t size);

  void lock(const Event& event, bool got_it);
  void unlock(std::uint16_t thread, std::uint64_t mutex);
  void wake(const Event& event);
  void read_lock(std::uint16_t thread, std::uint64_t lock);
  void write_lock(std::uint16_t thread, std::uint64_t lock);
  void rw_unlock(std::uint16_t thread, std::uint64_t lock);
  void note_futex(const Event& event);
  static bool may_have_waited(const Event& event);
  void arrive(const Event& event);
  void leave(std::uint16_t thread);
  void create(const Event& event);
  void join_thread(const Event& event);

  std::size_t width_ = 0;
  std::vector<std::uint32_t> words_;
  std::vector<Clocks> clocks_;
  ScratchMap<SyncObject> objects_;
  ScratchMap<ReleaseList> releases_;  // by address / 8
  std::vector<Release> release_pool_;
  bool met_weaker_order_ = false;
  bool met_hint_ = false;
  bool met_wait_ = false;  // for a condition
  Defect defect_;
};

}  // namespace heddle
