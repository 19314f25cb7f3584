// SPDX-License-Identifier: Apache-2.0
//
// What glibc keeps behind the attributes of a thread: the processors and the signals that it is to begin with.
#pragma once

#include <pthread.h>

#include "runtime/runtime.h"

namespace heddle::runtime::libc {

// To be called after the attributes themselves were read, with a copy of them, before what is behind them is looked at.
void read_behind(const pthread_attr_t& copy, const HeddlePoint* point);

}  // namespace heddle::runtime::libc
