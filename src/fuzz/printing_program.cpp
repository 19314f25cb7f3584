// SPDX-License-Identifier: Apache-2.0
#include "fuzz/printing_program.h"

#include <utility>

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kMostStates = 100'000;

}  // namespace

const std::optional<PrintedEnds>& PrintingProgram::ends() {
  if (!std::exchange(has_ends_, true)) ends_ = printed_ends(program_, kMostStates);
  return ends_;
}

Result<Runner*> PrintingProgram::runner(const Freedoms& freedoms) {
  if (!runner_) {
    Result<std::unique_ptr<Runner>> started = start_(freedoms);
    if (!started) return started.error();
    runner_ = std::move(*started);
  }
  return runner_.get();
}

}  // namespace heddle::fuzz
