// SPDX-License-Identifier: Apache-2.0
//
// Spinning inside of libstdc++'s headers. Functions of the runtime (runtime/spin.cpp), for the headers beside this one.
#pragma GCC system_header
#ifndef HEDDLE_LIBRARY_SPIN_H
#define HEDDLE_LIBRARY_SPIN_H

extern "C" {
// Between two rounds of a spin lock without a bound. A second round that saw exactly what the one before saw waits until
// that memory has changed.
void heddle_spin_wait(void) noexcept;
// After a failed attempt: whether another one would fail as well unless somebody writes. Never true without Heddle.
bool heddle_spin_is_over(void) noexcept;
}

#endif
