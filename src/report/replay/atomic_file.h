// SPDX-License-Identifier: Apache-2.0
//
// Files that are either completely there or not at all: written beside, flushed to the disk, then renamed. Creates
// missing folders.
#pragma once

#include <string>

#include "trace/result.h"

namespace heddle {

Result<void> write_atomically(const std::string& path, const std::string& content);
Result<std::string> read_file(const std::string& path);

}  // namespace heddle
