// SPDX-License-Identifier: Apache-2.0
//
// The closing sentence: what was found and, always, how far we looked. A run that merely found nothing is never
// worded as a proof.
#pragma once

#include <string>

#include "report/report.h"

namespace heddle {

std::string closing_sentence(const Report& report);

}  // namespace heddle
