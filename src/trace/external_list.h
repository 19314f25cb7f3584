// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "trace/program_facts.h"

namespace heddle {

// As a reader knows it: "f()", "ns::f(int)".
std::string readable_name(const std::string& linker_name);
// The first few functions as a reader knows them, each with the place of its first use, and how many more there are.
std::string list_of(const std::vector<const ExternalFunction*>& functions);

}  // namespace heddle
