// SPDX-License-Identifier: Apache-2.0
#include "fuzz/generator.h"

#include <algorithm>
#include <iterator>

#include "fuzz/random.h"

namespace heddle::fuzz {
namespace {

enum class Group : std::uint8_t {
  Memory,
  Atomics,
  Control,
  Pointers,
  Heap,
  Calls,
  Own,
  Mutex,
  Condition,
  Semaphore,
  RwLock,
  Barrier,
  Once,
  Spin,
  Children,
  Choices,
};
constexpr std::size_t kGroupCount = static_cast<std::size_t>(Group::Choices) + 1;

struct Choice {
  Kind kind;
  Group group;
  std::uint8_t weight;
};

constexpr Choice kChoices[] = {
    {Kind::Load, Group::Memory, 14},        {Kind::Store, Group::Memory, 14},
    {Kind::Copy, Group::Memory, 4},         {Kind::FetchAdd, Group::Atomics, 6},
    {Kind::Exchange, Group::Atomics, 4},    {Kind::CompareExchange, Group::Atomics, 6},
    {Kind::Fence, Group::Atomics, 1},       {Kind::LoadPointer, Group::Pointers, 9},
    {Kind::StorePointer, Group::Pointers, 5}, {Kind::Allocate, Group::Heap, 6},
    {Kind::Publish, Group::Heap, 9},        {Kind::Withdraw, Group::Heap, 2},
    {Kind::Take, Group::Heap, 8},           {Kind::Free, Group::Heap, 8},
    {Kind::Set, Group::Own, 5},             {Kind::PutPrivate, Group::Own, 6},
    {Kind::GetPrivate, Group::Own, 6},      {Kind::Assert, Group::Memory, 13},
    {Kind::Return, Group::Control, 2},      {Kind::Call, Group::Calls, 10},
    {Kind::CallChosen, Group::Calls, 6},    {Kind::Yield, Group::Choices, 2},
    {Kind::Choose, Group::Choices, 6},      {Kind::If, Group::Control, 8},
    {Kind::IfCell, Group::Control, 8},      {Kind::Loop, Group::Control, 5},
    {Kind::Lock, Group::Mutex, 14},         {Kind::TryLock, Group::Mutex, 7},
    {Kind::TimedLock, Group::Mutex, 2},     {Kind::SpinLock, Group::Spin, 8},
    {Kind::SpinTryLock, Group::Spin, 5},    {Kind::ReadLock, Group::RwLock, 7},
    {Kind::WriteLock, Group::RwLock, 7},    {Kind::TryReadLock, Group::RwLock, 4},
    {Kind::TryWriteLock, Group::RwLock, 4}, {Kind::Lock, Group::Condition, 14},
    {Kind::Wait, Group::Condition, 10},     {Kind::WaitUntil, Group::Condition, 6},
    {Kind::TimedWait, Group::Condition, 6}, {Kind::Signal, Group::Condition, 10},
    {Kind::Broadcast, Group::Condition, 4}, {Kind::SemWait, Group::Semaphore, 10},
    {Kind::SemTryWait, Group::Semaphore, 5}, {Kind::SemTimedWait, Group::Semaphore, 3},
    {Kind::SemPost, Group::Semaphore, 10},  {Kind::SemValue, Group::Semaphore, 4},
    {Kind::Barrier, Group::Barrier, 14},    {Kind::Once, Group::Once, 12},
};

// Where the next statement will stand.
struct Context {
  std::uint8_t thread = 0;
  bool in_function = false;
  unsigned depth = 0;  // of blocks
  unsigned loops = 0;
  unsigned held_mutexes = 0;  // bit per mutex
  bool holds_spin = false;
  bool holds_rwlock = false;
};

class Generator {
 public:
  Generator(std::uint64_t seed, unsigned size) : random_(seed), size_(size) {}
  Program run();

