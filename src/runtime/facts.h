// SPDX-License-Identifier: Apache-2.0
//
// What the program says about itself when it starts: modules, program points, stack sites, build id. See facts.cpp.
#pragma once

namespace heddle::runtime {

// Writes the tables to the facts descriptor and the build id to the ring. False: the descriptor could not be written.
bool publish_facts();
// Finds libc's code, whose own calls of free are no events.
void locate_libc();
void choose_main_module();  // start.cpp

}  // namespace heddle::runtime
