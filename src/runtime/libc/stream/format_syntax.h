// SPDX-License-Identifier: Apache-2.0
//
// What the formats of printf and scanf have in common, and how a call with other arguments is made from a list of them.
#pragma once

#include <cstdarg>

namespace heddle::runtime::libc {

// A decimal number at `at`, which is moved behind it; 0 if there is none.
int parse_number(const char*& at);

// The "2$" of a numbered argument, as an index from 0; -1 and nothing consumed if there is none.
int parse_position(const char*& at);

// Makes `arguments` a list that takes everything from `slots`: integers, pointers and doubles in 8 bytes each, long
// doubles in 16, aligned.
void take_from_slots(va_list& arguments, void* slots);

}  // namespace heddle::runtime::libc
