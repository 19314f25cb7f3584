// SPDX-License-Identifier: Apache-2.0
#include "fuzz/hand_over.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint8_t kData = 0, kFlag = 1;  // cells
constexpr std::size_t kMostBesides = 3;       // statements of a thread that takes part

enum class Means : std::uint8_t { Atomic, Fences, ReadModifyWrite, Semaphore, Flag, Condition, TriedLock, Signal };
constexpr unsigned kMeansCount = static_cast<unsigned>(Means::Signal) + 1;

class HandOver {
 public:
  HandOver(Program& program, Random& random, StatementMaker& maker)
      : program_(program), random_(random), maker_(maker), value_{false, 0, random.between(1, 3)} {}

  void run_in_between() {
    program_.initial[kFlag] = 0;
    for (std::size_t thread = 1; thread <= 3; ++thread) program_.threads[thread].body.clear();
    prepend(1, {data(Kind::Store), flag(Kind::Store, maker_.order(Kind::Store))});
    // One more than what was given tells that the relay came after it.
    const Value relayed{false, 0, static_cast<std::uint8_t>(value_.constant + 1)};
    Statement takes = test(maker_.order(Kind::Load), {data(Kind::Load)});
    takes.second = relayed;
    prepend(2, {takes});
    Statement between = relay();
    between.first = relayed;
    if (between.kind == Kind::Exchange) {
      between.kind = Kind::FetchAdd;
      between.first = {false, 0, 1};
    }
    prepend(3, {between});
  }

  void run() {
    program_.initial[kFlag] = 0;
    Block gives = {data(Kind::Store)};
    Block takes;
    const auto means = Means(random_.below(kMeansCount));
    add_means(means, gives, takes);
    if (means == Means::Atomic && program_.threads.size() > 3 && random_.percent(50)) {
      prepend(3, {relay()});
    }
    prepend(1, gives);
    prepend(2, takes);
  }

 private:
  void add_means(Means means, Block& gives, Block& takes) {
    const Block use = {data(random_.percent(60) ? Kind::Load : Kind::Store)};
    switch (means) {
      case Means::Atomic:
        gives.push_back(flag(Kind::Store, maker_.order(Kind::Store)));
        takes.push_back(test(maker_.order(Kind::Load), use));
        return;
      case Means::Fences:
        if (random_.percent(80)) gives.push_back(fence(random_.percent(75) ? Order::Release : Order::SeqCst));
        gives.push_back(flag(Kind::Store, Order::Relaxed));
        takes.push_back(test(Order::Relaxed, use));
        if (random_.percent(80)) {
          Block& inside = takes.back().body;
          inside.insert(inside.begin(), fence(random_.percent(75) ? Order::Acquire : Order::SeqCst));
        }
        return;
      case Means::ReadModifyWrite:
        gives.push_back(flag(Kind::Exchange, maker_.order(Kind::Exchange)));
        takes.push_back(flag(Kind::CompareExchange, maker_.order(Kind::CompareExchange)));
        takes.back().second = {false, 0, 0};
        takes.back().failure = maker_.order(Kind::Load);
        takes.push_back(if_local(1, use));
        return;
      case Means::Semaphore:
        gives.push_back(simple(Kind::SemPost));
        takes.push_back(simple(random_.percent(70) ? Kind::SemWait : Kind::SemTryWait));
        takes.push_back(if_local(takes.back().kind == Kind::SemWait ? 0 : 1, use));
        return;
      case Means::Flag:
        gives.push_back(locked({flag(Kind::Store, Order::SeqCst, false)}));
        takes.push_back(locked({flag(Kind::Load, Order::SeqCst, false)}));
        takes.push_back(if_local(value_.constant, use));
        return;
      case Means::Condition:
        gives.push_back(locked({flag(Kind::Store, Order::SeqCst, false), simple(Kind::Signal)}));
        takes.push_back(locked({flag(Kind::WaitUntil, Order::SeqCst, false)}));
        takes.insert(takes.end(), use.begin(), use.end());
        return;
      case Means::TriedLock:  // that somebody has it tells something and orders nothing
        gives.push_back(locked({simple(Kind::Yield)}));
        takes.push_back(locked({simple(Kind::Yield)}));
        takes.back().kind = Kind::TryLock;
        (random_.percent(70) ? takes.back().otherwise : takes.back().body) = use;
        return;
      case Means::Signal:  // nor does a signal
        gives.push_back(simple(Kind::Signal));
        takes.push_back(locked({simple(Kind::Wait)}));
        takes.insert(takes.end(), use.begin(), use.end());
        return;
    }
  }

  static Statement simple(Kind kind) {
    Statement made;
    made.kind = kind;
    return made;
  }
  Statement data(Kind kind) {
    Statement made = simple(kind);
    made.place.cell = kData;
    made.first = maker_.constant();
    made.target = 1;
    return made;
  }
  Statement flag(Kind kind, Order order, bool is_atomic = true) {
    Statement made = simple(kind);
    made.place.cell = kFlag;
    made.place.is_atomic = is_atomic;
    made.place.order = order;
    made.first = made.second = value_;
    return made;
  }
  Statement test(Order order, const Block& body) {
    Statement made = flag(Kind::IfCell, order);
    made.body = body;
    return made;
  }
  static Statement fence(Order order) {
    Statement made = simple(Kind::Fence);
    made.place.order = order;
    return made;
  }
  // r0 has what the statement before gave.
  static Statement if_local(std::uint8_t is, const Block& body) {
    Statement made = simple(Kind::If);
    made.first = {true, kFirstLocal, 0};
    made.second = {false, 0, is};
    made.body = body;
    return made;
  }
  static Statement locked(const Block& body) {
    Statement made = simple(Kind::Lock);
    made.body = body;
    return made;
  }
  // What an exchange leaves in the flag still belongs to the release before it, what a store leaves does not.
  Statement relay() {
    Statement made = flag(random_.percent(60) ? Kind::Exchange : Kind::Store, Order::Relaxed);
    made.target = 3;
    return made;
  }

  void prepend(std::size_t thread, const Block& block) {
    Block& body = program_.threads[thread].body;
    if (body.size() > kMostBesides) body.resize(kMostBesides);
    body.insert(body.begin(), block.begin(), block.end());
  }

  Program& program_;
  Random& random_;
  StatementMaker& maker_;
  Value value_;
};

}  // namespace

void hand_over_in_between(Program& program, Random& random, StatementMaker& maker) {
  HandOver(program, random, maker).run_in_between();
}

void hand_over_value(Program& program, Random& random, StatementMaker& maker) {
  HandOver(program, random, maker).run();
}

}  // namespace heddle::fuzz
