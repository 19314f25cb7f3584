// SPDX-License-Identifier: Apache-2.0
//
// Several events that are one step: no other thread runs between them, unless this one has to wait.
#pragma once

#include <cerrno>

namespace heddle::runtime::libc {

void enter_atomic();
void leave_atomic();

class AtomicSection {
 public:
  explicit AtomicSection(bool is_wanted) : is_wanted_(is_wanted) {
    if (is_wanted_) enter_atomic();
  }
  AtomicSection(const AtomicSection&) = delete;
  AtomicSection& operator=(const AtomicSection&) = delete;
  ~AtomicSection() {
    const int error = errno;
    if (is_wanted_) leave_atomic();
    errno = error;
  }

 private:
  bool is_wanted_;
};

}  // namespace heddle::runtime::libc
