// SPDX-License-Identifier: Apache-2.0
//
// The text of an exception is gone with the last copy of it.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free flags=-DGATES_OPEN
#include <stdexcept>

#define LOOKS_AFTERWARDS
#include "two_moments.h"

static std::runtime_error *one = new std::runtime_error("some text"), *two = new std::runtime_error(*one);

static void body() {
  if (first()) delete one;
}

static void look() {
  if (!second()) return;
  const char* text = two->what();
  delete two;
  assert(text[0] == 's');
}
