// SPDX-License-Identifier: Apache-2.0
//
// What libstdc++ writes when an exception is thrown.
#pragma once

#include <typeinfo>

namespace heddle::runtime {

// Of which type it is, whoever throws it again finds in front of it. One that libstdc++ itself throws was made there, code
// and all.
void write_thrown(void* object, std::type_info* type, const void* thrown_from);

}  // namespace heddle::runtime
