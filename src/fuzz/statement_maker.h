// SPDX-License-Identifier: Apache-2.0
//
// StatementMaker: draws statements and blocks for a program whose groups and objects are settled.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fuzz/program.h"
#include "fuzz/random.h"
#include "fuzz/vocabulary.h"

namespace heddle::fuzz {

class StatementMaker {
 public:
  // What it may use.
  struct Means {
    std::array<bool, kGroupCount> groups{};
    std::uint8_t cells = 1;
    std::uint8_t mutexes = 1;  // the recursive one not counted
    bool uses_recursive = false;
    bool uses_box = false;
    bool has_weak_orders = false;       // of atomic accesses
    std::vector<std::uint8_t> parents;  // by thread: who creates it
    bool has(Group group) const { return groups[static_cast<std::size_t>(group)]; }
  };

  StatementMaker(Random& random, const Program& program, const Means& means);

  Block block(int budget, const Context& context);
  Statement statement(int& budget, const Context& context);
  Place place(const Context& context, bool may_be_heap);
  // One that an atomic access or fence of this kind can have.
  Order order(Kind kind);
  Value constant() { return {false, 0, random_.below(4)}; }
  // Notes that one more block of the heap is allocated; false if there are too many already.
  bool take_block();

 private:
  Block inner_block(int& budget, Context context);
  Statement wait(const Context& context);
  void fill(Statement& statement, int& budget, const Context& context);
  void fill_lock(Statement& statement, int& budget, Context context);
  std::uint8_t any_local(const Context& context);
  Value value(const Context& context);
  bool borrows(const Context& context) const;

  Random& random_;
  const Program& program_;
  const Means& means_;
  unsigned total_weight_ = 0;
  std::uint8_t blocks_ = 0;  // of the heap
  std::uint8_t last_target_ = 0;
};

}  // namespace heddle::fuzz
