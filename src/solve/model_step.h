// SPDX-License-Identifier: Apache-2.0
//
// ModelStep: one step of the model, as a schedule tells it: whose turn it is, and which way it goes where there are
// several.
#pragma once

#include <cstdint>

namespace heddle {

struct ModelStep {
  std::uint16_t thread;
  std::uint16_t choice;
  bool is_choice;
  bool is_spurious;
};

}  // namespace heddle
