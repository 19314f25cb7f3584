// SPDX-License-Identifier: Apache-2.0
//
// Lets libstdc++ make its locales before main. It does so at the first use, behind a pthread_once of its own, which every
// string stream asks: in a library that is not instrumented (GoogleTest's, for one) that would be hundreds of events about
// a flag that no schedule can change. The same holds for the fill characters of the standard streams, and for the tables by
// which std::ctype<char> widens and narrows: the library fills them unseen, the headers let the program look into them.
// Nothing else of the classic locale is made later. And for the mutexes behind std::atomic_load of a std::shared_ptr: whether
// they are there already the library sees by itself.
#include <locale>
#include <memory>
#include <ostream>

// Not <iostream>: that would register something for the end of every program.
namespace std {
extern ostream cout, cerr, clog;
extern wostream wcout, wcerr, wclog;
}

namespace {

void fill_tables(const std::ctype<char>& characters) {
  constexpr int kCharacters = 256;
  (void)characters.widen('a');  // all of them at once
  char all[kCharacters], narrowed[kCharacters];
  for (int each = 0; each < kCharacters; ++each) all[each] = static_cast<char>(each);
  characters.narrow(all, all + kCharacters, 0, narrowed);
}

// Not by a shared pointer: its functions would be here, without instrumentation, and take the place of the program's.
void make_mutexes() {
  const int any = 0;
  const std::_Sp_locker lock(&any);
}

[[gnu::constructor]] void warm_up() {
  make_mutexes();
  fill_tables(std::use_facet<std::ctype<char>>(std::locale::classic()));
  const std::ios_base::Init streams;
  for (std::ostream* stream : {&std::cout, &std::cerr, &std::clog}) stream->fill(stream->fill());
  for (std::wostream* stream : {&std::wcout, &std::wcerr, &std::wclog}) stream->fill(stream->fill());
}

}  // namespace
