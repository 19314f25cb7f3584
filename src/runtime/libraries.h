// SPDX-License-Identifier: Apache-2.0
//
// Libraries that the program loads while it runs.
#pragma once

namespace heddle::runtime {

// Supervisor, after a worker has left: did it leave because the program wants a library? Then the library is loaded into
// the pristine image, and the same slot can be run again. nullptr, or why there can be no further worker.
bool library_wanted();
const char* load_wanted_library();

}  // namespace heddle::runtime
