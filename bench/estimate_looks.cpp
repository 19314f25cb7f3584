// SPDX-License-Identifier: Apache-2.0
#include "bench/estimate_looks.h"

#include <limits>

namespace heddle::bench {
namespace {

constexpr double kClose = 2;

}  // namespace

double EstimateLook::factor() const {
  if (!said) return 1;
  if (*said <= 0 || truth <= 0) return std::numeric_limits<double>::infinity();
  return *said > truth ? *said / truth : truth / *said;
}

EstimateQuality quality_of(const std::vector<EstimateLook>& looks) {
  EstimateQuality quality;
  quality.looks = looks.size();
  for (const EstimateLook& look : looks) {
    if (!look.said) continue;
    ++quality.answers;
    const double factor = look.factor();
    if (factor <= kClose) ++quality.close;
    if (factor <= quality.worst) continue;
    quality.worst = factor;
    quality.worst_program = look.program;
  }
  return quality;
}

}  // namespace heddle::bench
