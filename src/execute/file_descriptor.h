// SPDX-License-Identifier: Apache-2.0
//
// FileDescriptor: closes what it owns. Move-only.
#pragma once

#include <unistd.h>

#include <utility>

namespace heddle {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      close_now();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  ~FileDescriptor() { close_now(); }

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  void close_now() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_ = -1;
};

}  // namespace heddle
