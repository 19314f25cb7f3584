// SPDX-License-Identifier: Apache-2.0
//
// Streams and locales of the C++ library. `stream` is a std::stringstream, `shared_file` a std::fstream that is not
// open.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kStream = touches(Resource::CxxStream), kOutput = touches(Resource::Output),
                    kLocale = touches(Resource::CxxLocale), kText = touches(Resource::Text);

// clang-format off
constexpr LibraryRow kRows[] = {
    {"_ZNSolsE* _ZNSo9_M_insert* std::basic_ostream::_M_insert std::basic_ostream::operator<<", "(stream << hidden(31), stream.good())", kStream, "(std::cout << hidden(31), 0)"},
    {"_ZNSo3put* std::basic_ostream::put", "stream.put('p').good()", kStream, "std::cout.put('p').good()"},
    {"_ZNSo5flush* _ZSt5flush* std::basic_ostream::flush", "stream.flush().good()", kStream, "std::cout.flush().good()"},
    {"_ZN9__gnu_cxx18stdio_sync_filebuf*", "std::cout.rdbuf()->sputn(text, 2)", kOutput | kText, "std::cout.rdbuf()->pubsync()"},
    {"_ZNSo5tellp* std::basic_ostream::tellp", "(long)stream.tellp()", kStream},
    {"_ZNSo5seekp* std::basic_ostream::seekp", "stream.seekp(hidden(1)).good()", kStream},
    {"_ZNSo6sentry* _ZStlsISt11char_traits* std::operator<<", "(stream << 'c' << \"d\", 0)", kStream, "(std::cout << 'c' << \"d\", 0)"},
    {"std::__ostream_insert", "(std::cout << std::string_view(text, 2), 0)", kOutput | kText, "(stream << std::string_view(text, 2), 0)"},
    {"std::basic_ostream::write", "std::cout.write(text, 2).good()", kOutput | kText, "stream.write(text, 2).good()"},
    {"_ZSt4endl*", "(stream << std::endl, 0)", kStream, "(std::cout << std::endl, 0)"},
    {"_ZSt4ends*", "(stream << std::ends, 0)", kStream},
    {"_ZNSoC* _ZNSoD* std::basic_ios::init", "(std::ostream(stream.rdbuf()) << 7, 0)", kStream},
    {"_ZNSt8ios_base* _ZNKSt8ios_base*", "(stream.setf(std::ios::hex, std::ios::basefield), 0)", kStream},
    {"std::ios_base::xalloc", "std::ios_base::xalloc() & 1023", touches(Resource::CxxObjects)},
    {"std::ios_base::sync_with_stdio", "std::ios_base::sync_with_stdio(false)", kOutput, "std::ios_base::sync_with_stdio(true)"},
    {"_ZNSt8ios_base*", "stream.width(hidden(4))", kStream, "stream.precision(hidden(2))"},
    {"_ZNSt8ios_base*", "(std::cout << std::hex, 0)", kOutput, "(std::cout << hidden(31), 0)"},
    {"_ZNSt8ios_base*", "stream.iword(0) += 1", kStream, "(stream.pword(0) == nullptr)"},
    {"std::basic_ios::copyfmt", "(stream.copyfmt(std::cout), 0)", kStream, "(std::cout.copyfmt(stream), 0)"},
    {"std::basic_ios::rdbuf", "stream.std::ios::rdbuf() != nullptr", kStream},
    {"_ZNSt9basic_ios* _ZNKSt9basic_ios* std::basic_ios::clear std::basic_ios::setstate", "(stream.setstate(std::ios::failbit), 0)", kStream, "(stream.clear(), stream.rdstate())"},
    {"std::basic_ios::exceptions", "({ int thrown = 0; try { stream.exceptions(std::ios::failbit); } catch (const std::ios::failure&) { thrown = 1; } thrown; })", kStream,
     "(stream.exceptions(std::ios::goodbit), 0)"},
    {"std::basic_ios::imbue", "(stream.imbue(std::locale::classic()), 0)", kStream},
    {"std::basic_ios::swap", "({ std::stringstream other; stream.swap(other); other.str().size(); })", kStream},
    {"std::basic_ios::move", "({ std::stringstream other(std::move(stream)); other.str().size(); })", kStream},
    {"std::ios_base::_M_grow_words", "stream.iword(20) += 1", kStream},
    {"std::ios_base::register_callback", "(stream.register_callback([](std::ios_base::event, std::ios_base&, int) {}, 3), 0)", kStream},
    {"_ZNSt15basic_streambuf* _ZNKSt15basic_streambuf*", "stream.rdbuf()->sputc('s')", kStream, "stream.rdbuf()->sgetc()"},
    {"_ZNSt7__cxx1115basic_stringbuf* _ZNKSt7__cxx1115basic_stringbuf*", "(stream.str(\"new\"), 0)", kStream, "stream.str().size()"},
    {"_ZNSt7__cxx1118basic_stringstream*", "(std::stringstream() << hidden(3)).tellp() > 0", kNothing},
    {"_ZNSt7__cxx1119basic_istringstream*", "std::istringstream(\"12\").rdbuf()->sbumpc()", kNothing},
    {"_ZNSt7__cxx1119basic_ostringstream*", "({ std::ostringstream own; own << hidden(12); own.str().size(); })", kNothing},
    {"_ZNSt13basic_ostreamIw*", "(std::wcout << 7, 0)", kOutput},
    {"_ZNSt13basic_filebuf* _ZNKSt13basic_filebuf* _ZNSt12__basic_file* _ZNKSt12__basic_file* _ZNSt13basic_fstream*",
     "shared_file.is_open()", kStream, "(shared_file.open(\"/proc/self/comm\", std::ios::in), shared_file.is_open())"},
    {"_ZNSt14basic_ifstream*", "std::ifstream(\"/no/such\").is_open()", kNothing, "std::ifstream(path).is_open()"},
    {"_ZNSt14basic_ofstream*", "std::ofstream().is_open()", kNothing},
    {"_ZSt17__copy_streambufs*", "(std::cout << stream.rdbuf(), 0)", kOutput | kStream},
    {"_ZNSt6localeC?Ev _ZNSt6localeC?ERKS_ _ZNSt6localeD* _ZNKSt6localeeq* _ZNKSt6localecl* _ZNKSt6locale2id* _ZNSt6locale7classicEv _ZNSt6locale5facet* "
     "_ZNSt6locale2id* _ZNSt6locale5_Impl*",
     "({ std::locale copy(std::locale::classic()); copy == std::locale(); })", kLocale, "std::locale().name()[0]"},
    {"_ZSt9use_facet* _ZSt9has_facet* _ZNKSt5ctype* _ZNSt5ctype*",
     "std::use_facet<std::ctype<char>>(std::locale()).toupper('a')", kLocale},
    {"_ZNKSt8numpunct* _ZNKSt7__cxx118numpunct*", "std::use_facet<std::numpunct<char>>(std::locale()).decimal_point()", kLocale},
};
// clang-format on

}  // namespace

constexpr LibraryRows kCxxStreamRows{"C++ streams", Language::Cxx, kRows};

}  // namespace heddle::fuzz
