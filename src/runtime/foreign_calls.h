// SPDX-License-Identifier: Apache-2.0
//
// What was executed although nobody sees what it does to memory: the search may have missed what depends on it, so that no
// verdict is exhaustive any more. The explorer reads the places from the ring.
#pragma once

#include "wire/abi.h"

namespace heddle::runtime {

void note_unmodelled(const HeddlePoint* point);
// A function that is not instrumented was called, by name or by pointer. It is modelled if it is the runtime's or the table
// of library calls has it.
void note_foreign_call(const void* function, const HeddlePoint* point);

}  // namespace heddle::runtime
