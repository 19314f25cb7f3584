// SPDX-License-Identifier: Apache-2.0
//
// What the program wants to do about signals.
#pragma once

namespace heddle::runtime {

// A signal that the program sends to itself: true if a handler of the program ran, or it ignores the signal. False: the
// system has to deliver it.
bool run_own_handler(int signal);

}  // namespace heddle::runtime
