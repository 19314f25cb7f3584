// SPDX-License-Identifier: Apache-2.0
//
// Scenes: programs in which several threads have parts that belong together. Drawn one by one, such parts hardly
// ever meet: two who sleep on a futex and two who wake, a section that waits while somebody disturbs it, pages that
// are given back while somebody reads them, a loop without end beside threads that it has nothing to do with.
#pragma once

#include "fuzz/program.h"
#include "fuzz/random.h"

namespace heddle::fuzz {

Program make_scene(Random& random);

}  // namespace heddle::fuzz
