// SPDX-License-Identifier: Apache-2.0
//
// What the program has mapped and given back: memory_fault.cpp asks whether a place may still be touched.
#pragma once

#include <cstdint>

#include "runtime/runtime.h"

namespace heddle::runtime::libc {

// Pages of one mapping that have the same fate.
struct MappedPages {
  std::uintptr_t begin, end;
  const HeddlePoint* mapped;
  const HeddlePoint* unmapped;  // meaningful if they are gone
  std::uint16_t mapped_by, unmapped_by;
  bool is_gone;
  bool is_file;  // what they held at first is not zeros
};

// The pages at `address`, or nullptr if nothing was ever mapped there in this execution.
const MappedPages* find_mapped(std::uintptr_t address);

}  // namespace heddle::runtime::libc
