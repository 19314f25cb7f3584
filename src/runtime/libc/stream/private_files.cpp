// SPDX-License-Identifier: Apache-2.0
#include "runtime/libc/stream/private_files.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/deadline.h"
#include "runtime/libc/machine.h"
#include "runtime/raw_system.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {

bool g_can_read_back;

namespace {

constexpr std::size_t kMaxFiles = 64;
// Contents stand above the program's own descriptors, but where the reset closes them.
constexpr int kFirstContent = kDescriptors;
static_assert(kFirstContent < kFirstOwnDescriptor);

PrivateFile g_files[kMaxFiles];
std::size_t g_file_count;

bool fails_with(int error) {
  errno = error;
  return false;
}

bool is_regular_without_name(const struct stat& facts) { return S_ISREG(facts.st_mode) && facts.st_nlink == 0; }

PrivateFile* find_content(dev_t device, ino_t inode) {
  for (std::size_t i = 0; i < g_file_count; ++i) {
    if (g_files[i].device == device && g_files[i].inode == inode) return &g_files[i];
  }
  return nullptr;
}

}  // namespace

bool can_be_read_back(int descriptor) {
  struct stat facts;
  return g_can_read_back && descriptor >= 0 && fstat(descriptor, &facts) == 0 && is_regular_without_name(facts);
}

PrivateFile* find_private(const char* name) {
  for (std::size_t i = 0; i < g_file_count; ++i) {
    if (g_files[i].name[0] != 0 && std::strcmp(g_files[i].name, name) == 0) return &g_files[i];
  }
  return nullptr;
}

PrivateFile& add_private_name(const char* function, const char* name) {
  if (g_file_count == kMaxFiles) end_unsupported(function, "more than 64 temporary files in one execution");
  if (std::strlen(name) > kLongestPrivateName) end_unsupported(function, "a name of more than 255 bytes");
  PrivateFile& file = g_files[g_file_count++];
  std::strcpy(file.name, name);
  return file;
}

bool make_private_file(PrivateFile& file) {
  g_can_read_back = true;
  state().descriptors_used = true;
  long made = raw_syscall(SYS_memfd_create, reinterpret_cast<long>("temporary file"), 1 /* MFD_CLOEXEC */);
  if (made < 0) return fails_with(static_cast<int>(-made));
  raw_syscall(SYS_fchmod, made, 0600);
  long content = raw_syscall(SYS_fcntl, made, F_DUPFD_CLOEXEC, kFirstContent);
  raw_syscall(SYS_close, made);
  if (content < 0) return fails_with(static_cast<int>(-content));
  struct stat facts = {};
  fstat(static_cast<int>(content), &facts);
  file.content = static_cast<int>(content);
  file.device = facts.st_dev;
  file.inode = facts.st_ino;
  file.exists = true;
  return true;
}

void remove_private_file(PrivateFile& file) {
  raw_syscall(SYS_close, file.content);
  file.exists = false;
}

bool may_open_private(PrivateFile& file, int flags) {
  if (!file.exists) return (flags & O_CREAT) != 0 ? make_private_file(file) : fails_with(ENOENT);
  bool wants_new = (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0;
  return wants_new ? fails_with(EEXIST) : true;
}

const char* content_path(const PrivateFile& file, char (&path)[kContentPathSize]) {
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", file.content);
  return path;
}

int open_private(PrivateFile& file, int flags) {
  if (!may_open_private(file, flags)) return -1;
  char path[kContentPathSize];
  content_path(file, path);
  long result = raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), flags & ~(O_CREAT | O_EXCL | O_NOFOLLOW));
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}

void hide_chance(struct stat& facts) {
  if (!is_regular_without_name(facts)) return;
  PrivateFile* file = find_content(facts.st_dev, facts.st_ino);
  if (file == nullptr) {
    file = &add_private_name("fstat", "");
    file->device = facts.st_dev;
    file->inode = facts.st_ino;
  }
  facts.st_dev = 1;
  facts.st_ino = static_cast<ino_t>(file - g_files) + 1;
  facts.st_nlink = file->exists ? 1 : 0;
  timespec start = {static_cast<time_t>(kRealtimeStart / 1000000000), 0};
  facts.st_atim = facts.st_mtim = facts.st_ctim = start;
}

}  // namespace heddle::runtime::libc
