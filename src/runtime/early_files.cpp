// SPDX-License-Identifier: Apache-2.0
#include "runtime/early_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/libc/stream/descriptor_source.h"
#include "runtime/raw_system.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

constexpr int kFirst = STDERR_FILENO + 1;

const EarlyFile* begin() { return state().early_files; }
const EarlyFile* end() { return state().early_files + state().early_file_count; }

EarlyFile describe(int descriptor) {
  EarlyFile file = {};
  struct stat facts = {};
  raw_syscall(SYS_fstat, descriptor, reinterpret_cast<long>(&facts));
  file.descriptor = descriptor;
  file.copy = static_cast<int>(raw_syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, kFirstOwnDescriptor));
  file.closes_on_exec = (raw_syscall(SYS_fcntl, descriptor, F_GETFD) & FD_CLOEXEC) != 0;
  file.is_file = S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode);
  file.flags = static_cast<int>(raw_syscall(SYS_fcntl, descriptor, F_GETFL));
  file.position = raw_syscall(SYS_lseek, descriptor, 0, SEEK_CUR);
  file.device = facts.st_dev;
  file.inode = facts.st_ino;
  if (S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode)) libc::g_has_pipes = true;
  return file;
}

void close_between(int first, int end) {
  if (first < end) raw_syscall(SYS_close_range, first, end - 1, 0);
}

// What an execution has closed, replaced or marked is as it was, what it has opened is gone.
void restore_table() {
  int next = kFirst;
  for (const EarlyFile* file = begin(); file != end(); ++file) {
    close_between(next, file->descriptor);
    raw_syscall(SYS_dup3, file->copy, file->descriptor, file->closes_on_exec ? O_CLOEXEC : 0);
    next = file->descriptor + 1;
  }
  close_between(next, kFirstOwnDescriptor);
}

}  // namespace

const char* note_early_files() {
  State& s = state();
  for (const EarlyFile* file = begin(); file != end(); ++file) raw_syscall(SYS_close, file->copy);
  s.early_file_count = 0;
  for (int descriptor = kFirst; descriptor < kFirstOwnDescriptor; ++descriptor) {
    if (raw_syscall(SYS_fcntl, descriptor, F_GETFD) < 0) continue;
    if (s.early_file_count == kMostEarlyFiles) return "the program opens more than 64 files before main";
    EarlyFile& file = s.early_files[s.early_file_count++] = describe(descriptor);
    if (file.copy < 0) return "the program opens too many files before main";
  }
  return nullptr;
}

void restore_files() {
  State& s = state();
  if (s.descriptors_used) restore_table();
  s.descriptors_used = false;
  for (const EarlyFile* file = begin(); file != end(); ++file) {
    if (!file->is_file) continue;
    raw_syscall(SYS_fcntl, file->descriptor, F_SETFL, file->flags);
    raw_syscall(SYS_lseek, file->descriptor, file->position, SEEK_SET);
  }
}

int end_of_early_descriptors() { return begin() == end() ? kFirst : end()[-1].descriptor + 1; }

bool is_early_descriptor(int descriptor) {
  for (const EarlyFile* file = begin(); file != end(); ++file) {
    if (file->descriptor == descriptor) return true;
  }
  return false;
}

bool would_change_early_file(int descriptor) {
  struct stat facts = {};
  if (begin() == end() || raw_syscall(SYS_fstat, descriptor, reinterpret_cast<long>(&facts)) != 0) return false;
  if ((raw_syscall(SYS_fcntl, descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY) return false;
  for (const EarlyFile* file = begin(); file != end(); ++file) {
    if (file->is_file && file->device == facts.st_dev && file->inode == facts.st_ino) return true;
  }
  return false;
}

}  // namespace heddle::runtime
