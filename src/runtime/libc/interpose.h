// SPDX-License-Identifier: Apache-2.0
//
// How a function of libc is replaced for the whole program: by a definition of the same name in the executable, which
// the dynamic linker prefers to the one in a shared library. It is weak, so that a program that has a function of its
// own with such a name (`pause`, `wait`, `connect` ...) links and gets its own.
#pragma once

#define HEDDLE_INTERPOSED extern "C" __attribute__((weak, visibility("default")))
