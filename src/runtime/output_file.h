// SPDX-License-Identifier: Apache-2.0
//
// Where output goes in executions in which it counts (Freedoms::visible_output) and which nobody watches: a file in memory. At the
// end it must hold what the events have printed. Whatever else is there was printed by a way that is no event (a library, a
// system call made by hand), and the explorer is told.
#pragma once

#include "wire/ring.h"

namespace heddle::runtime {

// Its descriptor, or a negative error number.
int make_output_file();
// Of an execution whose output goes where it rests.
void begin_output();
// Fills in Slot::output_differs. Before memory is restored, because streams may have kept something.
void compare_output(wire::Slot& slot);

}  // namespace heddle::runtime
