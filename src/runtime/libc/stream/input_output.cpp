// SPDX-License-Identifier: Apache-2.0
//
// Output of memory to streams and descriptors, and input from descriptors (streams: stream_input.cpp). Output is a read
// of the program's memory; the bytes then go to libc. What a descriptor gives or takes, and where its offset stands, is
// shared by all threads: so transfers on anything but the standard streams are also a Call event on all files
// (descriptor_table.h). A transfer that could wait for somebody outside is refused.
#include "runtime/libc/stream/input_output.h"

#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/early_files.h"
#include "runtime/libc/atomic_section.h"
#include "runtime/libc/random_stream.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/descriptor_source.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/libc/stream/stream_input.h"

namespace heddle::runtime::libc {
namespace {

// Reads into private memory with get(descriptor, bytes): the kernel would refuse (EFAULT) to write to a page that is protected
// because nobody has changed it yet. The bytes are then the caller's to distribute.
template <typename Get>
ssize_t take_in(const char* function, int descriptor, char* bytes, std::size_t size, const HeddlePoint* point,
                Get get) {
  return use_descriptor(descriptor, point, [&]() -> ssize_t {
    const int asked = as_asked(descriptor);
    Source source = source_of(asked);
    if (source == Source::MayBlock) {
      end_unsupported(function, "from a pipe, socket or terminal may wait for the outside");
    }
    if (source != Source::Entropy) return get(asked, bytes);
    draw_bytes(bytes, size);
    return static_cast<ssize_t>(size);
  });
}

template <typename Get>
ssize_t read_events(const char* function, int descriptor, void* to, std::size_t size, Get get) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  char* bytes = scratch.take(size);
  ssize_t count = take_in(function, descriptor, bytes, size, point, get);
  int error = errno;
  if (count > 0) write_bytes(to, bytes, static_cast<std::size_t>(count), point);
  errno = error;
  return count;
}

template <typename Put>
ssize_t put_event(const char* function, int descriptor, View text, const HeddlePoint* point, Put put) {
  const bool counts = output_counts() && text.size != 0;
  if (is_plain_output(descriptor)) return counts ? print_event(object_of(descriptor), text, point, put) : put();
  const AtomicSection step(counts);
  bool is_output = false;
  ssize_t count = use_descriptor(descriptor, point, [&] {
    is_output = leads_to_output(descriptor);
    if (!is_output && source_of(descriptor) == Source::MayBlock) {
      end_unsupported(function, "to a pipe, socket or terminal may wait for the outside");
    }
    if (would_change_early_file(descriptor)) end_unsupported(function, kChangesEarlyFile);
    return put();
  });
  if (!counts || !is_output || count <= 0) return count;
  const View printed{text.bytes, static_cast<std::size_t>(count)};
  return print_event(object_of(descriptor), printed, point, [=] { return count; });
}

ssize_t pread_events(int descriptor, void* to, std::size_t size, off_t offset) {
  return read_events("pread", descriptor, to, size,
                     [=](int asked, char* bytes) { return ::pread(asked, bytes, size, offset); });
}

ssize_t pwrite_events(int descriptor, const void* from, std::size_t size, off_t offset) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* bytes = read_bytes(from, size, scratch, point).bytes;
  return put_event("pwrite", descriptor, {bytes, size}, point, [=] { return ::pwrite(descriptor, bytes, size, offset); });
}

// The vector, read with one event, and how long all its parts are together.
struct Parts {
  const iovec* parts;
  int count;
  std::size_t total;
};

constexpr int kMaxParts = 1024;

// False, with errno set, for a vector that the kernel would not take.
bool read_parts(const iovec* vector, int count, Scratch& scratch, const HeddlePoint* point, Parts& parts) {
  if (count < 0 || count > kMaxParts) {
    errno = EINVAL;
    return false;
  }
  View kept = read_bytes(vector, static_cast<std::size_t>(count) * sizeof(iovec), scratch, point);
  parts = {reinterpret_cast<const iovec*>(kept.bytes), count, 0};
  for (int part = 0; part < count; ++part) parts.total += parts.parts[part].iov_len;
  return true;
}

// One transfer for all parts, then one write event for each part that got bytes.
ssize_t readv_events(int descriptor, const iovec* vector, int length) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  Parts parts;
  if (!read_parts(vector, length, scratch, point, parts)) return -1;
  char* bytes = scratch.take(parts.total);
  ssize_t count = take_in("readv", descriptor, bytes, parts.total, point,
                          [&](int asked, char* into) { return ::read(asked, into, parts.total); });
  int error = errno;
  std::size_t left = count > 0 ? static_cast<std::size_t>(count) : 0;
  for (int part = 0; left > 0 && part < parts.count; ++part) {
    std::size_t size = parts.parts[part].iov_len < left ? parts.parts[part].iov_len : left;
    write_bytes(parts.parts[part].iov_base, bytes, size, point);
    bytes += size;
    left -= size;
  }
  errno = error;
  return count;
}

