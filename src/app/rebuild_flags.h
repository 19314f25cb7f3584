// SPDX-License-Identifier: Apache-2.0
//
// Which flags a replay file may give to the compiler. It may come from anybody: the compiler must not load code for it,
// nor write elsewhere than where Heddle builds.
#pragma once

#include <string>
#include <vector>

namespace heddle {

// The first word that is not known to be harmless; "" if all are.
std::string first_refused_flag(const std::vector<std::string>& arguments);

}  // namespace heddle
