// SPDX-License-Identifier: Apache-2.0
#include "fuzz/scenes.h"

#include <utility>

namespace heddle::fuzz {
namespace {

constexpr std::uint8_t kFirst = 0, kSecond = 1, kThird = 2;  // cells
constexpr std::uint8_t kTold = 0, kToldToo = 1;              // locals that threads tell in the end

enum class About : std::uint8_t { Sleepers, Section, Pages, Counting };
constexpr std::uint8_t kScenes = 4;
enum class WaitFor : std::uint8_t { Semaphore, Lock, Futex };
constexpr std::uint8_t kWaits = 3;

class Scene {
 public:
  explicit Scene(Random& random) : random_(random) {}

  Program run() {
    switch (About(random_.below(kScenes))) {
      case About::Sleepers:
        sleepers();
        break;
      case About::Section:
        section();
        break;
      case About::Pages:
        pages();
        break;
      case About::Counting:
        counting();
        break;
    }
    put_up();
    return std::move(program_);
  }

 private:
  static Statement make(Kind kind, std::uint8_t object = 0, std::uint8_t target = kTold) {
    Statement made;
    made.kind = kind;
    made.object = object;
    made.target = target;
    return made;
  }
  static Statement with_body(Statement outer, Block body) {
    outer.body = std::move(body);
    return outer;
  }
  static Statement access(Kind kind, std::uint8_t cell, std::uint8_t value = 0, std::uint8_t target = kToldToo) {
    Statement made = make(kind, 0, target);
    made.place.cell = cell;
    made.place.is_atomic = true;
    made.first = made.second = {false, 0, value};
    return made;
  }
  static Statement of(Way way, Statement access) {
    access.place.way = way;
    return access;
  }
  static Statement when(std::uint8_t cell, std::uint8_t is, const Statement& then) {
    return with_body(access(Kind::IfCell, cell, is), {then});
  }
  Statement plain_or_atomic(Statement access) {
    access.place.is_atomic = random_.percent(60);
    return access;
  }
  static Statement claim(std::uint8_t local, std::uint8_t is_not) {
    Statement made = make(Kind::Assert);
    made.first = {true, local, 0};
    made.second = {false, 0, is_not};
    made.is_negated = true;
    return made;
  }
  void maybe(Block& body, unsigned percent, const Statement& statement) {
    if (random_.percent(percent)) body.push_back(statement);
  }
  // Something of which one sees when it was done.
  Statement deed() {
    static const std::vector<Kind> kKinds = {Kind::Load, Kind::Store, Kind::FetchAdd};
    return plain_or_atomic(access(random_.one_of(kKinds), random_.below(2), random_.between(1, 2)));
  }

  // How many are woken, and who, depends on who came first.
  void sleepers() {
    const unsigned sleepers = random_.percent(25) ? 3 : 2;
    const unsigned wakers = sleepers == 3 || random_.percent(30) ? 1 : 2;
    for (unsigned count = 0; count < sleepers; ++count) {
      Block body = {make(Kind::FutexWait)};
      maybe(body, 50, deed());
      parts_.push_back(std::move(body));
    }
    for (unsigned count = 0; count < wakers; ++count) {
      Block body;
      // Who comes later does not sleep then: nobody else can be the one who was not woken.
      maybe(body, wakers == 1 ? 70 : 35, of(Way::Word, access(Kind::Store, 0, 1)));
      const Statement wake = make(Kind::FutexWake, random_.percent(75) ? 1 : 0);
      body.push_back(random_.percent(25) ? with_body(of(Way::Word, access(Kind::IfCell, 0, 1)), {wake}) : wake);
      maybe(body, 20, make(Kind::FutexWake, 1, kToldToo));
      maybe(body, 20, deed());
      parts_.push_back(std::move(body));
    }
  }

  // It is disturbed only by who has seen that it has begun.
  void section() {
    const std::uint8_t value = random_.between(1, 3);
    Block helper;
    Block inside = {access(Kind::Store, kFirst, 1), wait_for(helper), access(Kind::Load, kSecond)};
    maybe(inside, 40, claim(kToldToo, value));
    parts_.push_back({with_body(make(Kind::Section), std::move(inside))});
    parts_.push_back(std::move(helper));
    const Statement disturbs = when(kFirst, 1, access(Kind::Store, kSecond, value));
    if (random_.percent(30)) {
      parts_.back().push_back(disturbs);  // once it can go on
    } else {
      parts_.push_back({disturbs});
    }
  }

