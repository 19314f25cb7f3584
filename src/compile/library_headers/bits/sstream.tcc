// SPDX-License-Identifier: Apache-2.0
//
// Stands in front of libstdc++'s header of this name. What streams do to their buffers is compiled with the program:
// in libstdc++.so their accesses would be no events.
#pragma GCC system_header
#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include_next <bits/sstream.tcc>
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")
