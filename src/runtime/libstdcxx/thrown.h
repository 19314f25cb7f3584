// SPDX-License-Identifier: Apache-2.0
//
// What libstdc++ writes when an exception is thrown.
#pragma once

namespace heddle::runtime {

// An exception that libstdc++ itself throws was made there, code and all.
void write_thrown(void* object, const void* thrown_from);

}  // namespace heddle::runtime
