// SPDX-License-Identifier: Apache-2.0
//
// What `heddle fuzz --library` knows of a function: how it is called, and what it touches.
#pragma once

#include <cstdint>
#include <span>

namespace heddle::fuzz {

// What calls can have in common. Each kind has an object (or a few) in the world of the programs: world.h.
enum class Resource : std::uint8_t {
  Text,
  Wide,
  Numbers,
  Heap,
  File,
  Table,  // of descriptors
  Names,  // of files
  Stream,
  Output,
  Input,
  Environment,
  Locale,
  Mapping,
  Key,
  Signal,
  Clock,
  Calendar,
  Random,
  Entropy,
  Exit,
  Thread,
  Attributes,
  Mutex,
  ReadWriteLock,
  Condition,
  Semaphore,
  Barrier,
  SpinLock,
  Once,
  Words,  // getopt
  Messages,
  Libraries,
  Containers,
  Exceptions,
  CxxStream,
  CxxLocale,
  CxxObjects,
};
inline constexpr unsigned kResources = static_cast<unsigned>(Resource::CxxObjects) + 1;

using Footprint = std::uint64_t;

constexpr Footprint bit(Resource resource) { return Footprint{1} << static_cast<unsigned>(resource); }
template <typename... Resources>
constexpr Footprint touches(Resources... resources) {
  return (Footprint{0} | ... | bit(resources));
}
inline constexpr Footprint kNothing = 0;  // computes from its arguments

enum class Language : bool { C, Cxx };  // whether headers of the C++ library are needed

struct LibraryRow {
  const char* names;  // separated by spaces, as in the library table: names or patterns
  const char* act;    // an expression of integer type; '@' stands for each name in turn
  Footprint footprint;
  const char* other = "";  // a second way to call it: mostly one that fails
};

struct LibraryRows {
  const char* family;
  Language language;
  std::span<const LibraryRow> rows;
};

// Functions that no program calls, each with the reason.
struct LibraryAnswer {
  const char* names;
  const char* reason;
};

extern const LibraryRows kTextRows, kNumberRows, kFormatRows, kStreamRows, kFileRows, kThreadRows, kAttributeRows,
    kLockRows, kC11Rows, kProcessRows, kTimeRows, kCxxRows, kCxxStreamRows;
extern const std::span<const LibraryAnswer> kLibraryAnswers;

}  // namespace heddle::fuzz
