// SPDX-License-Identifier: Apache-2.0
#include "fuzz/insertions.h"

#include <algorithm>

namespace heddle::fuzz {
namespace {

constexpr std::size_t kMostBesides = 5;  // statements of a thread that gets more

class Insertions {
 public:
  Insertions(Program& program, Random& random) : program_(program), random_(random) {}

  void run() {
    if (has(Kind::Count)) return;  // a scene in which nobody may end the loop
    if (random_.percent(25)) states();
    if (random_.percent(15) && program_.spurious == 0) sections();
    if (random_.percent(15)) futexes();
    if (random_.percent(15)) signals();
    if (random_.percent(12)) exits();
    if (random_.percent(8)) remake_mutexes();
    if (random_.percent(8) && !has(Kind::Once)) remake_once();
    if (has(Kind::Allocate)) blocks();
    if (random_.percent(15)) files();
    if (random_.percent(1) && program_.spurious == 0 && !has(Kind::Spin) && !has(Kind::Section)) count();
  }

 private:
  bool has(Kind kind) const {
    bool found = false;
    for_each_statement(program_, [&](const Statement& each) { found |= each.kind == kind; });
    return found;
  }
  std::size_t threads() const { return program_.threads.size() - 1; }
  Block& body_of(std::size_t thread) { return program_.threads[thread].body; }
  std::size_t any_thread() { return 1 + random_.next() % threads(); }
  std::uint8_t any_local() { return random_.percent(70) ? random_.below(2) : random_.below(kThreadLocals); }

