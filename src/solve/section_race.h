// SPDX-License-Identifier: Apache-2.0
//
// A race with an access inside of an atomic section. While a thread is in its section nobody else has a turn, so the
// other access cannot come right before or after. It comes right after the section: of the accesses in it that race with
// the other one, the last shows, for nothing orders the two. Where the section does not end, because something in it
// fails, the other access comes right before it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "learn/machine.h"
#include "solve/model_step.h"
#include "trace/schedule.h"

namespace heddle {

struct SectionRace {
  // There is none: the process ends before the other access can follow, either way. Or a later access of the section
  // races with the other one, and is met by itself.
  bool is_ruled_out = false;
  std::optional<Schedule> way;  // that shows it
};

// `inside` is in an atomic section where the path has led the machine, and its next access races with that of `other`.
SectionRace find_section_race(const Model& model, const Machine& machine, const std::vector<ModelStep>& path,
                              std::uint16_t inside, std::uint16_t other);

}  // namespace heddle
