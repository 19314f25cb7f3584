// SPDX-License-Identifier: Apache-2.0
//
// Fingerprint: 128 bits for all that decides what a thread does from here on, given what it will be told; none where
// nobody can tell. Made by the program (docs/fingerprints.md), with the mixer that both processes share.
#pragma once

#include "wire/mixer.h"

namespace heddle {

using wire::Fingerprint;

}  // namespace heddle
