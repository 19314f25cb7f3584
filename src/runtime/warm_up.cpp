// SPDX-License-Identifier: Apache-2.0
//
// Lets libstdc++ make its locales before main. It does so at the first use, behind a pthread_once of its own, which every
// string stream asks: in a library that is not instrumented (GoogleTest's, for one) that would be hundreds of events about
// a flag that no schedule can change.
#include <locale>

namespace {

[[gnu::constructor]] void make_locales() { (void)std::locale::classic(); }

}  // namespace
