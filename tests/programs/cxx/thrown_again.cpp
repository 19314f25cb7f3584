// SPDX-License-Identifier: Apache-2.0
//
// As thrown_pointer, of one that its thread throws again.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <exception>

#define LOOKS_AFTERWARDS
#include "two_moments.h"

static void fails() {
  const char* text = first() ? "two" : "one";
  throw text;
}

static void body() {
  try {
    try {
      fails();
    } catch (...) {
      if (!second()) return;
      throw;
    }
  } catch (const char* text) {
    assert(text[0] == 'o');
  }
}

static void look() {}
