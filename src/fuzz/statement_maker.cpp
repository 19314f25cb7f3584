// SPDX-License-Identifier: Apache-2.0
#include "fuzz/statement_maker.h"

namespace heddle::fuzz {

StatementMaker::StatementMaker(Random& random, const Program& program, const Means& means)
    : random_(random), program_(program), means_(means) {
  for (const Choice& choice : choices()) {
    if (means_.has(choice.group)) total_weight_ += choice.weight;
  }
}

bool StatementMaker::take_block() {
  if (blocks_ == kMaxBlocks) return false;
  ++blocks_;
  return true;
}

std::uint8_t StatementMaker::any_local(const Context& context) {
  const bool has_box = context.in_function ? program_.functions_take_box : means_.uses_box;
  if (has_box && random_.percent(20)) return random_.percent(50) ? kBoxFirst : kBoxSecond;
  if (context.in_function) return static_cast<std::uint8_t>(kFirstInner + random_.below(kInnerLocals));
  return random_.percent(70) ? random_.below(2) : random_.below(kThreadLocals);
}

Value StatementMaker::value(const Context& context) {
  if (random_.percent(55)) return constant();
  return {true, any_local(context), static_cast<std::uint8_t>(random_.percent(60) ? 0 : 1)};
}

Place StatementMaker::place(const Context& context, bool may_be_heap) {
  Place place;
  place.is_atomic = random_.percent(means_.has(Group::Atomics) ? 45 : 15);
  place.cell = random_.below(means_.cells);
  const unsigned draw = random_.below(100);
  if (draw < 12) {
    place.way = Way::Element;
    place.index = value(context);
  } else if (draw < 28 && borrows(context)) {
    place.way = Way::Lent;
  } else if (means_.has(Group::Heap) && may_be_heap && !context.in_function && draw < 50) {
    place.way = Way::Heap;
  }
  return place;
}

Order StatementMaker::order(Kind kind) {
  if (!means_.has_weak_orders || random_.percent(25)) return Order::SeqCst;
  static const std::vector<Order> kOfLoad = {Order::Relaxed, Order::Acquire};
  static const std::vector<Order> kOfStore = {Order::Relaxed, Order::Release};
  static const std::vector<Order> kOfFence = {Order::Acquire, Order::Release, Order::AcquireRelease};
  static const std::vector<Order> kOfBoth = {Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease};
  switch (kind) {
    case Kind::Store:
      return random_.one_of(kOfStore);
    case Kind::FetchAdd:
    case Kind::Exchange:
    case Kind::CompareExchange:
      return random_.one_of(kOfBoth);
    case Kind::Fence:
      return random_.one_of(kOfFence);
    default:
      return random_.one_of(kOfLoad);
  }
}

bool StatementMaker::borrows(const Context& context) const {
  return program_.lends && !context.in_function && means_.parents[context.thread] == 0;
}

Statement StatementMaker::statement(int& budget, const Context& context) {
  Statement made;
  for (;;) {
    unsigned draw = static_cast<unsigned>(random_.next() % total_weight_);
    const Choice* chosen = nullptr;
    for (const Choice& choice : choices()) {
      if (!means_.has(choice.group)) continue;
      chosen = &choice;
      if (draw < choice.weight) break;
      draw -= choice.weight;
    }
    if (!fits(chosen->kind, context, blocks_)) continue;
    made.kind = chosen->kind;
    // A lock that was drawn for its condition is the one that waits go with.
    made.object = chosen->group == Group::Condition ? 0 : random_.below(means_.mutexes);
    break;
  }
  --budget;
  fill(made, budget, context);
  return made;
}

void StatementMaker::fill(Statement& made, int& budget, const Context& context) {
  made.target = any_local(context);
  made.first = value(context);
  made.second = constant();
  made.place = place(context, made.kind <= Kind::CompareExchange && made.kind != Kind::Copy);
  made.place.order = order(made.kind);
  made.is_negated = random_.percent(50);
  if (gives_result(made.kind)) last_target_ = made.target;
  switch (made.kind) {
    case Kind::Copy:
      made.other = place(context, false);
      made.other.order = order(Kind::Load);
      made.place.is_atomic = false;
      return;
    case Kind::CompareExchange:
      made.failure = order(Kind::Load);
      return;
    case Kind::FetchAdd:
      made.first = {false, 0, random_.between(1, 2)};
      return;
    case Kind::StorePointer:
      made.object = random_.percent(90) ? random_.below(means_.cells) : kCells;
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

void StatementMaker::fill_lock(Statement& made, int& budget, Context context) {
  switch (made.kind) {
    case Kind::Lock:
    case Kind::TryLock:
    case Kind::TimedLock: {
      const bool is_recursive = means_.uses_recursive && made.object != 0 && random_.percent(50);
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

Statement StatementMaker::wait(const Context& context) {
  static const std::vector<Kind> kKinds = {Kind::Wait, Kind::Wait, Kind::WaitUntil, Kind::TimedWait, Kind::TimedWait};
  Statement made;
  int budget = 0;
  made.kind = random_.one_of(kKinds);
  fill(made, budget, context);
  return made;
}

Block StatementMaker::inner_block(int& budget, Context context) {
  ++context.depth;
  Block made;
  const int wanted = random_.percent(55) ? 1 : random_.percent(70) ? 2 : 3;
  for (int count = 0; count < wanted && (budget > 0 || count == 0); ++count) {
    const bool may_wait = means_.has(Group::Condition) && (context.held_mutexes & 1) != 0;
    made.push_back(may_wait && random_.percent(40) ? wait(context) : statement(budget, context));
    if (made.back().kind == Kind::Return) break;
  }
  return made;
}

Block StatementMaker::block(int budget, const Context& context) {
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
    use.target = any_local(context);
    use.place = {Way::Pointer, 0, {}, random_.percent(20), Order::SeqCst};
    use.place.order = order(use.kind);
    made.push_back(use);
  }
  return made;
}

}  // namespace heddle::fuzz
