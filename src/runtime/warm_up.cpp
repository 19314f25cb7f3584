// SPDX-License-Identifier: Apache-2.0
//
// Lets libstdc++ make its locales before main. It does so at the first use, behind a pthread_once of its own, which every
// string stream asks: in a library that is not instrumented (GoogleTest's, for one) that would be hundreds of events about
// a flag that no schedule can change. The same holds for the fill characters of the standard streams.
#include <locale>
#include <ostream>

// Not <iostream>: that would register something for the end of every program.
namespace std {
extern ostream cout, cerr, clog;
extern wostream wcout, wcerr, wclog;
}

namespace {

[[gnu::constructor]] void make_locales() {
  (void)std::locale::classic();
  const std::ios_base::Init streams;
  for (std::ostream* stream : {&std::cout, &std::cerr, &std::clog}) stream->fill(stream->fill());
  for (std::wostream* stream : {&std::wcout, &std::wcerr, &std::wclog}) stream->fill(stream->fill());
}

}  // namespace
