// SPDX-License-Identifier: Apache-2.0
//
// Temporary files with a name. They exist in one execution only: the content is memory (memfd_create), and the name is
// known to the table here and to nobody outside. The table is program memory, so a reset forgets the names; what holds
// the content is a descriptor that the reset closes. Every question to the table is asked with the turn (change_table):
// which names there are is shared by all threads.
#pragma once

#include <sys/stat.h>

#include <cstddef>

namespace heddle::runtime::libc {

constexpr std::size_t kLongestPrivateName = 255;

struct PrivateFile {
  char name[kLongestPrivateName + 1];  // as the program spells it; empty: a file that never had one
  int content;                         // descriptor, while `exists`
  bool exists;                         // false: the name is known, but its file is removed or not made yet
  dev_t device;
  ino_t inode;
};

// True once this execution has made a file that can be read back: then the order of output matters.
extern bool g_can_read_back;
// True if what is written to `descriptor` can be read back by the program.
bool can_be_read_back(int descriptor);

// The file of that name, or nullptr if the name belongs to the world outside.
PrivateFile* find_private(const char* name);
// Makes `name` private; there is no file yet. Ends the execution, on behalf of `function`, when there are too many.
PrivateFile& add_private_name(const char* function, const char* name);
// Makes an empty file behind the name. False with errno if the system refuses.
bool make_private_file(PrivateFile& file);
void remove_private_file(PrivateFile& file);

// What open(2) with `flags` would do first: makes the file if that is wanted. False with errno if it cannot be opened.
bool may_open_private(PrivateFile& file, int flags);
// A path by which the system reaches the content of an existing file.
constexpr std::size_t kContentPathSize = 32;
const char* content_path(const PrivateFile& file, char (&path)[kContentPathSize]);
// open(2) of a private file.
int open_private(PrivateFile& file, int flags);

// Numbers and times of a file in memory differ from run to run: replaces them by constants of this execution.
void hide_chance(struct stat& facts);

}  // namespace heddle::runtime::libc
