// SPDX-License-Identifier: Apache-2.0
//
// Functions that the module uses but does not define. What the table of library calls says about each decides whether
// it is warned about here, goes into the program's facts, or is nobody's concern. Functions that the module does define
// for others go into the facts too: only the whole program knows which external functions are its own.
#pragma once

#include "compile/instrument/point_table.h"
#include "compile/instrument/warnings.h"

namespace heddle::instrument {

// After the preparation: calls are where the user will see them, and those of the runtime are not inserted yet.
void list_external_calls(llvm::Module& module, PointTable& points, SourcePlaces& places, Warnings& warnings);

}  // namespace heddle::instrument
