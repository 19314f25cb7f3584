// SPDX-License-Identifier: Apache-2.0
//
// The machine that a controlled program sees, whatever the real one is like: a replay elsewhere must be the same run.
#pragma once

namespace heddle::runtime::libc {

// More would make programs that start a thread for each processor larger than they have to be.
constexpr int kProcessors = 2;
// As many descriptors as a process may have; those behind are Heddle's own.
constexpr int kDescriptors = 800;
// Number of the process and of its main thread; the others follow.
constexpr int kProcess = 4242;

}  // namespace heddle::runtime::libc
