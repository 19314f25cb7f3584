// SPDX-License-Identifier: Apache-2.0
//
// Locks, what waits and wakes, calls.
#include "fuzz/lowering_thread.h"

namespace heddle::fuzz {
namespace {

struct LockPair {
  Do take;
  Do release;
  bool tries;
};

LockPair lock_pair(Kind kind) {
  switch (kind) {
    case Kind::Lock:
      return {Do::Lock, Do::Unlock, false};
    case Kind::TryLock:
    case Kind::TimedLock:
      return {Do::TryLock, Do::Unlock, true};  // a timed lock that runs while another has it: the time is over
    case Kind::SpinLock:
      return {Do::SpinLock, Do::SpinUnlock, false};
    case Kind::SpinTryLock:
      return {Do::SpinTryLock, Do::SpinUnlock, true};
    case Kind::ReadLock:
      return {Do::ReadLock, Do::RwUnlock, false};
    case Kind::WriteLock:
      return {Do::WriteLock, Do::RwUnlock, false};
    case Kind::TryReadLock:
      return {Do::TryReadLock, Do::RwUnlock, true};
    case Kind::TryWriteLock:
      return {Do::TryWriteLock, Do::RwUnlock, true};
    default:
      return {Do::Nothing, Do::Nothing, false};
  }
}

}  // namespace

void Lowering::locked(const Statement& statement) {
  const LockPair pair = lock_pair(statement.kind);
  if (pair.take == Do::Nothing) return synchronisation(statement);
  const std::size_t head = code_.size();
  add(pair.take, &statement);
  block(statement.body);
  add(pair.release, &statement);
  if (!pair.tries) return;
  const std::size_t over = code_.size();
  add(Do::Jump);
  code_[head].jump = here();
  block(statement.otherwise);
  code_[over].jump = here();
}

void Lowering::synchronisation(const Statement& statement) {
  switch (statement.kind) {
    case Kind::Wait:
      add(Do::Wait, &statement);
      return;
    case Kind::WaitUntil: {
      const std::size_t head = code_.size();
      add(Do::LoadAndJumpUnless, &statement).is_negated = true;
      add(Do::Wait, &statement);
      add(Do::Jump).jump = static_cast<std::uint16_t>(head);
      code_[head].jump = here();
      return;
    }
    case Kind::TimedWait:
      add(Do::TimedWait, &statement);
      return;
    case Kind::Signal:
      add(Do::Signal, &statement);
      return;
    case Kind::Broadcast:
      add(Do::Broadcast, &statement);
      return;
    case Kind::SemWait:
      add(Do::SemWait, &statement);
      return;
    case Kind::SemTryWait:
    case Kind::SemTimedWait:
      add(Do::SemTryWait, &statement);
      return;
    case Kind::SemPost:
      add(Do::SemPost, &statement);
      return;
    case Kind::SemValue:
      add(Do::SemValue, &statement);
      return;
    case Kind::Barrier:
      add(Do::Barrier, &statement);
      return;
    case Kind::Once: {
      const std::size_t head = code_.size();
      add(Do::OnceEnter, &statement);
      Instruction& store = add(Do::Store);
      store.id = kOnceId;
      store.place.cell = program_.once_cell;
      store.first = constant(program_.once_value);
      add(Do::OnceLeave, &statement);
      code_[head].jump = here();
      return;
    }
    case Kind::Create:
      add(Do::Create, &statement);
      return;
    case Kind::Join:
      add(Do::Join, &statement);
      return;
    case Kind::TryJoin:
      add(Do::TryJoin, &statement);
      return;
    default:
      return calls(statement);
  }
}

void Lowering::calls(const Statement& statement) {
  switch (statement.kind) {
    case Kind::SetState: {
      // Of the calls that fail, one is an operation; nothing else is.
      const bool is_call = OwnState(statement.object) == OwnState::Errno && statement.first.constant == 1;
      add(is_call ? Do::SetState : Do::SetOwnState, &statement);
      return;
    }
    case Kind::GetState:
      add(Do::GetOwnState, &statement);
      return;
    case Kind::Section:
      add(Do::SectionBegin, &statement);
      block(statement.body);
      add(Do::SectionEnd, &statement);
      return;
    case Kind::FutexWait:
      add(Do::FutexWait, &statement);
      return;
    case Kind::FutexWake:
      add(Do::FutexWake, &statement);
      return;
    case Kind::SetHandler:
      add(Do::SetHandler, &statement);
      return;
    case Kind::Raise:
      return raise(statement);
    case Kind::AtExit:
      add(Do::AtExit, &statement);
      return;
    case Kind::Count: {  // how many, nobody is told
      const std::uint16_t head = here();
      Instruction& test = add(Do::LoadAndJumpUnless, &statement);
      test.is_negated = false;
      test.jump = head;
      return set(statement.target, constant(0));
    }
    case Kind::RemakeMutex:
      add(Do::RemakeMutex, &statement);
      return;
    case Kind::RemakeOnce:
      add(Do::RemakeOnce, &statement);
      return;
    case Kind::Destroy: {
      const std::size_t head = code_.size();
      add(Do::Destroy, &statement);
      if (statement.is_negated) add(Do::Initialise, &statement);
      code_[head].jump = here();
      return;
    }
    case Kind::BlockLock: {
      const std::size_t guard = code_.size();
      add(Do::JumpUnlessHeap);
      add(Do::BlockLock, &statement);
      block(statement.body);
      add(Do::BlockUnlock, &statement).id = static_cast<std::uint16_t>(kUnlockId + statement.id);
      code_[guard].jump = here();
      return;
    }
    case Kind::FileRead:
      add(Do::FileRead, &statement);
      return;
    case Kind::FileSeek:
      add(Do::FileSeek, &statement);
      return;
    case Kind::FileClose:
      add(Do::FileClose, &statement);
      return;
    case Kind::FileDup:
      add(Do::FileDup, &statement);
      return;
    default:
      return;
  }
}

void Lowering::raise(const Statement& statement) {
  add(Do::Raise, &statement);
  const std::size_t test = code_.size();
  add(Do::JumpIfOdd).first = local(kHandler);
  const auto handle = [&](std::uint8_t handler) {
    set(kHandler, constant(0));
    Instruction& store = add(Do::Store);
    store.id = static_cast<std::uint16_t>(kHandlerId + handler);
    store.place.cell = handler;
    store.first = constant(program_.handler_values[handler]);
  };
  handle(0);
  const std::size_t over = code_.size();
  add(Do::Jump);
  code_[test].jump = here();
  handle(1);
  code_[over].jump = here();
}

// Exit functions, as long as there are any.
void Lowering::exit() {
  const std::uint16_t again = here();
  add(Do::Exit);
  const std::uint16_t next = here();
  add(Do::EndedLoad).id = kEndedId;
  Instruction& store = add(Do::EndedStore);
  store.id = kEndedId;
  store.jump = next;
  add(Do::Jump).jump = again;
}

}  // namespace heddle::fuzz
