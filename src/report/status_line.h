// SPDX-License-Identifier: Apache-2.0
//
// Sign of life during the search: on a terminal one line rewritten in place, elsewhere a plain line every few
// seconds, nothing when quiet. Knows no clock and no stream: app/ tells the time and writes what it gets.
#pragma once

#include <cstdint>
#include <string>

namespace heddle {

enum class StatusForm { Quiet, Lines, Terminal };

class StatusLine {
 public:
  explicit StatusLine(StatusForm form) : form_(form) {}
  // What to write now; mostly nothing. `seconds` since the search began.
  std::string update(std::uint64_t executions, std::uint64_t findings, double seconds);
  // Removes the status line, before anything else is printed.
  std::string clear();

 private:
  StatusForm form_;
  double last_seconds_ = 0;
  std::uint64_t last_executions_ = 0;
  bool is_shown_ = false;
};

}  // namespace heddle
