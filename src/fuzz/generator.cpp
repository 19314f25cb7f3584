// SPDX-License-Identifier: Apache-2.0
#include "fuzz/generator.h"

#include <algorithm>

#include "fuzz/destruction.h"
#include "fuzz/hand_over.h"
#include "fuzz/random.h"
#include "fuzz/scenes.h"
#include "fuzz/statement_maker.h"
#include "fuzz/widening.h"

namespace heddle::fuzz {
namespace {

class Generator {
 public:
  Generator(std::uint64_t seed, unsigned size, bool wants_twins)
      : seed_(seed), random_(seed), size_(size), wants_twins_(wants_twins) {}
  Program run();

 private:
  bool has(Group group) const { return means_.has(group); }
  void draw_groups();
  void draw_objects();
  void draw_parents();
  void write_functions(StatementMaker& maker);
  void write_threads(StatementMaker& maker);
  void write_main(StatementMaker& maker);
  void hand_over_block(std::uint8_t number, StatementMaker& maker);
  void give_child(std::uint8_t parent, std::uint8_t child);
  void count_waiters();
  void look_at_end(StatementMaker& maker);
  void make_twins();
  std::uint8_t threads() const { return static_cast<std::uint8_t>(program_.threads.size() - 1); }

  std::uint64_t seed_;
  Random random_;
  unsigned size_;
  bool wants_twins_;
  Program program_;
  StatementMaker::Means means_;
};

void Generator::draw_groups() {
  const auto turn_on = [&](Group group, unsigned chance) {
    if (random_.percent(chance)) means_.groups[static_cast<std::size_t>(group)] = true;
  };
  turn_on(Group::Memory, 100);
  turn_on(Group::Atomics, 40);
  turn_on(Group::Control, 60);
  turn_on(Group::Pointers, 20);
  turn_on(Group::Heap, 22);
  turn_on(Group::Calls, 25);
  turn_on(Group::Own, 20);
  turn_on(Group::Children, 20);
  turn_on(Group::Choices, 8);
  turn_on(Group::Spinning, 8);
  static const std::vector<Group> kSync = {Group::Mutex,     Group::Mutex,     Group::Condition,
                                           Group::Condition, Group::Semaphore, Group::RwLock,
                                           Group::Barrier,   Group::Once,      Group::Spin};
  const unsigned kinds = random_.percent(12) ? 0 : random_.percent(25) ? 1 : random_.percent(55) ? 2 : 3;
  for (unsigned kind = 0; kind < kinds; ++kind) turn_on(random_.one_of(kSync), 100);
}

void Generator::draw_objects() {
  means_.cells = random_.percent(35) ? 1 : random_.percent(60) ? 2 : 3;
  means_.mutexes = random_.percent(45) ? 1 : 2;
  means_.uses_recursive = random_.percent(25);
  means_.uses_box = random_.percent(20);
  means_.has_weak_orders = random_.percent(45);
  for (std::uint8_t& value : program_.initial) value = random_.percent(60) ? 0 : random_.below(3);
  for (std::uint8_t& value : program_.initial_elements) value = random_.below(3);
  for (Placement& placement : program_.placement) placement = Placement(random_.below(3));
  program_.pointer = random_.below(means_.cells);
  for (std::uint8_t& count : program_.semaphores) count = random_.percent(60) ? 0 : random_.between(1, 2);
  program_.once_cell = random_.below(means_.cells);
  program_.once_value = random_.between(1, 3);
  program_.functions_take_box = random_.percent(50);
  program_.joins_all = random_.percent(88);
  if (has(Group::Condition) && !has(Group::Spinning) && random_.percent(10)) program_.spurious = 1;
}

void Generator::give_child(std::uint8_t parent, std::uint8_t child) {
  Block& body = program_.threads[parent].body;
  Statement create;
  create.kind = Kind::Create;
  create.object = child;
  const std::size_t at = random_.next() % (body.size() + 1);
  body.insert(body.begin() + static_cast<std::ptrdiff_t>(at), create);
  if (random_.percent(10)) return;
  Statement join;
  join.kind = random_.percent(75) ? Kind::Join : Kind::TryJoin;
  join.object = child;
  join.target = random_.below(kThreadLocals);
  const std::size_t later = at + 1 + random_.next() % (body.size() - at);
  body.insert(body.begin() + static_cast<std::ptrdiff_t>(later), join);
}

void Generator::draw_parents() {
  const std::uint8_t count = random_.percent(35) ? 2 : random_.percent(75) ? 3 : 4;
  program_.threads.resize(count + 1u);
  program_.barrier = random_.percent(70) ? 2 : std::min<std::uint8_t>(count, 3);
  means_.parents.assign(count + 1u, 0);
  for (std::uint8_t child = 2; child <= count; ++child) {
    const auto elder = static_cast<std::uint8_t>(child - 1);
    if (has(Group::Children) && random_.percent(45)) means_.parents[child] = random_.between(1, elder);
  }
  // What is lent must not be gone before everybody who has it: main waits for them.
  program_.lends = random_.percent(10);
  if (program_.lends) program_.joins_all = true;
}

void Generator::write_functions(StatementMaker& maker) {
  for (Function& function : program_.functions) {
    function.is_inlined = random_.percent(40);
    if (has(Group::Calls)) function.body = maker.block(random_.between(1, 2), {.in_function = true});
  }
}

void Generator::write_threads(StatementMaker& maker) {
  static constexpr std::uint8_t kMost[] = {8, 8, 8, 5, 3};  // statements, by number of threads
  for (std::uint8_t number = 1; number <= threads(); ++number) {
    Thread& thread = program_.threads[number];
    const int budget = std::max(1, static_cast<int>(random_.between(1, kMost[threads()]) * size_ / 100));
    thread.body = maker.block(budget, {.thread = number});
    if (has(Group::Heap)) hand_over_block(number, maker);
    for (unsigned local = 0; local < kThreadLocals; ++local) {
      if (random_.percent(local < 2 ? 55 : 25)) thread.observed |= static_cast<std::uint8_t>(1u << local);
    }
  }
  if (has(Group::Condition) && threads() >= 3 && random_.percent(20)) return count_waiters();
  if (random_.percent(25)) return hand_over_value(program_, random_, maker);
  Random apart = random_;  // programs without keep their numbers
  if (threads() == 3 && apart.percent(4)) hand_over_in_between(program_, apart, maker);
}

// Somebody wakes one of two who are known to wait: which one, is a choice.
void Generator::count_waiters() {
  program_.initial[0] = 0;
  for (std::uint8_t number = 1; number <= 3; ++number) {
    Statement section;
    section.kind = Kind::Lock;
    Statement& first = section.body.emplace_back();
    if (number < 3) {
      first.kind = Kind::FetchAdd;
      first.first = {false, 0, 1};
      first.target = 3;
      section.body.emplace_back().kind = random_.percent(75) ? Kind::Wait : Kind::TimedWait;
    } else {
      first.kind = Kind::IfCell;
      first.second = {false, 0, 2};
      first.body.emplace_back().kind = random_.percent(80) ? Kind::Signal : Kind::Broadcast;
    }
    Block& body = program_.threads[number].body;
    if (body.size() > 2) body.resize(2);
    body.insert(body.begin(), section);
  }
}

// Blocks that nobody else gets to see are dull: the first thread hands one over, others take it.
void Generator::hand_over_block(std::uint8_t number, StatementMaker& maker) {
  const bool gives = number == 1;
  if (!random_.percent(gives ? 80 : 70) || (gives && !maker.take_block())) return;
  Block begin;
  const auto add = [&](Kind kind) { begin.emplace_back().kind = kind; };
  if (gives) {
    add(Kind::Allocate);
    begin.back().first = maker.constant();
  }
  add(gives ? Kind::Publish : Kind::Take);
  Block& body = program_.threads[number].body;
  body.insert(body.begin(), begin.begin(), begin.end());
}

// What everybody left behind.
void Generator::look_at_end(StatementMaker& maker) {
  const std::uint8_t looks = random_.between(1, 2);
  for (std::uint8_t look = 0; look < looks; ++look) {
    Statement& load = program_.after.emplace_back();
    load.kind = Kind::Load;
    load.target = look;
    load.place = maker.place({}, false);
  }
  if (!random_.percent(20)) return;
  Statement& claim = program_.after.emplace_back();
  claim.kind = Kind::Assert;
  claim.is_negated = true;
  claim.first = {true, 0, 0};
  claim.second = {false, 0, random_.between(1, 3)};
}

void Generator::write_main(StatementMaker& maker) {
  Block& body = program_.threads.front().body;
  const Context context{.thread = 0};
  for (std::uint8_t number = 1; number <= threads(); ++number) {
    if (means_.parents[number] != 0) {
      give_child(means_.parents[number], number);
      continue;
    }
    Statement create;
    create.kind = Kind::Create;
    create.object = number;
    body.push_back(create);
    if (random_.percent(12)) {
      int budget = 1;
      body.push_back(maker.statement(budget, context));
    }
  }
  std::uint8_t& observed = program_.threads.front().observed;
  if (random_.percent(25)) {
    int budget = 1;
    body.push_back(maker.statement(budget, context));
    observed = random_.below(4);
  }
  if (random_.percent(45)) {
    look_at_end(maker);
    observed |= random_.between(1, 3);
  }
}

// Threads that do the same, one right after the other; often all of them, and often they tell nothing, so that nobody can
// tell them apart. Drawn apart: programs without keep their numbers.
void Generator::make_twins() {
  Random apart(seed_ ^ 0x7477696e73);
  if (!apart.percent(14) && !wants_twins_) return;
  const std::uint8_t first = apart.percent(60) ? 1 : apart.between(1, std::max<std::uint8_t>(1, threads() - 1));
  bool is_simple = true;
  for_each_statement(program_.threads[first].body, [&](const Statement& each) {
    is_simple &= each.kind != Kind::Create && each.kind != Kind::Join && each.kind != Kind::TryJoin &&
                 each.kind != Kind::Allocate;
  });
  const auto belongs_to_main = [&](std::uint8_t thread) {
    return means_.parents[thread] == 0 && created_threads(program_.threads[thread].body).empty();
  };
  if (!is_simple || !belongs_to_main(first)) return;
  const std::uint8_t last = apart.percent(50) ? threads() : static_cast<std::uint8_t>(first + 1);
  for (std::uint8_t twin = first + 1u; twin <= last && belongs_to_main(twin); ++twin) {
    program_.threads[twin].twin_of = first;
  }
  if (apart.percent(60) || wants_twins_) program_.threads[first].observed = 0;
}

Program Generator::run() {
  draw_groups();
  draw_objects();
  draw_parents();
  StatementMaker maker(random_, program_, means_);
  write_functions(maker);
  write_threads(maker);
  write_main(maker);
  make_twins();
  number_statements(program_);
  return std::move(program_);
}

}  // namespace

Program generate(std::uint64_t seed, unsigned size) { return Generator(seed, size, false).run(); }

Program generate_twins(std::uint64_t seed, unsigned size) { return Generator(seed, size, true).run(); }

Program generate_wide(std::uint64_t seed, unsigned size) {
  Program program = generate(seed, size);
  Random apart(seed ^ 0x77696465);
  widen(program, apart);
  return program;
}

Program generate_scene(std::uint64_t seed) {
  Random apart(seed ^ 0x7363656e65);
  Program program = make_scene(apart);
  widen(program, apart);
  return program;
}

Program generate_destroying(std::uint64_t seed, unsigned size) {
  Program program = generate_wide(seed, size);
  Random apart(seed ^ 0x64657374726f79);
  destroy_somewhere(program, apart);
  return program;
}

Program generate_number(std::uint64_t index, std::uint64_t seed, unsigned generator, unsigned size) {
  if (is_scene(index, generator)) return generate_scene(seed);
  if (destroys(index, generator)) return generate_destroying(seed, size);
  if (has_wanted_twins(index, generator)) return generate_twins(seed, size);
  return is_widened(index, generator) ? generate_wide(seed, size) : generate(seed, size);
}

}  // namespace heddle::fuzz
