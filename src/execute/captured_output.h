// SPDX-License-Identifier: Apache-2.0
//
// CapturedOutput: the end of what the program prints in a run with Output::Capture, read from a pipe. Whoever waits for
// such a run must read meanwhile: a full pipe holds the program up.
#pragma once

#include <cstdint>
#include <string>

#include "execute/file_descriptor.h"

namespace heddle {

class CapturedOutput {
 public:
  static constexpr std::size_t kMostBytes = 64 * 1024;

  CapturedOutput() = default;
  // `pipe` is its reading end, which must not block.
  explicit CapturedOutput(FileDescriptor pipe) : pipe_(std::move(pipe)) {}

  // Reads what is there, and what comes within so long.
  void read_for(std::uint32_t milliseconds);
  // The last kMostBytes since the last take(), from the beginning of a line on if there is one.
  std::string take();

 private:
  void read_now();
  void drop_beginning();

  FileDescriptor pipe_;
  std::string text_;
  bool is_cut_ = false;  // something before text_ was dropped
};

}  // namespace heddle