  Statement made(Kind kind, std::uint8_t object = 0) {
    Statement statement;
    statement.kind = kind;
    statement.object = object;
    statement.target = any_local();
    return statement;
  }
  Statement maybe(Statement statement, unsigned percent) {
    if (!random_.percent(percent)) return statement;
    Statement test = made(Kind::IfCell);
    test.place.cell = random_.below(kCells);
    test.place.is_atomic = random_.percent(50);
    test.second = {false, 0, random_.below(3)};
    test.is_negated = random_.percent(40);
    test.body.push_back(std::move(statement));
    return test;
  }
  void insert(std::size_t thread, const Statement& statement) {
    Block& body = body_of(thread);
    const std::size_t at = random_.next() % (body.size() + 1);
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(at), statement);
  }
  // What nobody would notice is left out, so that there is room.
  void make_room(std::size_t thread) {
    Block& body = body_of(thread);
    while (body.size() > kMostBesides) {
      const std::size_t at = random_.next() % body.size();
      if (!created_threads({body[at]}).empty()) return;
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  // In one thread or two that are not twins of others.
  template <typename Add>
  void in_some(const Add& add) {
    for (unsigned count = 0; count < 2; ++count) {
      const std::size_t thread = any_thread();
      if (program_.threads[thread].twin_of != 0) continue;
      make_room(thread);
      add(thread, count);
    }
  }

  void states() {
    in_some([&](std::size_t thread, unsigned) {
      const auto which = static_cast<std::uint8_t>(random_.percent(65) ? OwnState::Errno : OwnState::Rounding);
      const std::uint8_t most = OwnState(which) == OwnState::Errno ? 2 : 3;
      for (unsigned count = 0; count < 2; ++count) {
        Statement set = made(Kind::SetState, which);
        set.first = {false, 0, count == 0 ? random_.between(1, most) : random_.between(0, most)};
        insert(thread, maybe(set, 70));
        if (random_.percent(50)) break;
      }
      Statement get = made(Kind::GetState, which);
      get.is_negated = random_.percent(30);
      const std::uint8_t local = get.target;
      Statement claim = made(Kind::Assert);
      claim.first = {true, local, 0};
      claim.second = {false, 0, random_.between(1, 2)};
      claim.is_negated = true;
      Block& body = body_of(thread);
      body.push_back(get);
      if (random_.percent(35)) {
        body.push_back(claim);
      } else {
        program_.threads[thread].observed |= static_cast<std::uint8_t>(1u << local);
      }
    });
  }

  // Around one or two statements, none of which ends the thread.
  void sections() {
    in_some([&](std::size_t thread, unsigned) {
      Block& body = body_of(thread);
      if (body.empty()) return;
      const std::size_t from = random_.next() % body.size();
      const std::size_t to = std::min(body.size(), from + 1 + random_.next() % 2);
      bool fits = true;
      Statement section = made(Kind::Section);
      section.body.assign(body.begin() + static_cast<std::ptrdiff_t>(from), body.begin() + static_cast<std::ptrdiff_t>(to));
      for_each_statement(section.body, [&](const Statement& each) {
        fits &= each.kind != Kind::Return && each.kind != Kind::Section && each.kind != Kind::Spin &&
                each.kind != Kind::Create;
      });
      if (!fits) return;
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(from), body.begin() + static_cast<std::ptrdiff_t>(to));
      body.insert(body.begin() + static_cast<std::ptrdiff_t>(from), section);
    });
  }

  Statement of_word(Kind kind) {
    Statement access = made(kind);
    access.place.way = Way::Word;
    access.place.is_atomic = random_.percent(80);
    access.first = {false, 0, random_.below(2)};
    return access;
  }

  void futexes() {
    in_some([&](std::size_t thread, unsigned count) {
      if (count == 0 || random_.percent(40)) {
        Statement wait = made(Kind::FutexWait);
        wait.first = {false, 0, random_.percent(80) ? std::uint8_t{0} : std::uint8_t{1}};
        insert(thread, wait);
        if (random_.percent(30)) insert(thread, wait);
        if (random_.percent(40)) insert(thread, of_word(Kind::Load));
      }
      if (count != 0 || random_.percent(40)) {
        Block& body = body_of(thread);
        if (random_.percent(75)) insert(thread, of_word(Kind::Store));
        body.push_back(made(Kind::FutexWake, random_.percent(60) ? 1 : 0));
        if (random_.percent(30)) body.push_back(made(Kind::FutexWake, random_.percent(60) ? 1 : 0));
      }
    });
  }

  void signals() {
    for (std::uint8_t& value : program_.handler_values) value = random_.between(1, 3);
    in_some([&](std::size_t thread, unsigned count) {
      const bool raises = count == 0 || random_.percent(50);
      const Statement call = made(raises ? Kind::Raise : Kind::SetHandler, raises ? 0 : random_.percent(75) ? 1 : 0);
      insert(thread, maybe(call, 30));
      if (random_.percent(50)) insert(thread, made(Kind::SetHandler, random_.percent(75) ? 1 : 0));
    });
  }

  Statement locked(std::uint8_t mutex, Statement inside) {
    Statement lock = made(Kind::Lock, mutex);
    lock.body.push_back(std::move(inside));
    return lock;
  }
  Statement access(Kind kind) {
    Statement access = made(kind);
    access.place.cell = random_.below(kCells);
    access.first = {false, 0, random_.below(4)};
    return access;
  }

  // Somebody may hold it.
  void remake_mutexes() {
    const std::uint8_t mutex = random_.below(2);
    in_some([&](std::size_t thread, unsigned count) {
      if (count == 0) insert(thread, maybe(made(Kind::RemakeMutex, mutex), 40));
      insert(thread, locked(mutex, access(random_.percent(50) ? Kind::Load : Kind::Store)));
    });
  }

  // Under a lock, as is allowed.
  void remake_once() {
    in_some([&](std::size_t thread, unsigned count) {
      if (count == 0 || random_.percent(30)) {
        Statement remake = made(Kind::RemakeOnce);
        remake.is_negated = random_.percent(50);
        insert(thread, locked(0, maybe(remake, 40)));
      }
      insert(thread, locked(0, made(Kind::Once)));
    });
  }

  // Blocks with locks in them, or pages.
  void blocks() {
    const bool maps = random_.percent(25) && is_freed_once();
    program_.maps_blocks = program_.maps_blocks || maps;  // as scenes do
    program_.locks_blocks = !program_.maps_blocks && random_.percent(40);
    for (std::size_t thread = 1; thread <= threads() && program_.locks_blocks; ++thread) {
      if (program_.threads[thread].twin_of != 0 || !random_.percent(80)) continue;
      Statement lock = made(Kind::BlockLock);
      Statement inside = access(random_.percent(50) ? Kind::Load : Kind::Store);
      if (random_.percent(60)) inside.place.way = Way::Heap;
      lock.body.push_back(inside);
      insert(thread, lock);
    }
  }

  // To give pages back twice is allowed, but `exact` takes it for a double free and then claims nothing.
  bool is_freed_once() const {
    unsigned frees = 0;
    bool repeats = false;
    for (const Thread& thread : program_.threads) repeats |= thread.twin_of != 0;
    for_each_statement(program_, [&](const Statement& each) {
      frees += each.kind == Kind::Free ? 1 : 0;
      repeats |= each.kind == Kind::Loop;
    });
    return frees <= 1 && !repeats;
  }

  void files() {
    in_some([&](std::size_t thread, unsigned count) {
      static const std::vector<Kind> kKinds = {Kind::FileRead, Kind::FileRead, Kind::FileSeek, Kind::FileClose,
                                               Kind::FileDup};
      const unsigned calls = 1 + random_.below(2);
      for (unsigned call = 0; call < calls; ++call) {
        Statement file = made(count + call == 0 ? Kind::FileRead : random_.one_of(kKinds));
        file.object = random_.percent(50) ? 0 : random_.below(kDescriptors);
        file.first = {false, 0, random_.below(3)};
        file.second = {false, 0, random_.below(kDescriptors)};
        insert(thread, maybe(file, 20));
      }
    });
  }

  // Ways without end: the others do little.
  void count() {
    for (std::size_t thread = 1; thread <= threads(); ++thread) {
      if (created_threads(body_of(thread)).empty() && body_of(thread).size() > 2) body_of(thread).resize(2);
    }
    Statement loop = made(Kind::Count);
    loop.place.cell = random_.below(kCells);
    loop.place.is_atomic = true;
    loop.second = {false, 0, random_.between(1, 3)};
    const std::size_t thread = any_thread();
    if (program_.threads[thread].twin_of != 0) return;
    insert(thread, loop);
    Statement store = access(Kind::Store);
    store.place.cell = loop.place.cell;
    store.place.is_atomic = true;
    store.first = loop.second;
    const std::size_t other = any_thread();
    if (other != thread) insert(other, maybe(store, 40));
  }

  // Twins register once more than it seems.
  void exits() {
    unsigned registered = 0;
    for (std::size_t thread = 1; thread <= threads() && registered < kMostAtExit; ++thread) {
      const bool may = program_.threads[thread].twin_of == 0 && !has_twins(program_, static_cast<std::uint8_t>(thread));
      if (!may || !random_.percent(60)) continue;
      insert(thread, maybe(made(Kind::AtExit, random_.below(kExitFunctions)), 30));
      ++registered;
    }
  }

  Program& program_;
  Random& random_;
};

}  // namespace

void insert_calls(Program& program, Random& random) { Insertions(program, random).run(); }

}  // namespace heddle::fuzz
