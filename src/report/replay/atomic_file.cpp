// SPDX-License-Identifier: Apache-2.0
#include "report/replay/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
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

// A name beside `path` that nobody else writes to at this time.
std::string name_beside(const std::string& path) { return path + ".tmp" + std::to_string(getpid()); }

// Of a heddle that was killed between two steps. Nobody needs one for long.
void remove_old_rests(const fs::path& path) {
  constexpr auto kLong = std::chrono::minutes(10);
  const std::string beginning = path.filename().string() + ".tmp";
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    const std::string name = each->path().filename().string();
    const bool is_rest = name.starts_with(beginning) && name.size() > beginning.size() &&
                         name.find_first_not_of("0123456789", beginning.size()) == std::string::npos;
    std::error_code ignored;
    if (is_rest && fs::file_time_type::clock::now() - fs::last_write_time(each->path(), ignored) > kLong) {
      fs::remove(each->path(), ignored);
    }
  }
}

// errno of the first step that failed, or 0.
int write_named(const std::string& path, const std::string& content) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return errno;
  int failure = write_and_flush(file, content);
  if (close(file) != 0 && failure == 0) failure = errno;
  return failure;
}

// The file has no name until it is complete: whoever is killed before leaves nothing. False where that is not possible,
// or went wrong.
bool write_nameless(const std::string& path, const std::string& content) {
  const fs::path folder = fs::path(path).parent_path();
  const int file = open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
  if (file < 0) return false;
  const std::string itself = "/proc/self/fd/" + std::to_string(file);
  unlink(path.c_str());
  const bool is_written = write_and_flush(file, content) == 0 &&
                          linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
  close(file);
  return is_written;
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
  const std::string beside = is_special ? path : name_beside(path);
  if (!is_special) remove_old_rests(path);
  int failure = is_special || !write_nameless(beside, content) ? write_named(beside, content) : 0;
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
