// SPDX-License-Identifier: Apache-2.0
#include "fuzz/shrink.h"

#include <algorithm>
#include <utility>

#include "fuzz/widening.h"

namespace heddle::fuzz {
namespace {

constexpr std::size_t kAskedAtOnce = 40;  // they go into one file

bool is_about_thread(const Statement& statement, std::uint8_t thread) {
  const bool is_thread_kind =
      statement.kind == Kind::Create || statement.kind == Kind::Join || statement.kind == Kind::TryJoin;
  return is_thread_kind && statement.object == thread;
}

void remove_uses(Block& block, std::uint8_t thread) {
  std::erase_if(block, [&](const Statement& each) { return is_about_thread(each, thread); });
  for (Statement& each : block) {
    remove_uses(each.body, thread);
    remove_uses(each.otherwise, thread);
  }
}

// The last thread, so that nobody gets another number.
bool remove_last_thread(Program& program) {
  if (program.threads.size() <= 2) return false;
  const auto last = static_cast<std::uint8_t>(program.threads.size() - 1);
  if (!created_threads(program.threads.back().body).empty()) return false;
  if (has_twins(program, last)) return false;
  program.threads.pop_back();
  for (Thread& thread : program.threads) remove_uses(thread.body, last);  // no other routine creates
  return true;
}

void swap_uses(Block& block, std::uint8_t one, std::uint8_t other) {
  for (Statement& each : block) {
    if (is_about_thread(each, one)) {
      each.object = other;
    } else if (is_about_thread(each, other)) {
      each.object = one;
    }
    swap_uses(each.body, one, other);
    swap_uses(each.otherwise, one, other);
  }
}

void make_last(Program& program, std::uint8_t thread) {
  const auto last = static_cast<std::uint8_t>(program.threads.size() - 1);
  if (thread == last) return;
  if (has_twins(program, thread) || has_twins(program, last)) return;
  std::swap(program.threads[thread], program.threads[last]);
  for (Thread& each : program.threads) swap_uses(each.body, thread, last);
}

// A create whose thread is left would leave a thread that nobody creates.
bool may_go(const Statement& statement) { return statement.kind != Kind::Create; }

bool creates(const Block& block) { return !created_threads(block).empty(); }

// Calls `visit` with every block, by a way to find it again in a copy.
void blocks_of(Block& block, std::vector<Block*>& found) {
  found.push_back(&block);
  for (Statement& each : block) {
    blocks_of(each.body, found);
    blocks_of(each.otherwise, found);
  }
}

std::vector<Block*> blocks_of(Program& program) {
  std::vector<Block*> found;
  for (Thread& thread : program.threads) {
    blocks_of(thread.body, found);
    blocks_of(thread.instead, found);
  }
  for (Function& function : program.functions) blocks_of(function.body, found);
  blocks_of(program.after, found);
  return found;
}

// Waits need the lock around them: what stood inside of a lock may only be lifted out if it has none.
bool needs_block(const Block& block) {
  bool needs = false;
  for_each_statement(block, [&](const Statement& each) {
    needs |= each.kind == Kind::Wait || each.kind == Kind::WaitUntil || each.kind == Kind::TimedWait;
  });
  return needs;
}

class Candidates {
 public:
  explicit Candidates(const Program& program) : program_(program) {}

  std::vector<Program> take() {
    without_threads();
    Program copy = program_;
    const std::size_t blocks = blocks_of(copy).size();
    for (std::size_t block = 0; block < blocks; ++block) statements(block);
    for (std::size_t block = 0; block < blocks; ++block) values(block);
    without_observers();
    without_twins();
    without_ranges();
    without_gifts();
    return std::move(found_);
  }

 private:
  template <typename Change>
  void attempt(const Change& change) {
    Program changed = program_;
    if (!change(changed)) return;
    number_statements(changed);
    if (!(changed == program_) && ranges_fit(changed)) found_.push_back(std::move(changed));
  }

  void without_threads() {
    for (std::size_t thread = program_.threads.size() - 1; thread > 0; --thread) {
      attempt([&](Program& changed) {
        make_last(changed, static_cast<std::uint8_t>(thread));
        return remove_last_thread(changed);
      });
    }
  }

