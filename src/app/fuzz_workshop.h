// SPDX-License-Identifier: Apache-2.0
//
// RealWorkshop: compilers and processes for the truth machine.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include "fuzz/batches.h"

namespace heddle {

class RealWorkshop final : public fuzz::Workshop {
 public:
  RealWorkshop(std::filesystem::path folder, const std::atomic<bool>& stop);

  Result<std::string> build(const fuzz::SourceFile& source, const std::string& name) override;
  Result<std::unique_ptr<Runner>> start(const std::string& binary, std::size_t argument,
                                        const Freedoms& freedoms, std::uint32_t max_events) override;
  void discard(const std::string& name) override;

 private:
  std::filesystem::path folder_;
  const std::atomic<bool>& stop_;
};

}  // namespace heddle
