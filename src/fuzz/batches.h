// SPDX-License-Identifier: Apache-2.0
//
// Programs by number, made, enumerated, built many at a time and started, on several threads at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "execute/runner.h"
#include "fuzz/compare.h"
#include "fuzz/enumerator.h"
#include "fuzz/generator.h"
#include "fuzz/program.h"
#include "fuzz/source.h"
#include "trace/freedoms.h"
#include "trace/result.h"

namespace heddle::fuzz {

// Compiles and starts, for a room that does neither. Called from several threads at once.
class Workshop {
 public:
  virtual ~Workshop() = default;
  // Path of the program made from `source`; `name` is that of no other.
  virtual Result<std::string> build(const SourceFile& source, const std::string& name) = 0;
  virtual Result<std::unique_ptr<Runner>> start(const std::string& binary, std::size_t argument,
                                                const Freedoms& freedoms, std::uint32_t max_events) = 0;
  // Removes what build() made.
  virtual void discard(const std::string& name) = 0;
};

struct Subject {
  std::uint64_t index = 0;
  unsigned left_out = 0;  // programs that were too large, before this one
  Program program;
  Enumeration expected;
};

Freedoms freedoms_of(const Program& program);

// Of one thread, as in `heddle check`: only those that hang have more than a hundred.
constexpr std::uint32_t kMaxEvents = 10'000;
// Fewer for those that count rounds. They reach every limit, and what there is to explore grows with its square.
std::uint32_t max_events(const Program& program);

// The program of that number: the first of a sequence that the enumerator can cope with.
Subject make_subject(std::uint64_t seed, std::uint64_t index, unsigned generator);

struct BatchOptions {
  std::uint64_t first = 0;
  std::uint64_t programs = 0;       // from there on
  std::vector<std::uint64_t> only;  // instead: programs of these numbers
  std::uint64_t count() const { return only.empty() ? programs : only.size(); }
  std::uint64_t number(std::uint64_t at) const { return only.empty() ? first + at : only[at]; }
  std::uint64_t seed = 1;
  unsigned generator = kNewestGenerator;
  unsigned jobs = 1;
  const std::atomic<bool>* stop = nullptr;
};

// False: no more programs are wanted. Called from several threads at once.
using Examine = std::function<bool(const Subject&, const BuiltProgram&)>;

Result<void> for_each_program(Workshop& workshop, const BatchOptions& options, const Examine& examine);

}  // namespace heddle::fuzz
