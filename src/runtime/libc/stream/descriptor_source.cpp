// SPDX-License-Identifier: Apache-2.0
#include "runtime/libc/stream/descriptor_source.h"

#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <initializer_list>

#include "runtime/raw_system.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {

bool g_has_pipes;

namespace {

bool is_same_file(const struct stat& facts, int descriptor) {
  struct stat other;
  return fstat(descriptor, &other) == 0 && other.st_dev == facts.st_dev && other.st_ino == facts.st_ino;
}

// As in all executions that are searched, unless output counts.
bool output_is_null() { return state().outlets[0] == state().null_descriptor; }

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

bool leads_to_output(int descriptor) {
  struct stat facts;
  if (fstat(descriptor, &facts) != 0) return false;
  const State& s = state();
  return is_same_file(facts, s.outlets[0]) || is_same_file(facts, s.outlets[1]);
}

int as_asked(int descriptor) {
  return !output_is_null() && leads_to_output(descriptor) ? state().null_descriptor : descriptor;
}

int outlet_of(const struct stat& facts) {
  if (output_is_null()) return -1;
  for (int outlet : state().outlets) {
    if (is_same_file(facts, outlet)) return outlet;
  }
  return -1;
}

OutputAside::OutputAside() {
  for (int number : {STDOUT_FILENO, STDERR_FILENO}) {
    const int asked = as_asked(number);
    is_aside_[number - STDOUT_FILENO] = asked != number;
    if (asked != number) raw_syscall(SYS_dup2, asked, number);
  }
}

OutputAside::~OutputAside() {
  for (int number : {STDOUT_FILENO, STDERR_FILENO}) {
    const int which = number - STDOUT_FILENO;
    if (is_aside_[which]) raw_syscall(SYS_dup2, state().outlets[which], number);
  }
}

// What Heddle itself was given as output may be a pipe as well.
bool is_own_pipe(int descriptor) {
  struct stat facts;
  if (!g_has_pipes || fstat(descriptor, &facts) != 0) return false;
  return (S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode)) && !leads_to_output(descriptor);
}

Source source_of(int descriptor) {
  struct stat facts;
  if (fstat(descriptor, &facts) != 0) return Source::Invalid;
  if (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)) return Source::Ready;
  return S_ISCHR(facts.st_mode) ? source_of_device(facts.st_rdev) : Source::MayBlock;
}

}  // namespace heddle::runtime::libc
