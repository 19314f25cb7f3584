// SPDX-License-Identifier: Apache-2.0
//
// The machine that a controlled program sees, whatever the real one is like: a replay elsewhere must be the same run.
#pragma once

namespace heddle::runtime::libc {

// More would make programs that start a thread for each processor larger than they have to be.
constexpr int kProcessors = 2;

}  // namespace heddle::runtime::libc
