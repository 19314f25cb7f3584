// SPDX-License-Identifier: Apache-2.0
//
// The second back end, first half: statements become instructions for the interpreter, functions are put in where they
// are called. An instruction is one visible operation, or local and costs nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "fuzz/program.h"

namespace heddle::fuzz {

enum class Do : std::uint8_t {
  // local
  Set,
  PutPrivate,
  GetPrivate,
  Allocate,  // h = block `object`
  Assert,
  Jump,
  JumpUnless,       // first == second (or !=)
  JumpUnlessFewer,  // first < object
  JumpUnlessHeap,   // h is not null
  JumpIfOdd,        // first
  SetOwnState,      // `object`
  GetOwnState,
  Print,            // first, or what the thread tells; visible where that counts
  Finish,           // what the thread tells is known; jump: it ends
  End,
  // visible
  Load,
  LoadAndJumpUnless,  // place == second (or !=)
  Store,
  FetchAdd,
  Exchange,
  CompareExchange,
  LoadPointer,
  StorePointer,
  Publish,
  Withdraw,
  Take,
  Free,
  Nothing,  // an operation without effect
  Fence,
  Choose,
  Tell,  // the thread's outcome
  TellAll,
  Lock,
  TryLock,  // jumps if it fails
  Unlock,
  SpinLock,
  SpinTryLock,
  SpinUnlock,
  ReadLock,
  WriteLock,
  TryReadLock,
  TryWriteLock,
  RwUnlock,
  Wait,
  TimedWait,
  Signal,
  Broadcast,
  SemWait,
  SemTryWait,
  SemPost,
  SemValue,
  Barrier,
  OnceEnter,  // jumps if it is done
  OnceLeave,
  Create,
  Join,
  TryJoin,
  SetState,  // SetOwnState, by a call that is an operation
  SectionBegin,
  SectionEnd,
  FutexWait,
  FutexWake,
  SetHandler,
  Raise,  // which handler is to be called is told
  AtExit,
  RemakeMutex,
  RemakeOnce,
  Destroy,  // jumps if it is a mutex that is held
  Initialise,
  BlockLock,
  BlockUnlock,
  FileRead,
  FileSeek,
  FileClose,
  FileDup,
  Exit,       // the process ends, or goes on with exit functions
  EndedLoad,  // of the exit function that is next
  EndedStore,  // jumps if it was not the last
};

constexpr bool is_local(Do what) { return what < Do::Load; }

struct Instruction {
  Do what = Do::Nothing;
  bool is_negated = false;
  std::uint8_t target = kLocalCount;  // kLocalCount: nobody wants the result
  std::uint8_t object = 0;
  std::uint16_t id = 0;
  std::uint16_t jump = 0;
  Order failure = Order::SeqCst;
  Place place;
  Value first;
  Value second;
};

using Code = std::vector<Instruction>;

// By thread.
std::vector<Code> lower(const Program& program);

}  // namespace heddle::fuzz
