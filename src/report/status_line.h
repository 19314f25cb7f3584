// SPDX-License-Identifier: Apache-2.0
//
// Sign of life during the search: on a terminal one line rewritten in place, elsewhere a plain line every few
// seconds, nothing when quiet. Knows no clock and no stream: app/ tells the time and writes what it gets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "trace/model_figures.h"

namespace heddle {

enum class StatusForm { Quiet, Lines, Terminal };

struct StatusFigures {
  std::uint64_t executions = 0;
  std::uint64_t found = 0;
  double seconds = 0;  // since the search began
  std::optional<ModelFigures> model = std::nullopt;
  std::uint64_t sampled = 0;   // of the executions, after a search that was cut
  std::uint64_t verified = 0;  // besides the executions, after a search that was not
};

class StatusLine {
 public:
  // `suggestion` is shown once, after a minute, in a line of its own; "": nothing to suggest. `noun`: of what is found.
  explicit StatusLine(StatusForm form, std::string suggestion = "", std::string noun = "finding")
      : form_(form), suggestion_(std::move(suggestion)), noun_(std::move(noun)) {}
  // What to write now; mostly nothing.
  std::string update(const StatusFigures& figures);
  // Removes the status line, before anything else is printed.
  std::string clear();

 private:
  std::string suggested(double seconds);

  StatusForm form_;
  std::string suggestion_;
  std::string noun_;
  double last_seconds_ = 0;
  std::uint64_t last_count_ = 0;  // executions, or states of a model
  bool is_shown_ = false;
};

}  // namespace heddle
