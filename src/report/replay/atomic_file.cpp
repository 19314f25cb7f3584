// SPDX-License-Identifier: Apache-2.0
#include "report/replay/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle {

namespace fs = std::filesystem;

namespace {

// errno of the first step that failed, or 0.
int write_and_flush(int file, const std::string& content) {
  std::size_t done = 0;
  while (done < content.size()) {
    ssize_t written = write(file, content.data() + done, content.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    done += static_cast<std::size_t>(written);
  }
  return fsync(file) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;  // a pipe cannot be flushed
}

Error cannot_write(const std::string& path, int number) {
  return Error{ErrorCode::System, "cannot write " + path + ": " + std::strerror(number)};
}

}  // namespace

Result<void> write_atomically(const std::string& path, const std::string& content) {
  std::error_code error;
  fs::path parent = fs::path(path).parent_path();
  if (!parent.empty()) fs::create_directories(parent, error);
  if (error) return cannot_write(path, error.value());
  fs::file_status status = fs::status(path, error);
  bool is_special = fs::exists(status) && !fs::is_regular_file(status);  // /dev/stdout, a pipe: nothing to rename
  std::string beside = is_special ? path : path + ".tmp" + std::to_string(getpid());
  int file = open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return cannot_write(path, errno);
  int failure = write_and_flush(file, content);
  if (close(file) != 0 && failure == 0) failure = errno;
  if (is_special) return failure == 0 ? Result<void>() : cannot_write(path, failure);
  if (failure == 0 && rename(beside.c_str(), path.c_str()) != 0) failure = errno;
  if (failure == 0) return {};
  unlink(beside.c_str());
  return cannot_write(path, failure);
}

Result<std::string> read_file(const std::string& path) {
  std::ifstream input(path, std::ios::binary);
  std::error_code error;
  if (!input || fs::is_directory(path, error)) {
    return Error{ErrorCode::Usage, "cannot read " + path + ": " + std::strerror(input ? EISDIR : errno)};
  }
  std::ostringstream content;
  content << input.rdbuf();
  return content.str();
}

}  // namespace heddle
