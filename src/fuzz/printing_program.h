// SPDX-License-Identifier: Apache-2.0
//
// PrintingProgram: a program started once more, with all that it prints as operations, and every way in which it can
// end. Both are made when they are first asked for and kept: they take longer than most explorations.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "execute/runner.h"
#include "fuzz/end_walk.h"
#include "fuzz/program.h"
#include "trace/freedoms.h"
#include "trace/result.h"

namespace heddle::fuzz {

class PrintingProgram {
 public:
  using Start = std::function<Result<std::unique_ptr<Runner>>(const Freedoms&)>;

  PrintingProgram(const Program& program, Start start) : program_(program), start_(std::move(start)) {}

  // Nothing if there are too many.
  const std::optional<PrintedEnds>& ends();
  // Always asked for with the same freedoms: those of the program, and visible output.
  Result<Runner*> runner(const Freedoms& freedoms);

 private:
  const Program& program_;
  Start start_;
  bool has_ends_ = false;
  std::optional<PrintedEnds> ends_;
  std::unique_ptr<Runner> runner_;
};

}  // namespace heddle::fuzz
