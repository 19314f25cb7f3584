// SPDX-License-Identifier: Apache-2.0
//
// What a thread carries besides variables, atomic sections, futexes, signals, the end of the process.
#include "fuzz/interpreter.h"

namespace heddle::fuzz {
namespace {

void give(ThreadOf& thread, const Instruction& at, std::uint8_t result) {
  if (at.target < kLocalCount) thread.locals[at.target] = result;
}

std::uint8_t& own_state(ThreadOf& thread, std::uint8_t which) {
  return thread.locals[OwnState(which) == OwnState::Errno ? kErrno : kRounding];
}

}  // namespace

bool Interpreter::calls(State& state, std::uint8_t thread, const Instruction& at, unsigned alternative,
                        Outcomes& outcomes) const {
  ThreadOf& own = state.threads[thread];
  switch (at.what) {
    case Do::SetState:
    case Do::SetOwnState:
      own_state(own, at.object) = value_of(own, at.first);
      return true;
    case Do::GetOwnState: {
      const std::uint8_t is = own_state(own, at.object);
      const bool divides = OwnState(at.object) == OwnState::Rounding && at.is_negated;
      give(own, at, divides ? std::uint8_t{is == 1} : is);
      return true;
    }
    case Do::SectionBegin:
      own.in_section = true;
      return true;
    case Do::SectionEnd:
      own.in_section = false;
      return true;
    case Do::FutexWait: {
      const bool sleeps = own.waiting == Waiting::No && state.memory[kWordSlot] == value_of(own, at.first);
      if (sleeps) {
        own.waiting = Waiting::Asleep;
        return false;
      }
      const bool slept = own.waiting == Waiting::Awake;
      if (!slept) own.locals[kErrno] = 3;
      own.waiting = Waiting::No;
      give(own, at, slept ? 1 : 0);
      return true;
    }
    case Do::FutexWake: {
      const std::vector<std::uint8_t> asleep = waiters(state, Waiting::Asleep);
      std::uint8_t woken = 0;
      for (std::size_t each = 0; each < asleep.size(); ++each) {
        if (at.object == 1 && each != alternative) continue;
        state.threads[asleep[each]].waiting = Waiting::Awake;
        ++woken;
      }
      give(own, at, woken);
      return true;
    }
    case Do::SetHandler:
      state.handler = at.object;
      return true;
    case Do::Raise:
      own.locals[kHandler] = state.handler;
      return true;
    default:
      return remakes(state, thread, at) && block_locks(state, thread, at) && files(state, thread, at) &&
             ends(state, thread, at, outcomes);
  }
}

bool Interpreter::remakes(State& state, std::uint8_t, const Instruction& at) const {
  if (at.what == Do::RemakeMutex) {
    state.mutexes[at.object] = {};
    state.destroyed &= static_cast<std::uint16_t>(~(1u << at.object));
  }
  if (at.what == Do::RemakeOnce) state.once = 0;
  return true;
}

bool Interpreter::block_locks(State& state, std::uint8_t thread, const Instruction& at) const {
  if (at.what != Do::BlockLock && at.what != Do::BlockUnlock) return true;
  const auto block = static_cast<std::uint8_t>(state.threads[thread].locals[kHeapPointer] - 1);
  if (state.is_freed[block]) {
    state.failure = FailureKind::UseAfterFree;
    state.failed_at = at.id;
    return false;
  }
  state.block_locks[block].owner = at.what == Do::BlockLock ? static_cast<std::uint8_t>(thread + 1) : std::uint8_t{0};
  return true;
}

// Descriptors share the offset of the file that they were made of. A closed one is an error.
bool Interpreter::files(State& state, std::uint8_t thread, const Instruction& at) const {
  if (at.what < Do::FileRead || at.what > Do::FileDup) return true;
  ThreadOf& own = state.threads[thread];
  std::uint8_t& descriptor = state.descriptors[at.object];
  const std::uint8_t from = at.what == Do::FileDup ? state.descriptors[at.second.constant] : descriptor;
  if (from == 0) {
    own.locals[kErrno] = 1;
    if (at.what == Do::FileRead) give(own, at, kNoByte);
    return true;
  }
  std::uint8_t& offset = state.offsets[from - 1];
  if (at.what == Do::FileRead) {
    const auto byte = static_cast<std::uint8_t>(from == 1 ? offset : kFileLength - 1 - offset);
    give(own, at, offset < kFileLength ? byte : kNoByte);
    if (offset < kFileLength) ++offset;
  }
  if (at.what == Do::FileSeek) offset = value_of(own, at.first);
  if (at.what == Do::FileClose) descriptor = 0;
  if (at.what == Do::FileDup) descriptor = from;
  return true;
}

// The process ends once there is nothing more to call. What was registered last is called first.
bool Interpreter::ends(State& state, std::uint8_t thread, const Instruction& at, Outcomes& outcomes) const {
  ThreadOf& own = state.threads[thread];
  switch (at.what) {
    case Do::AtExit:
      state.exit_functions[state.at_exit++] = at.object;
      return true;
    case Do::Exit:
      state.first = state.taken;
      state.left = static_cast<std::uint8_t>(state.at_exit - state.taken);
      state.has_ended = state.left == 0;
      state.taken = state.at_exit;
      return true;
    case Do::EndedLoad:
      own.locals[kCopied] = state.memory[kEndedSlot];
      return true;
    case Do::EndedStore: {
      const std::uint8_t function = state.exit_functions[state.first + --state.left];
      state.memory[kEndedSlot] = static_cast<std::uint8_t>(own.locals[kCopied] * 4 + function + 1);
      own.locals[kCopied] = 0;
      outcomes.local.emplace(kEndedTeller, state.memory[kEndedSlot]);
      if (state.left != 0) own.next = at.jump;
      return true;
    }
    default:
      return true;
  }
}

}  // namespace heddle::fuzz