 private:
  bool has(Group group) const { return groups_[static_cast<std::size_t>(group)]; }
  void draw_groups();
  void draw_objects();
  void draw_threads();
  void draw_parents(std::uint8_t threads);
  void give_child(std::uint8_t parent, std::uint8_t child);
  void count_waiters();
  void hand_over_block(std::uint8_t number);
  void write_main();
  void look_at_end();
  Block block(int budget, const Context& context);
  Block inner_block(int& budget, Context context);
  bool fits(Kind kind, const Context& context) const;
  Statement statement(int& budget, const Context& context);
  Statement wait(const Context& context);
  void fill(Statement& statement, int& budget, const Context& context);
  void fill_lock(Statement& statement, int& budget, Context context);
  std::uint8_t target(const Context& context);
  std::uint8_t any_local(const Context& context);
  Value constant() { return {false, 0, random_.below(4)}; }
  Value value(const Context& context);
  Place place(const Context& context, bool may_be_heap);
  bool borrows(const Context& context) const;

  Random random_;
  unsigned size_;
  Program program_;
  bool groups_[kGroupCount]{};
  unsigned total_weight_ = 0;
  std::uint8_t cells_ = 1;      // in use
  std::uint8_t mutexes_ = 1;    // in use, the recursive one not counted
  bool uses_recursive_ = false;
  bool uses_box_ = false;
  std::uint8_t blocks_ = 0;     // of the heap
  std::uint8_t last_target_ = 0;
  std::vector<std::uint8_t> parents_;  // by thread: who creates it
};

void Generator::draw_groups() {
  const auto turn_on = [&](Group group, unsigned chance) {
    if (random_.percent(chance)) groups_[static_cast<std::size_t>(group)] = true;
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
  static const std::vector<Group> kSync = {Group::Mutex,  Group::Mutex,   Group::Condition, Group::Condition, Group::Semaphore,
                                           Group::RwLock, Group::Barrier, Group::Once,      Group::Spin};
  const unsigned kinds = random_.percent(12) ? 0 : random_.percent(25) ? 1 : random_.percent(55) ? 2 : 3;
  for (unsigned kind = 0; kind < kinds; ++kind) turn_on(random_.one_of(kSync), 100);
  for (const Choice& choice : kChoices) {
    if (has(choice.group)) total_weight_ += choice.weight;
  }
}

void Generator::draw_objects() {
  cells_ = random_.percent(35) ? 1 : random_.percent(60) ? 2 : 3;
  mutexes_ = random_.percent(45) ? 1 : 2;
  uses_recursive_ = random_.percent(25);
  uses_box_ = random_.percent(20);
  for (std::uint8_t& value : program_.initial) value = random_.percent(60) ? 0 : random_.below(3);
  for (std::uint8_t& value : program_.initial_elements) value = random_.below(3);
  for (Placement& placement : program_.placement) placement = Placement(random_.below(3));
  program_.pointer = random_.below(cells_);
  for (std::uint8_t& count : program_.semaphores) count = random_.percent(60) ? 0 : random_.between(1, 2);
  program_.once_cell = random_.below(cells_);
  program_.once_value = random_.between(1, 3);
  program_.functions_take_box = random_.percent(50);
  program_.joins_all = random_.percent(88);
  if (has(Group::Condition) && random_.percent(10)) program_.spurious = 1;
}

std::uint8_t Generator::any_local(const Context& context) {
  const bool has_box = context.in_function ? program_.functions_take_box : uses_box_;
  if (has_box && random_.percent(20)) return random_.percent(50) ? kBoxFirst : kBoxSecond;
  if (context.in_function) return static_cast<std::uint8_t>(kFirstInner + random_.below(kInnerLocals));
  return random_.percent(70) ? random_.below(2) : random_.below(kThreadLocals);
}

std::uint8_t Generator::target(const Context& context) { return any_local(context); }

bool gives_result(Kind kind) {
  switch (kind) {
    case Kind::Load:
    case Kind::FetchAdd:
    case Kind::Exchange:
    case Kind::CompareExchange:
    case Kind::Set:
    case Kind::GetPrivate:
    case Kind::Call:
    case Kind::CallChosen:
    case Kind::TimedWait:
    case Kind::SemTryWait:
    case Kind::SemTimedWait:
    case Kind::SemValue:
    case Kind::Barrier:
      return true;
    default:
      return false;
  }
}

Value Generator::value(const Context& context) {
  if (random_.percent(55)) return constant();
  return {true, any_local(context), static_cast<std::uint8_t>(random_.percent(60) ? 0 : 1)};
}

Place Generator::place(const Context& context, bool may_be_heap) {
  Place place;
  place.is_atomic = random_.percent(has(Group::Atomics) ? 45 : 15);
  place.cell = random_.below(cells_);
  const unsigned draw = random_.below(100);
  if (draw < 12) {
    place.way = Way::Element;
    place.index = value(context);
  } else if (draw < 28 && borrows(context)) {
    place.way = Way::Lent;
  } else if (has(Group::Heap) && may_be_heap && !context.in_function && draw < 50) {
    place.way = Way::Heap;
  }
  return place;
}

bool Generator::borrows(const Context& context) const {
  return program_.lends && !context.in_function && parents_[context.thread] == 0;
}

bool Generator::fits(Kind kind, const Context& context) const {
  const bool is_main = context.thread == 0 && !context.in_function;
  switch (kind) {
    case Kind::LoadPointer:
    case Kind::Publish:
    case Kind::Withdraw:
    case Kind::Take:
    case Kind::Free:
    case Kind::PutPrivate:
    case Kind::GetPrivate:
    case Kind::Call:
    case Kind::CallChosen:
      return !context.in_function;
    case Kind::Allocate:
      return !context.in_function && context.depth == 0 && blocks_ < kMaxBlocks;
    case Kind::Return:
      return context.in_function || (!is_main && context.held_mutexes == 0 && !context.holds_spin && !context.holds_rwlock &&
                                     context.depth > 0);
    case Kind::If:
    case Kind::IfCell:
      return context.depth < 3;
    case Kind::Loop:
      return context.depth < 3 && context.loops < (context.in_function ? 1u : 2u);
    case Kind::Lock:
    case Kind::TryLock:
    case Kind::TimedLock:
      return context.depth < 3;
    case Kind::SpinLock:
    case Kind::SpinTryLock:
      return context.depth < 3 && !context.holds_spin;
    case Kind::ReadLock:
    case Kind::WriteLock:  // whoever has it already gets an error instead of waiting, and nobody here looks at that
      return context.depth < 3 && !context.holds_rwlock && !context.in_function;
    case Kind::TryReadLock:
    case Kind::TryWriteLock:
      return context.depth < 3 && !context.holds_rwlock;
    case Kind::Wait:
    case Kind::WaitUntil:
    case Kind::TimedWait:
      return (context.held_mutexes & 1) != 0;
    default:
      return true;
  }
}

Statement Generator::statement(int& budget, const Context& context) {
  Statement made;
  for (;;) {
    unsigned draw = static_cast<unsigned>(random_.next() % total_weight_);
    const Choice* chosen = nullptr;
    for (const Choice& choice : kChoices) {
      if (!has(choice.group)) continue;
      chosen = &choice;
      if (draw < choice.weight) break;
      draw -= choice.weight;
    }
    if (!fits(chosen->kind, context)) continue;
    made.kind = chosen->kind;
    // A lock that was drawn for its condition is the one that waits go with.
    made.object = chosen->group == Group::Condition ? 0 : random_.below(mutexes_);
    break;
  }
  --budget;
  fill(made, budget, context);
  return made;
}

void Generator::fill(Statement& made, int& budget, const Context& context) {
  made.target = target(context);
  made.first = value(context);
  made.second = constant();
  made.place = place(context, made.kind <= Kind::CompareExchange && made.kind != Kind::Copy);
  made.is_negated = random_.percent(50);
  if (gives_result(made.kind)) last_target_ = made.target;
  switch (made.kind) {
    case Kind::Copy:
      made.other = place(context, false);
      made.place.is_atomic = false;
      return;
    case Kind::FetchAdd:
      made.first = {false, 0, random_.between(1, 2)};
      return;
    case Kind::StorePointer:
      made.object = random_.percent(90) ? random_.below(cells_) : kCells;
      return;
    case Kind::Allocate:
      ++blocks_;
      return;
    case Kind::Assert:
      made.first = {true, random_.percent(70) ? last_target_ : any_local(context), 0};
      made.is_negated = random_.percent(90);
      if (made.is_negated) made.second = {false, 0, random_.between(1, 3)};
      if (random_.percent(25)) made.second = {true, any_local(context), 1};
      return;
    case Kind::PutPrivate:
      made.second = value(context);
      return;
    case Kind::Call:
      made.object = random_.below(2);
      return;
    case Kind::CallChosen:
      made.second = {true, any_local(context), 0};
      return;
    case Kind::If:
      made.first = {true, any_local(context), 0};
      [[fallthrough]];
    case Kind::IfCell:
      made.body = inner_block(budget, context);
      if (random_.percent(40)) made.otherwise = inner_block(budget, context);
      return;
    case Kind::Loop: {
      Context inside = context;
      ++inside.loops;
      made.object = random_.between(2, 3);
      made.body = inner_block(budget, inside);
      return;
    }
    case Kind::SemWait:
    case Kind::SemTryWait:
    case Kind::SemTimedWait:
    case Kind::SemPost:
    case Kind::SemValue:
      made.object = random_.percent(75) ? 0 : 1;
      return;
    default:
      return fill_lock(made, budget, context);
  }
}

void Generator::fill_lock(Statement& made, int& budget, Context context) {
  switch (made.kind) {
    case Kind::Lock:
    case Kind::TryLock:
    case Kind::TimedLock: {
      const bool is_recursive = uses_recursive_ && made.object != 0 && random_.percent(50);
      if (is_recursive) made.object = kRecursiveMutex;
      // Taking again what one has: mostly not.
      const bool has_it = (context.held_mutexes >> made.object & 1) != 0 && made.object != kRecursiveMutex;
      if (has_it && made.kind == Kind::Lock && !random_.percent(6)) made.kind = Kind::TryLock;
      context.held_mutexes |= 1u << made.object;
      break;
    }
    case Kind::SpinLock:
    case Kind::SpinTryLock:
      context.holds_spin = true;
      break;
    case Kind::ReadLock:
    case Kind::WriteLock:
    case Kind::TryReadLock:
    case Kind::TryWriteLock:
      context.holds_rwlock = true;
      break;
    default:
      return;
  }
  made.body = inner_block(budget, context);
  const bool tries = made.kind == Kind::TryLock || made.kind == Kind::TimedLock || made.kind == Kind::SpinTryLock ||
                     made.kind == Kind::TryReadLock || made.kind == Kind::TryWriteLock;
  if (tries && random_.percent(35)) {
    Context outside = context;
    outside.held_mutexes = 0;  // less than it may hold: then it does not wait
    made.otherwise = inner_block(budget, outside);
  }
}

Statement Generator::wait(const Context& context) {
  static const std::vector<Kind> kKinds = {Kind::Wait, Kind::Wait, Kind::WaitUntil, Kind::TimedWait, Kind::TimedWait};
  Statement made;
  int budget = 0;
  made.kind = random_.one_of(kKinds);
  fill(made, budget, context);
  return made;
}

Block Generator::inner_block(int& budget, Context context) {
  ++context.depth;
  Block made;
  const int wanted = random_.percent(55) ? 1 : random_.percent(70) ? 2 : 3;
  for (int count = 0; count < wanted && (budget > 0 || count == 0); ++count) {
    const bool may_wait = has(Group::Condition) && (context.held_mutexes & 1) != 0;
    made.push_back(may_wait && random_.percent(40) ? wait(context) : statement(budget, context));
    if (made.back().kind == Kind::Return) break;
  }
  return made;
}

Block Generator::block(int budget, const Context& context) {
  Block made;
  last_target_ = context.in_function ? kFirstInner : kFirstLocal;
  while (budget > 0) {
    made.push_back(statement(budget, context));
    if (made.back().kind == Kind::Return) break;
    // What was loaded from the shared pointer is used at once.
    if (made.back().kind != Kind::LoadPointer) continue;
    Statement use = statement(budget, context);
    use.kind = random_.percent(60) ? Kind::Load : Kind::Store;
    use.body.clear();
    use.otherwise.clear();
    use.target = target(context);
    use.place = {Way::Pointer, 0, {}, random_.percent(20)};
    made.push_back(use);
  }
  return made;
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

void Generator::draw_parents(std::uint8_t threads) {
  parents_.assign(threads + 1u, 0);
  for (std::uint8_t child = 2; child <= threads; ++child) {
    const auto elder = static_cast<std::uint8_t>(child - 1);
    if (has(Group::Children) && random_.percent(45)) parents_[child] = random_.between(1, elder);
  }
  // What is lent must not be gone before everybody who has it: main waits for them.
  program_.lends = random_.percent(10);
  if (program_.lends) program_.joins_all = true;
}

void Generator::draw_threads() {
  const std::uint8_t threads = random_.percent(35) ? 2 : random_.percent(75) ? 3 : 4;
  static constexpr std::uint8_t kMost[] = {8, 8, 8, 5, 3};
  program_.threads.resize(threads + 1u);
  draw_parents(threads);
  for (Function& function : program_.functions) {
    function.is_inlined = random_.percent(40);
    if (has(Group::Calls)) function.body = block(random_.between(1, 2), {.in_function = true});
  }
  for (std::uint8_t number = 1; number <= threads; ++number) {
    const int budget = std::max(1, static_cast<int>(random_.between(1, kMost[threads]) * size_ / 100));
    program_.threads[number].body = block(budget, {.thread = number});
    if (has(Group::Heap)) hand_over_block(number);
    for (unsigned local = 0; local < kThreadLocals; ++local) {
      const unsigned chance = local < 2 ? 55 : 25;
      if (random_.percent(chance)) program_.threads[number].observed |= static_cast<std::uint8_t>(1u << local);
    }
  }
  program_.barrier = random_.percent(70) ? 2 : std::min<std::uint8_t>(threads, 3);
  if (has(Group::Condition) && threads >= 3 && random_.percent(20)) count_waiters();
  write_main();
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
void Generator::hand_over_block(std::uint8_t number) {
  const bool gives = number == 1;
  if (!random_.percent(gives ? 80 : 70) || blocks_ == kMaxBlocks) return;
  Block begin;
  const auto add = [&](Kind kind) { begin.emplace_back().kind = kind; };
  if (gives) {
    ++blocks_;
    add(Kind::Allocate);
    begin.back().first = constant();
  }
  add(gives ? Kind::Publish : Kind::Take);
  Block& body = program_.threads[number].body;
  body.insert(body.begin(), begin.begin(), begin.end());
}

// What everybody left behind.
void Generator::look_at_end() {
  const std::uint8_t looks = random_.between(1, 2);
  for (std::uint8_t look = 0; look < looks; ++look) {
    Statement& load = program_.after.emplace_back();
    load.kind = Kind::Load;
    load.target = look;
    load.place = place({}, false);
  }
  if (!random_.percent(20)) return;
  Statement& claim = program_.after.emplace_back();
  claim.kind = Kind::Assert;
  claim.is_negated = true;
  claim.first = {true, 0, 0};
  claim.second = {false, 0, random_.between(1, 3)};
}

void Generator::write_main() {
  Block& body = program_.threads.front().body;
  const auto threads = static_cast<std::uint8_t>(program_.threads.size() - 1);
  const Context context{.thread = 0};
  for (std::uint8_t number = 1; number <= threads; ++number) {
    if (parents_[number] != 0) {
      give_child(parents_[number], number);
      continue;
    }
    Statement create;
    create.kind = Kind::Create;
    create.object = number;
    body.push_back(create);
    if (random_.percent(12)) {
      int budget = 1;
      body.push_back(statement(budget, context));
    }
  }
  std::uint8_t& observed = program_.threads.front().observed;
  if (random_.percent(25)) {
    int budget = 1;
    body.push_back(statement(budget, context));
    observed = random_.below(4);
  }
  if (random_.percent(45)) {
    look_at_end();
    observed |= random_.between(1, 3);
  }
}

Program Generator::run() {
  draw_groups();
  draw_objects();
  draw_threads();
  number_statements(program_);
  return std::move(program_);
}

}  // namespace

Program generate(std::uint64_t seed, unsigned size) { return Generator(seed, size).run(); }

}  // namespace heddle::fuzz
