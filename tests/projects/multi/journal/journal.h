// SPDX-License-Identifier: Apache-2.0
//
// Shared library in C++: entries under a mutex.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

class Journal {
 public:
  void write(std::string entry);
  std::size_t size();

 private:
  std::mutex mutex_;
  std::vector<std::string> entries_;
};
