// SPDX-License-Identifier: Apache-2.0
#include "fuzz/destruction.h"

namespace heddle::fuzz {
namespace {

// What statements of this kind use, if it can be destroyed here.
int destroyed_object(const Statement& statement) {
  switch (statement.kind) {
    case Kind::Lock:
    case Kind::TryLock:
    case Kind::TimedLock:
      return statement.object == kRecursiveMutex ? -1 : statement.object;
    case Kind::SpinLock:
    case Kind::SpinTryLock:
      return kSpinObject;
    case Kind::ReadLock:
    case Kind::WriteLock:
    case Kind::TryReadLock:
    case Kind::TryWriteLock:
      return kReadWriteObject;
    case Kind::Wait:
    case Kind::WaitUntil:
    case Kind::TimedWait:
    case Kind::Signal:
    case Kind::Broadcast:
      return kConditionObject;
    default:
      return -1;
  }
}

Statement user_of(std::uint8_t object, Random& random) {
  Statement use;
  use.kind = object == kSpinObject ? Kind::SpinLock : object == kReadWriteObject ? Kind::ReadLock : Kind::Lock;
  use.object = object < kMutexes ? object : std::uint8_t{0};
  Statement& inside = use.body.emplace_back();
  inside.kind = random.percent(50) ? Kind::Load : Kind::Store;
  inside.place.cell = random.below(kCells);
  inside.first = {false, 0, random.below(4)};
  inside.target = random.below(kThreadLocals);
  return use;
}

Statement destruction_of(std::uint8_t object, Random& random) {
  Statement destroy;
  destroy.kind = Kind::Destroy;
  destroy.object = object;
  destroy.is_negated = random.percent(35);
  if (!random.percent(50)) return destroy;
  Statement test;
  test.kind = Kind::IfCell;
  test.place.cell = random.below(kCells);
  test.place.is_atomic = random.percent(50);
  test.second = {false, 0, random.below(3)};
  test.is_negated = random.percent(40);
  test.body.push_back(destroy);
  return test;
}

void insert(Block& body, const Statement& statement, Random& random) {
  const std::size_t at = random.next() % (body.size() + 1);
  body.insert(body.begin() + static_cast<std::ptrdiff_t>(at), statement);
}

}  // namespace

void destroy_somewhere(Program& program, Random& random) {
  std::vector<std::uint8_t> used;
  for_each_statement(program, [&](const Statement& each) {
    if (const int object = destroyed_object(each); object >= 0) used.push_back(static_cast<std::uint8_t>(object));
  });
  static const std::vector<std::uint8_t> kLocks = {0, 1, kSpinObject, kReadWriteObject};
  const std::uint8_t object = used.empty() ? random.one_of(kLocks) : random.one_of(used);
  const auto any_thread = [&]() -> Thread& { return program.threads[1 + random.next() % (program.threads.size() - 1)]; };
  for (unsigned count = 0; count < 2; ++count) {
    Thread& thread = any_thread();
    if (thread.twin_of != 0) continue;
    const bool destroys = count == 0 || random.percent(30);
    if (destroys) insert(thread.body, destruction_of(object, random), random);
    if (!destroys && object != kConditionObject) insert(thread.body, user_of(object, random), random);
  }
  number_statements(program);
}

}  // namespace heddle::fuzz