  void statements(std::size_t block) {
    Program copy = program_;
    const std::size_t count = blocks_of(copy)[block]->size();
    for (std::size_t at = 0; at < count; ++at) {
      attempt([&](Program& changed) {
        Block& where = *blocks_of(changed)[block];
        if (!may_go(where[at]) || creates(where[at].body)) return false;
        where.erase(where.begin() + static_cast<std::ptrdiff_t>(at));
        return true;
      });
      attempt([&](Program& changed) {  // only what is inside
        Block& where = *blocks_of(changed)[block];
        if (where[at].body.empty() || needs_block(where[at].body)) return false;
        Block inside = where[at].body;
        where.erase(where.begin() + static_cast<std::ptrdiff_t>(at));
        where.insert(where.begin() + static_cast<std::ptrdiff_t>(at), inside.begin(), inside.end());
        return true;
      });
      attempt([&](Program& changed) {
        Statement& each = (*blocks_of(changed)[block])[at];
        if (each.otherwise.empty()) return false;
        each.otherwise.clear();
        return true;
      });
    }
  }

  void values(std::size_t block) {
    Program copy = program_;
    const std::size_t count = blocks_of(copy)[block]->size();
    for (std::size_t at = 0; at < count; ++at) {
      const auto simplify = [&](auto change) {
        attempt([&](Program& changed) {
          change((*blocks_of(changed)[block])[at]);
          return true;
        });
      };
      simplify([](Statement& each) { each.place.is_atomic = each.other.is_atomic = false; });
      simplify([](Statement& each) {
        const bool is_elsewhere = each.place.way == Way::Element || each.place.way == Way::Lent;
        if (is_elsewhere) each.place = {Way::Cell, 0, {}, each.place.is_atomic};
      });
      simplify([](Statement& each) {
        if (each.first.has_local && each.kind != Kind::Assert && each.kind != Kind::If) each.first = {false, 0, 1};
      });
      simplify([](Statement& each) { each.place.cell = 0; });
    }
  }

  void without_twins() {
    for (std::size_t thread = 1; thread < program_.threads.size(); ++thread) {
      attempt([&](Program& changed) { return std::exchange(changed.threads[thread].twin_of, 0) != 0; });
    }
  }

  void without_ranges() {
    attempt([](Program& changed) {
      changed.ranges = {};
      return true;
    });
    const auto plain = [&](const auto& pick) {
      attempt([&](Program& changed) { return std::exchange(pick(changed.ranges), 0) != 0; });
    };
    for (std::size_t local = 0; local < kThreadLocals; ++local) {
      plain([&](RangeOf& ranges) -> std::uint8_t& { return ranges.locals[local]; });
    }
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      plain([&](RangeOf& ranges) -> std::uint8_t& { return ranges.cells[cell]; });
    }
    plain([](RangeOf& ranges) -> std::uint8_t& { return ranges.elements; });
    plain([](RangeOf& ranges) -> std::uint8_t& { return ranges.blocks; });
    plain([](RangeOf& ranges) -> std::uint8_t& { return ranges.given; });
  }

  void without_gifts() {
    for (std::size_t thread = 1; thread < program_.threads.size(); ++thread) {
      attempt([&](Program& changed) { return std::exchange(changed.threads[thread].given, 0) != 0; });
      attempt([&](Program& changed) {
        changed.threads[thread].instead.clear();
        return true;
      });
    }
  }

  void without_observers() {
    for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
      for (unsigned bit = 0; bit < kThreadLocals; ++bit) {
        attempt([&](Program& changed) {
          changed.threads[thread].observed &= static_cast<std::uint8_t>(~(1u << bit));
          return true;
        });
      }
    }
    attempt([](Program& changed) {
      changed.joins_all = true;
      changed.placement = {};
      return true;
    });
    attempt([](Program& changed) {
      changed.initial = {};
      return true;
    });
  }

  const Program& program_;
  std::vector<Program> found_;
};

}  // namespace

std::vector<Program> smaller_programs(const Program& program) { return Candidates(program).take(); }

Program shrink(Program program, const StillDiffers& still_differs, unsigned most_asked) {
  unsigned asked = 0;
  for (bool has_shrunk = true; has_shrunk && asked < most_asked;) {
    has_shrunk = false;
    std::vector<Program> candidates = smaller_programs(program);
    for (std::size_t first = 0; first < candidates.size() && !has_shrunk && asked < most_asked; first += kAskedAtOnce) {
      const std::size_t end = std::min(candidates.size(), first + kAskedAtOnce);
      const std::vector<Program> some(candidates.begin() + static_cast<std::ptrdiff_t>(first),
                                      candidates.begin() + static_cast<std::ptrdiff_t>(end));
      const std::vector<bool> differs = still_differs(some);
      asked += static_cast<unsigned>(some.size());
      for (std::size_t at = 0; at < differs.size() && !has_shrunk; ++at) {
        if (!differs[at]) continue;
        program = some[at];
        has_shrunk = true;
      }
    }
  }
  return program;
}

}  // namespace heddle::fuzz
