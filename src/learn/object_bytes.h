// SPDX-License-Identifier: Apache-2.0
//
// How the state of a synchronisation object stands in its bytes: the runtime keeps it there, so that copies, static
// initialisers and whatever else is stored over it mean what they mean on the real machine.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "learn/operation.h"
#include "trace/object_type.h"

namespace heddle {

// Beyond these nothing of an object's state is kept.
constexpr std::size_t kStateBytes = 24;
using ObjectBytes = std::array<std::uint8_t, kStateBytes>;

// What the operation takes its object for; Unknown if the state of that is not in its bytes.
ObjectType type_touched(const Operation& operation);

// So many bytes, from the first on, are changed by operations.
constexpr std::uint32_t changing_bytes(ObjectType type) {
  switch (type) {
    case ObjectType::Mutex:
    case ObjectType::RwLock:
      return 8;
    case ObjectType::SpinLock:
    case ObjectType::Condition:
    case ObjectType::Semaphore:
    case ObjectType::Once:
      return 4;
    case ObjectType::Barrier:
      return 16;
    case ObjectType::Unknown:
      return 0;
  }
  return 0;
}

// Of a state as the machine keeps it (lock_words.h). Of a barrier: its rounds are not counted there.
ObjectBytes bytes_of_object(ObjectType type, std::uint64_t state);
std::uint64_t object_of_bytes(ObjectType type, const ObjectBytes& bytes);

}  // namespace heddle
