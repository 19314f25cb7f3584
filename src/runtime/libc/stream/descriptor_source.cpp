// SPDX-License-Identifier: Apache-2.0
#include "runtime/libc/stream/descriptor_source.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "runtime/runtime.h"

namespace heddle::runtime::libc {

bool g_has_pipes;

namespace {

bool is_same_file(const struct stat& facts, int descriptor) {
  struct stat other;
  return fstat(descriptor, &other) == 0 && other.st_dev == facts.st_dev && other.st_ino == facts.st_ino;
}

// The memory devices of Linux: major number 1.
Source source_of_device(dev_t device) {
  if (major(device) != 1) return Source::MayBlock;
  switch (minor(device)) {
    case 3:  // /dev/null
    case 5:  // /dev/zero
    case 7:  // /dev/full
      return Source::Ready;
    case 8:  // /dev/random
    case 9:  // /dev/urandom
      return Source::Entropy;
    default:
      return Source::MayBlock;
  }
}

}  // namespace

// What Heddle itself was given as output may be a pipe as well.
bool is_own_pipe(int descriptor) {
  struct stat facts;
  if (!g_has_pipes || fstat(descriptor, &facts) != 0) return false;
  if (!S_ISFIFO(facts.st_mode) && !S_ISSOCK(facts.st_mode)) return false;
  const State& s = state();
  bool is_captured = s.capture_descriptor != 0 && is_same_file(facts, s.capture_descriptor);
  return !is_captured && !is_same_file(facts, s.saved_stdout) && !is_same_file(facts, s.saved_stderr);
}

Source source_of(int descriptor) {
  struct stat facts;
  if (fstat(descriptor, &facts) != 0) return Source::Invalid;
  if (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)) return Source::Ready;
  return S_ISCHR(facts.st_mode) ? source_of_device(facts.st_rdev) : Source::MayBlock;
}

}  // namespace heddle::runtime::libc
