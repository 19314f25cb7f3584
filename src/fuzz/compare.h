// SPDX-License-Identifier: Apache-2.0
//
// Explores one program of a built file in one configuration and says where the result differs from the enumerator's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/configuration.h"
#include "fuzz/enumerator.h"
#include "fuzz/program.h"
#include "search/campaign.h"

namespace heddle {
class Runner;
}

namespace heddle::fuzz {

class PrintingProgram;

struct Compared {
  bool was_compared = true;  // not if there is too much to enumerate
  std::string difference;    // empty: none
  std::uint64_t executions = 0;
  std::uint64_t peeked = 0;       // results that were tried out, not executed
  std::uint64_t saturated = 0;    // results that were found impossible without looking at states
  bool has_exchangeable = false;  // some threads were not told apart
  bool is_closed = false;         // exact was done thread by thread, not by searching states
  bool is_late = false;           // it was not done in time
};

struct BuiltProgram {
  const Program& program;
  Runner& runner;
  const std::vector<std::uint16_t>& points;  // statement of each program point
  const std::vector<std::uint16_t>& lines;   // statement of each line
  PrintingProgram& printing;
};

// What every exploration has in common.
CampaignOptions options_for(const Configuration& configuration, const std::atomic<bool>* stop);

bool ran_out_of_time(const CampaignResult& result);

// Why nothing is proved, as lines; empty if something is.
std::string shortfall(const CampaignResult& result);

Compared compare(const BuiltProgram& built, const Enumeration& expected, const Configuration& configuration,
                 const std::atomic<bool>* stop);

}  // namespace heddle::fuzz
