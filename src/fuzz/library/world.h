// SPDX-License-Identifier: Apache-2.0
//
// The objects that the calls of `heddle fuzz --library` work on, as C++ source: for each kind of resource how main
// makes them before there are threads, and what shows in which state they are.
#pragma once

#include <string_view>

#include "fuzz/library/library_row.h"

namespace heddle::fuzz {

struct ResourceText {
  Resource resource;
  const char* name;
  const char* objects;  // names of variables, separated by spaces: who mentions one of them touches the resource
  const char* set_up;   // statements
  const char* look;     // an expression of integer type
};

const ResourceText& text_of(Resource resource);

// Which resources a call needs: those of the row, and those that it mentions.
Footprint needed_by(std::string_view act, Footprint footprint);

// Headers, variables and functions that all programs share.
extern const char* const kWorld;
extern const char* const kCxxWorld;  // in addition

}  // namespace heddle::fuzz
