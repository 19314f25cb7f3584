// SPDX-License-Identifier: Apache-2.0
#include "fuzz/vocabulary.h"

namespace heddle::fuzz {

const std::vector<Choice>& choices() {
  static const std::vector<Choice> list = {
      {Kind::Load, Group::Memory, 14},
      {Kind::Store, Group::Memory, 14},
      {Kind::Copy, Group::Memory, 4},
      {Kind::FetchAdd, Group::Atomics, 6},
      {Kind::Exchange, Group::Atomics, 4},
      {Kind::CompareExchange, Group::Atomics, 6},
      {Kind::Fence, Group::Atomics, 1},
      {Kind::LoadPointer, Group::Pointers, 9},
      {Kind::StorePointer, Group::Pointers, 5},
      {Kind::Allocate, Group::Heap, 6},
      {Kind::Publish, Group::Heap, 9},
      {Kind::Withdraw, Group::Heap, 2},
      {Kind::Take, Group::Heap, 8},
      {Kind::Free, Group::Heap, 8},
      {Kind::Set, Group::Own, 5},
      {Kind::PutPrivate, Group::Own, 6},
      {Kind::GetPrivate, Group::Own, 6},
      {Kind::Assert, Group::Memory, 13},
      {Kind::Return, Group::Control, 2},
      {Kind::Call, Group::Calls, 10},
      {Kind::CallChosen, Group::Calls, 6},
      {Kind::Yield, Group::Choices, 2},
      {Kind::Choose, Group::Choices, 6},
      {Kind::If, Group::Control, 8},
      {Kind::IfCell, Group::Control, 8},
      {Kind::Loop, Group::Control, 5},
      {Kind::Lock, Group::Mutex, 14},
      {Kind::TryLock, Group::Mutex, 7},
      {Kind::TimedLock, Group::Mutex, 2},
      {Kind::SpinLock, Group::Spin, 8},
      {Kind::SpinTryLock, Group::Spin, 5},
      {Kind::ReadLock, Group::RwLock, 7},
      {Kind::WriteLock, Group::RwLock, 7},
      {Kind::TryReadLock, Group::RwLock, 4},
      {Kind::TryWriteLock, Group::RwLock, 4},
      {Kind::Lock, Group::Condition, 14},
      {Kind::Wait, Group::Condition, 10},
      {Kind::WaitUntil, Group::Condition, 6},
      {Kind::TimedWait, Group::Condition, 6},
      {Kind::Signal, Group::Condition, 10},
      {Kind::Broadcast, Group::Condition, 4},
      {Kind::SemWait, Group::Semaphore, 10},
      {Kind::SemTryWait, Group::Semaphore, 5},
      {Kind::SemTimedWait, Group::Semaphore, 3},
      {Kind::SemPost, Group::Semaphore, 10},
      {Kind::SemValue, Group::Semaphore, 4},
      {Kind::Barrier, Group::Barrier, 14},
      {Kind::Once, Group::Once, 12},
      {Kind::Spin, Group::Spinning, 12},
  };
  return list;
}

bool fits(Kind kind, const Context& context, std::uint8_t blocks) {
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
      return !context.in_function && context.depth == 0 && blocks < kMaxBlocks;
    case Kind::Return:
      return context.in_function || (!is_main && context.held_mutexes == 0 && !context.holds_spin &&
                                     !context.holds_rwlock && context.depth > 0);
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

}  // namespace heddle::fuzz
