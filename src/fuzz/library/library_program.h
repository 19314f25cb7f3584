// SPDX-License-Identifier: Apache-2.0
//
// LibraryCall: one way to call one function. LibraryProgram: a call alone, or two against each other. all_programs()
// makes them from the rows; the same seed gives the same list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/library/library_row.h"
#include "fuzz/source.h"

namespace heddle::fuzz {

struct LibraryCall {
  std::string name;  // as the user would ask for it
  std::string act;
  Footprint footprint = 0;  // resources that it shares
  Footprint needed = 0;     // resources that must be made for it: these, and those it mentions
  Language language = Language::C;
};

// Every call of every row, in the order of the families.
std::vector<LibraryCall> all_calls();

// Alone: a thread that may have made the call before looks at everything that the call could have left behind, and
// makes it again. Pair: each of two threads makes its call and looks at what both calls touch.
enum class LibraryShape : std::uint8_t { Alone, Pair };

struct LibraryProgram {
  LibraryShape shape = LibraryShape::Alone;
  const LibraryCall* first = nullptr;
  const LibraryCall* second = nullptr;  // of a pair
  std::string name() const;
  Language language() const;
};

enum class PairChoice : std::uint8_t {
  All,     // every pair that shares a resource, and one of the others for each call
  Sample,  // two pairs for each call, and all programs in no order: so many of them are a sample of all
};

struct LibraryChoice {
  std::vector<std::string> only;  // functions; nothing: all
  PairChoice pairs = PairChoice::All;
  std::uint64_t seed = 1;
};

// First all calls alone, then the pairs, unless it is a sample.
std::vector<LibraryProgram> all_programs(const std::vector<LibraryCall>& calls, const LibraryChoice& choice);

// Programs of one language. The argument says which one runs: its number, or that and kBare, for the one without looks,
// which has fewer interleavings.
inline constexpr std::size_t kBare = 1'000'000;
SourceFile library_source(const std::vector<LibraryProgram>& programs);

// Every name of the library table that has an answer, with the family or the reason why it has no program.
struct NamedAnswer {
  std::string name;
  std::string answer;
  bool has_program = false;
};
std::vector<NamedAnswer> all_answers();

}  // namespace heddle::fuzz
