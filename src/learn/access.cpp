// SPDX-License-Identifier: Apache-2.0
#include "learn/access.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heddle {
namespace {

constexpr std::pair<Mode, Mode> kConflicts[] = {
    {Mode::Read, Mode::Write},          {Mode::Lock, Mode::Lock},          {Mode::Lock, Mode::TryLock},
    {Mode::TryLock, Mode::TryLock},     {Mode::TryLock, Mode::Unlock},     {Mode::ReadLock, Mode::WriteLock},
    {Mode::WriteLock, Mode::WriteLock}, {Mode::TryRead, Mode::WriteLock},  {Mode::TryRead, Mode::RwUnlock},
    {Mode::TryRead, Mode::TryWrite},    {Mode::TryWrite, Mode::ReadLock},  {Mode::TryWrite, Mode::WriteLock},
    {Mode::TryWrite, Mode::RwUnlock},   {Mode::TryWrite, Mode::TryWrite},  {Mode::Wait, Mode::Signal},
    {Mode::Wait, Mode::Wake},           {Mode::Wake, Mode::Wake},          {Mode::Acquire, Mode::Acquire},
    {Mode::Acquire, Mode::TryAcquire},  {Mode::TryAcquire, Mode::TryAcquire},
    {Mode::TryAcquire, Mode::Post},     {Mode::Arrive, Mode::Arrive},      {Mode::Handle, Mode::Handle},
    {Mode::Handle, Mode::Poll},         {Mode::Poll, Mode::Poll},          {Mode::Poll, Mode::End},
};

using Table = std::array<std::array<bool, kModeCount>, kModeCount>;

constexpr Table make_table() {
  Table table{};
  for (const auto& [one, other] : kConflicts) {
    table[static_cast<std::size_t>(one)][static_cast<std::size_t>(other)] = true;
    table[static_cast<std::size_t>(other)][static_cast<std::size_t>(one)] = true;
  }
  for (std::size_t mode = 0; mode < kModeCount; ++mode) {
    for (Mode all : {Mode::Free, Mode::Any}) {
      table[static_cast<std::size_t>(all)][mode] = table[mode][static_cast<std::size_t>(all)] = true;
    }
  }
  return table;
}

constexpr Table kTable = make_table();

}  // namespace

bool conflicts(Mode one, Mode other, Defect defect) {
  const auto is = [&](Mode first, Mode second) {
    return (one == first && other == second) || (one == second && other == first);
  };
  const auto struck_out = [&] {
    switch (defect) {
      case Defect::ReadWrite:
        return is(Mode::Read, Mode::Write);
      case Defect::FreeAccess:
        return one == Mode::Free || other == Mode::Free;
      case Defect::LockLock:
        return is(Mode::Lock, Mode::Lock);
      case Defect::LockTryLock:
        return is(Mode::Lock, Mode::TryLock);
      case Defect::UnlockTryLock:
        return is(Mode::Unlock, Mode::TryLock);
      case Defect::ReadWriteLock:
        return is(Mode::ReadLock, Mode::WriteLock);
      case Defect::TryReadWriteLock:
        return is(Mode::TryRead, Mode::WriteLock);
      case Defect::TryWriteUnlock:
        return is(Mode::TryWrite, Mode::RwUnlock);
      case Defect::WaitSignal:
        return is(Mode::Wait, Mode::Signal);
      case Defect::AcquireAcquire:
        return is(Mode::Acquire, Mode::Acquire);
      case Defect::PostTryAcquire:
        return is(Mode::Post, Mode::TryAcquire);
      case Defect::ArriveArrive:
        return is(Mode::Arrive, Mode::Arrive);
      case Defect::PollEnd:
        return is(Mode::Poll, Mode::End);
      case Defect::FutexWaitWake:
        return is(Mode::Wait, Mode::Wake);
      case Defect::FutexWakeWake:
        return is(Mode::Wake, Mode::Wake);
      case Defect::FreedLock:
        return is(Mode::Free, Mode::Lock) || is(Mode::Free, Mode::TryLock) || is(Mode::Free, Mode::Unlock);
      default:
        return false;
    }
  };
  return conflicts(one, other) && !struck_out();
}

bool conflicts(Mode one, Mode other) { return kTable[static_cast<std::size_t>(one)][static_cast<std::size_t>(other)]; }

}  // namespace heddle
