// SPDX-License-Identifier: Apache-2.0
//
// States of the interpreter in hash tables: compared byte by byte.
#pragma once

#include <functional>
#include <string_view>
#include <type_traits>

#include "fuzz/interpreter.h"

namespace heddle::fuzz {

static_assert(std::has_unique_object_representations_v<State>);

inline std::string_view bytes_of(const State& state) { return {reinterpret_cast<const char*>(&state), sizeof state}; }

struct SameBytes {
  bool operator()(const State& one, const State& other) const { return bytes_of(one) == bytes_of(other); }
};
struct HashBytes {
  std::size_t operator()(const State& state) const { return std::hash<std::string_view>()(bytes_of(state)); }
};

}  // namespace heddle::fuzz
