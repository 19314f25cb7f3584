// SPDX-License-Identifier: Apache-2.0
#include "bench/substrate_figures.h"

#include <algorithm>

namespace heddle::bench {
namespace {

double quotient(double numerator, double denominator) { return denominator == 0 ? 0 : numerator / denominator; }

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Rate rate_of(const std::vector<Sample>& rounds) {
  auto median_of = [&](auto figure) {
    std::vector<double> values;
    for (const Sample& sample : rounds) values.push_back(figure(sample));
    return median(std::move(values));
  };
  Rate rate;
  rate.per_second =
      median_of([](const Sample& s) { return quotient(static_cast<double>(s.executions), s.wall_seconds); });
  rate.program_microseconds = median_of(
      [](const Sample& s) { return quotient(s.program_cpu_seconds * 1e6, static_cast<double>(s.executions)); });
  rate.explorer_microseconds = median_of(
      [](const Sample& s) { return quotient(s.explorer_cpu_seconds * 1e6, static_cast<double>(s.executions)); });
  rate.events = median_of(
      [](const Sample& s) { return quotient(static_cast<double>(s.events), static_cast<double>(s.executions)); });
  rate.switches = median_of(
      [](const Sample& s) { return quotient(static_cast<double>(s.switches), static_cast<double>(s.executions)); });
  return rate;
}

Costs costs_of(const Rate& small, const Rate& medium, const Rate& large, const Rate& large_switching) {
  Costs costs;
  costs.event_nanoseconds =
      quotient((large.program_microseconds - medium.program_microseconds) * 1e3, large.events - medium.events);
  costs.switch_nanoseconds = quotient((large_switching.program_microseconds - large.program_microseconds) * 1e3,
                                      large_switching.switches - large.switches);
  costs.reset_microseconds = small.program_microseconds - small.events * costs.event_nanoseconds * 1e-3;
  return costs;
}

}  // namespace heddle::bench
