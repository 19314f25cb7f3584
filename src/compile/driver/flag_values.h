// SPDX-License-Identifier: Apache-2.0
//
// Which flags of clang have their value in the next word.
#pragma once

#include <string_view>

namespace heddle {

// -I dir, -include file: the next word is no input file and no other flag.
bool takes_next_word(std::string_view flag);

}  // namespace heddle
