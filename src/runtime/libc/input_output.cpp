// SPDX-License-Identifier: Apache-2.0
//
// Output of memory (puts, fputs, fwrite, write) and read. Output is a read of the program's memory; the bytes then go
// to libc. What a descriptor gives or takes, and where its offset stands, is shared by all threads: so read and write
// on anything but the standard streams are also a Call event on the descriptor. A read that could wait for somebody
// outside is refused.
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/libc/random_stream.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

enum class Source { Ready, Entropy, MayBlock, Invalid };

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

Source source_of(int descriptor) {
  struct stat facts;
  if (fstat(descriptor, &facts) != 0) return Source::Invalid;
  if (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)) return Source::Ready;
  return S_ISCHR(facts.st_mode) ? source_of_device(facts.st_rdev) : Source::MayBlock;
}

// Descriptors have no address; their number stands in for one.
const void* object_of(int descriptor) {
  return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(static_cast<unsigned>(descriptor)));
}

// Reads into private memory first: the kernel would refuse (EFAULT) to write to a page that is protected because nobody
// has changed it yet.
ssize_t read_events(int descriptor, void* to, std::size_t size) {
  const HeddlePoint* point = call_point();
  Source source = source_of(descriptor);
  if (source == Source::MayBlock) end_unsupported("read", "from a pipe, socket or terminal may wait for the outside");
  Scratch scratch;
  char* bytes = scratch.take(size);
  await_turn();
  ssize_t count = 0;
  if (source == Source::Entropy) {
    draw_bytes(bytes, size);
    count = static_cast<ssize_t>(size);
  } else {
    count = ::read(descriptor, bytes, size);
  }
  int error = errno;
  record(EventKind::Call, object_of(descriptor), static_cast<std::uint64_t>(count), point);
  if (count > 0) write_bytes(to, bytes, static_cast<std::size_t>(count), point);
  errno = error;
  return count;
}

ssize_t write_events(int descriptor, const void* from, std::size_t size) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View source = read_bytes(from, size, scratch, point);
  if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) return ::write(descriptor, source.bytes, size);
  if (source_of(descriptor) == Source::MayBlock) {
    end_unsupported("write", "to a pipe, socket or terminal may wait for the outside");
  }
  await_turn();
  ssize_t count = ::write(descriptor, source.bytes, size);
  record(EventKind::Call, object_of(descriptor), static_cast<std::uint64_t>(count), point);
  return count;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

int __heddle_libc_puts(const char* text) {
  if (!executing()) return std::puts(text);
  Scratch scratch;
  return std::puts(read_string(text, kNoLimit, scratch, call_point()).bytes);
}

int __heddle_libc_fputs(const char* text, FILE* stream) {
  if (!executing()) return std::fputs(text, stream);
  Scratch scratch;
  return std::fputs(read_string(text, kNoLimit, scratch, call_point()).bytes, stream);
}

std::size_t __heddle_libc_fwrite(const void* from, std::size_t size, std::size_t count, FILE* stream) {
  if (!executing()) return std::fwrite(from, size, count, stream);
  Scratch scratch;
  return std::fwrite(read_bytes(from, size * count, scratch, call_point()).bytes, size, count, stream);
}

ssize_t __heddle_libc_write(int descriptor, const void* from, std::size_t size) {
  return executing() ? write_events(descriptor, from, size) : ::write(descriptor, from, size);
}

ssize_t __heddle_libc_read(int descriptor, void* to, std::size_t size) {
  return executing() ? read_events(descriptor, to, size) : ::read(descriptor, to, size);
}

}  // extern "C"