  // Whoever waits needs the helper, who is given what it takes.
  Statement wait_for(Block& helper) {
    switch (WaitFor(random_.below(kWaits))) {
      case WaitFor::Semaphore:
        helper.push_back(make(Kind::SemPost));
        return make(Kind::SemWait);
      case WaitFor::Lock:
        helper.push_back(with_body(make(Kind::Lock), {deed()}));
        return with_body(make(Kind::Lock), {deed()});
      case WaitFor::Futex:
        helper.push_back(of(Way::Word, access(Kind::Store, 0, 1)));
        helper.push_back(make(Kind::FutexWake, 1));
        return make(Kind::FutexWait);
    }
    return {};
  }

  // Given back once only: `exact` claims nothing where that can happen twice.
  void pages() {
    program_.maps_blocks = true;
    Block gives = {make(Kind::Allocate), make(Kind::Publish)};
    gives.front().first = {false, 0, random_.between(1, 3)};
    maybe(gives, 40, access(Kind::Store, kFirst, 1));
    maybe(gives, 50, make(Kind::Withdraw));
    const bool returns = random_.percent(70);
    if (returns) gives.push_back(make(Kind::Free));
    maybe(gives, 30, deed());
    parts_.push_back(std::move(gives));
    const unsigned takers = random_.percent(40) || !returns ? 2 : 1;
    for (unsigned count = 0; count < takers; ++count) {
      const Kind how = random_.percent(70) ? Kind::Load : Kind::Store;
      const Statement use = of(Way::Heap, plain_or_atomic(access(how, 0, 1)));
      Block takes = {make(Kind::Take)};
      takes.push_back(random_.percent(30) ? when(kFirst, 1, use) : use);
      if (!returns && count == 0) takes.push_back(make(Kind::Free));
      parts_.push_back(std::move(takes));
    }
  }

  // For ever: nobody ends it, for then every number of rounds would be looked at with all that the others do.
  void counting() {
    parts_.push_back({access(Kind::Count, kThird, 1, kTold)});
    if (random_.percent(30)) {
      for (const std::uint8_t own : {kFirst, kSecond}) {
        const Statement inner = with_body(make(Kind::Lock, own == kFirst ? kSecond : kFirst), {deed()});
        parts_.push_back({with_body(make(Kind::Lock, own), {inner})});
      }
    } else {
      answering();
    }
  }

  // Two threads, each of which goes on as the other answers: hardly ever so by chance, where executions are cut.
  void answering() {
    const std::uint8_t rounds = random_.between(1, 3);
    Block asks = {access(Kind::Store, kFirst, 1)}, answers;
    for (std::uint8_t round = 1; round <= rounds; ++round) {
      answers.push_back(when(kFirst, round, access(Kind::Store, kSecond, round)));
      const auto next = static_cast<std::uint8_t>(round + 1);
      if (round < rounds) asks.push_back(when(kSecond, round, access(Kind::Store, kFirst, next)));
    }
    asks.push_back(access(Kind::Load, kSecond));
    maybe(asks, 50, claim(kToldToo, rounds));
    parts_.push_back(std::move(asks));
    parts_.push_back(std::move(answers));
  }

  // Who has which number is drawn: searches begin with the first.
  void put_up() {
    program_.threads.emplace_back();
    while (!parts_.empty()) {
      Statement create = make(Kind::Create, static_cast<std::uint8_t>(program_.threads.size()));
      program_.threads.front().body.push_back(create);
      const auto at = parts_.begin() + static_cast<std::ptrdiff_t>(random_.next() % parts_.size());
      Thread& thread = program_.threads.emplace_back();
      thread.body = std::move(*at);
      thread.observed = 1u << kTold | 1u << kToldToo;
      parts_.erase(at);
    }
    number_statements(program_);
  }

  Random& random_;
  Program program_;
  std::vector<Block> parts_;  // of the threads
};

}  // namespace

Program make_scene(Random& random) { return Scene(random).run(); }

}  // namespace heddle::fuzz
