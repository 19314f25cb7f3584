// SPDX-License-Identifier: Apache-2.0
//
// Stopwatch: adds the processor time of its life to a sum.
#pragma once

#include <ctime>

namespace heddle {

class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum), start_(now()) {}
  ~Stopwatch() { sum_ += now() - start_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  double& sum_;
  double start_;
};

}  // namespace heddle
