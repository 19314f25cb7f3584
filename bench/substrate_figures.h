// SPDX-License-Identifier: Apache-2.0
//
// From raw measurements of the substrate to the figures that are shown. Pure arithmetic.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::bench {

// One round of executions of one program under one policy.
struct Sample {
  std::uint64_t executions = 0;
  std::uint64_t events = 0;  // in all of them
  std::uint64_t switches = 0;
  double wall_seconds = 0;
  double program_cpu_seconds = 0;  // the worker's, or under fork the supervisor's with its children
  double explorer_cpu_seconds = 0;
};

struct Rate {
  double per_second = 0;            // by the wall clock
  double program_microseconds = 0;  // processor time per execution
  double explorer_microseconds = 0;
  double events = 0;  // per execution
  double switches = 0;
};

double median(std::vector<double> values);
// The median of each figure over the rounds.
Rate rate_of(const std::vector<Sample>& rounds);

struct Costs {
  double event_nanoseconds = 0;   // between a medium and a large program without switches
  double switch_nanoseconds = 0;  // what as many switches as possible add
  double reset_microseconds = 0;  // what a small execution costs beyond its events: reset, threads, hand-over
};

Costs costs_of(const Rate& small, const Rate& medium, const Rate& large, const Rate& large_switching);

}  // namespace heddle::bench
