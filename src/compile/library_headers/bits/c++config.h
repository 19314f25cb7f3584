// SPDX-License-Identifier: Apache-2.0
//
// Stands in front of libstdc++'s header of this name. Up to C++17 the members of std::string are compiled into
// libstdc++.so only, where their accesses are no events; -1 is libstdc++'s own word for instantiating them in the
// program, as C++20 does anyway.
#pragma GCC system_header
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
