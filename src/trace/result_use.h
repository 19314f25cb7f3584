// SPDX-License-Identifier: Apache-2.0
//
// ResultUse: what a thread can tell about the result of an access (wire/result_use.h). Two results with the same
// abstract_result let it go on in the same way.
#pragma once

#include <cstdint>
#include <vector>

#include "wire/result_use.h"

namespace heddle {

using ResultUseKind = wire::ResultUseKind;

struct ResultUse {
  ResultUseKind kind = ResultUseKind::Full;
  std::vector<wire::OutcomeTest> tests;  // Outcomes
};

// Of a load or a read-modify-write: of the value read, zero extended. Of a compare-exchange with Success: of whether it
// succeeded (0 or 1), with Full or Dead: of the old value.
inline std::uint64_t abstract_result(const ResultUse& use, std::uint64_t value) {
  switch (use.kind) {
    case ResultUseKind::Full:
    case ResultUseKind::Success:
      return value;
    case ResultUseKind::Dead:
      return 0;
    case ResultUseKind::Outcomes:
      return wire::outcomes(use.tests.data(), static_cast<std::uint32_t>(use.tests.size()), value);
  }
  return value;
}

}  // namespace heddle
