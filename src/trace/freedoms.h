// SPDX-License-Identifier: Apache-2.0
//
// What the environment may do to the program beyond scheduling; the same words on both sides of the process boundary.
#pragma once

#include "wire/freedoms.h"

namespace heddle {

using Freedoms = wire::Freedoms;

}  // namespace heddle