ssize_t writev_events(int descriptor, const iovec* vector, int length) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  Parts parts;
  if (!read_parts(vector, length, scratch, point, parts)) return -1;
  char* bytes = scratch.take(parts.total);
  char* end = bytes;
  for (int part = 0; part < parts.count; ++part) {
    std::size_t size = parts.parts[part].iov_len;
    read_into(end, parts.parts[part].iov_base, size, point);
    end += size;
  }
  return put_out("writev", descriptor, bytes, parts.total, point);
}

// use() of libc's takes `stream` from the variable, which others may have assigned since the caller read it.
template <typename Use>
void with_standard_stream(FILE*& variable, FILE* stream, Use use) {
  FILE* assigned = variable;
  if (assigned != stream) variable = stream;
  use();
  if (assigned != stream) variable = assigned;
}

}  // namespace

ssize_t put_out(const char* function, int descriptor, const void* bytes, std::size_t size, const HeddlePoint* point) {
  return put_event(function, descriptor, {static_cast<const char*>(bytes), size}, point,
                   [=] { return ::write(descriptor, bytes, size); });
}

}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

int __heddle_libc_puts(const char* text) {
  if (!executing()) return std::puts(text);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(text, kNoLimit, scratch, point).bytes;
  const auto line = [=, &scratch] {
    std::size_t size = std::strlen(kept);
    char* bytes = scratch.take(size + 1);
    std::memcpy(bytes, kept, size);
    bytes[size] = '\n';
    return View{bytes, size + 1};
  };
  FILE* stream = standard_stream(&stdout);
  return output_event("puts", stream, point, line, [=] {
    int result = 0;
    with_standard_stream(stdout, stream, [&] { result = std::puts(kept); });
    return result;
  });
}

int __heddle_libc_fputs(const char* text, FILE* stream) {
  if (!executing()) return std::fputs(text, stream);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(text, kNoLimit, scratch, point).bytes;
  return output_event(
      "fputs", stream, point, [=] { return View{kept, std::strlen(kept)}; }, [=] { return std::fputs(kept, stream); });
}

void __heddle_libc_perror(const char* text) {
  if (!executing()) return std::perror(text);
  const HeddlePoint* point = call_point();
  int error = errno;
  Scratch scratch;
  const char* kept = text == nullptr ? nullptr : read_string(text, kNoLimit, scratch, point).bytes;
  const auto line = [=, &scratch] {
    constexpr std::size_t kLongestReason = 128;
    const bool has_text = kept != nullptr && *kept != '\0';
    std::size_t room = (has_text ? std::strlen(kept) : 0) + kLongestReason;
    char* bytes = scratch.take(room);
    int size = std::snprintf(bytes, room, "%s%s%s\n", has_text ? kept : "", has_text ? ": " : "", strerror(error));
    return View{bytes, static_cast<std::size_t>(size)};
  };
  FILE* stream = standard_stream(&stderr);
  output_event("perror", stream, point, line, [=] {
    errno = error;
    with_standard_stream(stderr, stream, [=] { std::perror(kept); });
    return 0;
  });
}

std::size_t __heddle_libc_fwrite(const void* from, std::size_t size, std::size_t count, FILE* stream) {
  auto real = HEDDLE_REAL(fwrite);
  if (!executing()) return real(from, size, count, stream);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_bytes(from, size * count, scratch, point).bytes;
  return output_event(
      "fwrite", stream, point, [=] { return View{kept, size * count}; },
      [=] { return real(kept, size, count, stream); });
}

ssize_t __heddle_libc_write(int descriptor, const void* from, std::size_t size) {
  if (!executing()) return ::write(descriptor, from, size);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  return put_out("write", descriptor, read_bytes(from, size, scratch, point).bytes, size, point);
}

ssize_t __heddle_libc_read(int descriptor, void* to, std::size_t size) {
  if (!executing()) return ::read(descriptor, to, size);
  return read_events("read", descriptor, to, size, [=](int asked, char* bytes) { return ::read(asked, bytes, size); });
}

ssize_t __heddle_libc_pread(int descriptor, void* to, std::size_t size, off_t offset) {
  return executing() ? pread_events(descriptor, to, size, offset) : ::pread(descriptor, to, size, offset);
}

// The same function where offsets have 64 bits anyway.
ssize_t __heddle_libc_pread64(int descriptor, void* to, std::size_t size, off_t offset) {
  return __heddle_libc_pread(descriptor, to, size, offset);
}

ssize_t __heddle_libc_pwrite(int descriptor, const void* from, std::size_t size, off_t offset) {
  return executing() ? pwrite_events(descriptor, from, size, offset) : ::pwrite(descriptor, from, size, offset);
}

ssize_t __heddle_libc_pwrite64(int descriptor, const void* from, std::size_t size, off_t offset) {
  return __heddle_libc_pwrite(descriptor, from, size, offset);
}

ssize_t __heddle_libc_readv(int descriptor, const iovec* vector, int length) {
  return executing() ? readv_events(descriptor, vector, length) : ::readv(descriptor, vector, length);
}

ssize_t __heddle_libc_writev(int descriptor, const iovec* vector, int length) {
  return executing() ? writev_events(descriptor, vector, length) : ::writev(descriptor, vector, length);
}

}  // extern "C"
