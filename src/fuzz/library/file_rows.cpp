// SPDX-License-Identifier: Apache-2.0
//
// Descriptors, files and their names, mapped memory. `fd` and `twin` share an open file; `path` is its name.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kText = touches(Resource::Text), kFile = touches(Resource::File), kTable = touches(Resource::Table),
                    kNames = touches(Resource::Names), kMapping = touches(Resource::Mapping);

// clang-format off
constexpr LibraryRow kRows[] = {
    {"read", "read(fd, text, hidden(2))", kFile | kText, "read(-1, text, 2)"},
    {"write", "write(fd, text, hidden(2))", kFile | kText, "write(-1, text, 2)"},
    {"pread pread64", "@(fd, text, hidden(2), 1)", kFile | kText, "@(fd, text, 2, -hidden(1))"},
    {"pwrite pwrite64", "@(fd, text, hidden(2), 1)", kFile | kText, "@(-1, text, 2, 1)"},
    {"readv writev", "@(twin, &piece, 1)", kFile | kText, "@(-1, &piece, 1)"},
    {"lseek lseek64", "@(twin, hidden(1), SEEK_CUR)", kFile, "@(fd, -hidden(9), SEEK_SET)"},
    {"fsync fdatasync syncfs", "@(fd)", kFile, "@(-hidden(9))"},
    {"ftruncate ftruncate64", "@(fd, hidden(2))", kFile, "@(-1, 2)"},
    {"close", "close(fd)", kFile | kTable, "close(-1)"},
    {"dup", "dup(fd)", kFile | kTable, "dup(-1)"},
    {"dup2", "dup2(spare, fd) == fd", kFile | kTable, "dup2(-1, 3)"},
    {"dup3", "dup3(spare, fd, 0) == fd", kFile | kTable, "dup3(fd, fd, 0)"},
    {"fcntl fcntl64", "@(fd, F_DUPFD, hidden(0))", kFile | kTable, "@(fd, F_GETFL) & O_APPEND"},
    {"open open64", "@(path, O_RDONLY)", kTable | kNames, "@(\"/no/such\", O_RDONLY)"},
    {"openat openat64", "@(AT_FDCWD, path, O_RDONLY)", kTable | kNames, "@(AT_FDCWD, \"/no/such\", O_RDONLY)"},
    {"opendir", "kept(opendir(\"/proc/self\"))", kTable | kNames, "kept(opendir(\"/no/such\"))"},
    {"fdopendir", "kept(fdopendir(fd))", kFile | kTable},
    {"closedir", "closed(opendir(\"/proc\"))", kTable},
    {"pipe", "pipe(ends) == 0 ? ends[0] : -1", kTable},
    {"pipe2", "pipe2(ends, O_CLOEXEC) == 0 ? ends[0] : -1", kTable},
    {"socket", "socket(AF_UNIX, SOCK_STREAM, 0)", kTable, "socket(-1, 0, 0)"},
    {"socketpair", "socketpair(AF_UNIX, SOCK_STREAM, 0, ends)", kTable, "socketpair(-1, 0, 0, ends)"},
    {"eventfd", "eventfd(0, 0)", kTable},
    {"epoll_create epoll_create1", "@(1)", kTable, "@(-1)"},
    {"timerfd_create", "timerfd_create(CLOCK_MONOTONIC, 0)", kTable, "timerfd_create(-1, 0)"},
    {"memfd_create", "memfd_create(text, 0)", kTable | kText},
    {"stat lstat", "(@(path, &facts), facts.st_size)", kNames | kFile, "@(\"/no/such\", &facts)"},
    {"stat64 lstat64", "(@(path, (struct stat64*)&facts), facts.st_size)", kNames | kFile},
    {"fstat", "(fstat(fd, &facts), facts.st_size)", kFile, "fstat(-1, &facts)"},
    {"fstat64", "(fstat64(fd, (struct stat64*)&facts), facts.st_size)", kFile},
    {"fstatat", "(fstatat(AT_FDCWD, path, &facts, 0), facts.st_size)", kNames | kFile},
    {"fstatat64", "(fstatat64(AT_FDCWD, path, (struct stat64*)&facts, 0), facts.st_size)", kNames | kFile},
    {"access", "access(path, R_OK)", kNames},
    {"readlink", "readlink(path, text, 4)", kNames | kText, "readlink(\"/proc/self/exe\", text, 4)"},
    {"realpath", "realpath(path, nullptr) != nullptr", kNames},
    {"mkstemp mkstemp64", "@(pattern_copy(pattern))", kTable | kNames, "@(pattern_copy(text))"},
    {"mkostemp mkostemp64", "@(pattern_copy(pattern), 0)", kTable | kNames},
    {"mkstemps mkstemps64", "@(pattern_copy(pattern), 0)", kTable | kNames},
    {"mkostemps", "mkostemps(pattern_copy(pattern), 0, 0)", kTable | kNames},
    {"unlink remove", "@(path)", kNames},
    {"rename", "rename(path, second_path)", kNames, "rename(second_path, path)"},
    {"tmpnam", "tmpnam(nullptr)[0]", kNames},
    {"getcwd", "getcwd(text, 2) == nullptr", kText},
    {"isatty", "isatty(fd)", kTable, "isatty(0)"},
    {"ttyname", "ttyname(hidden(99)) == nullptr", kTable},
    {"sync", "(sync(), 0)", kFile},
    {"ttyname_r", "ttyname_r(hidden(99), nullptr, 0)", kTable},
    {"posix_fadvise posix_fadvise64", "@(fd, 0, 0, 0)", kFile, "@(-1, 0, 0, 0)"},
    {"readahead", "readahead(fd, 0, 1) == 0", kFile, "readahead(-1, 0, 0)"},
    // ---- mapped memory
    {"mmap mmap64", "(@(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page)", kMapping,
     "@(nullptr, 0, PROT_READ, MAP_PRIVATE, -1, 0) == MAP_FAILED"},
    {"munmap", "munmap(page, 4096)", kMapping, "munmap(page, 0)"},
    {"mprotect", "mprotect(page, 4096, PROT_READ)", kMapping, "mprotect(page + 1, 4096, PROT_READ)"},
    {"madvise", "madvise(page, 4096, MADV_DONTNEED)", kMapping, "madvise(page + 1, 4096, MADV_DONTNEED)"},
    {"posix_madvise", "posix_madvise(page, 4096, POSIX_MADV_DONTNEED)", kMapping},
    {"mlock munlock", "@(page, 4096) <= 0", kMapping},
    {"mlock2", "mlock2(page, 4096, 0) <= 0", kMapping},
    {"msync", "msync(page, 4096, 1) <= 0", kMapping},
    {"mlockall", "mlockall(hidden(99)) <= 0", kMapping},
    {"munlockall", "munlockall() <= 0", kMapping},
};
// clang-format on

}  // namespace

constexpr LibraryRows kFileRows{"files", Language::C, kRows};

}  // namespace heddle::fuzz
