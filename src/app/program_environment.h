// SPDX-License-Identifier: Apache-2.0
//
// The environment the checked program sees: the user's, in a canonical form, so that two runs of Heddle from
// differently sized terminals or shells start the program on the same bytes.
#pragma once

#include <string>
#include <vector>

namespace heddle {

// Sorted, without variables that differ from shell to shell for no reason of the program's.
std::vector<std::string> canonical_environment(const std::vector<std::string>& environment);
std::vector<std::string> current_environment();

}  // namespace heddle
