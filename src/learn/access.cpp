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
    {Mode::Acquire, Mode::Acquire},     {Mode::Acquire, Mode::TryAcquire}, {Mode::TryAcquire, Mode::TryAcquire},
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

bool conflicts(Mode one, Mode other) { return kTable[static_cast<std::size_t>(one)][static_cast<std::size_t>(other)]; }

}  // namespace heddle
