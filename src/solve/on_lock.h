// SPDX-License-Identifier: Apache-2.0
//
// What an operation does to a mutex or a spin lock, for those that look at threads one by one (known_graph.h).
#pragma once

#include <cstdint>

#include "learn/operation.h"

namespace heddle {

enum class OnLock : std::uint8_t { Nothing, Takes, Tries, GivesBack };

inline OnLock on_lock(EventKind kind) {
  switch (kind) {
    case EventKind::MutexLock:
    case EventKind::SpinLock:
      return OnLock::Takes;
    case EventKind::MutexTryLock:
    case EventKind::SpinTryLock:
      return OnLock::Tries;
    case EventKind::MutexUnlock:
    case EventKind::SpinUnlock:
      return OnLock::GivesBack;
    default:
      return OnLock::Nothing;
  }
}

}  // namespace heddle
