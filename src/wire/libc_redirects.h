// SPDX-License-Identifier: Apache-2.0
//
// libc functions that read or write the program's memory and are therefore redirected by the pass to
// __heddle_libc_<name>, which reports the ranges touched. One list for the pass (which redirects exactly these)
// and the runtime (which must define exactly these; a unit test compares). docs/visible_operations.md names each of
// them. Functions whose name programs like to give to one of their own (getline, dprintf) are not here but interposed
// by the runtime: a call in another file than such a definition looks like a call of libc.
#pragma once

// clang-format off
#define HEDDLE_LIBC_REDIRECTS(X)                                                                                   \
  X(memcpy) X(memmove) X(memset) X(mempcpy) X(memccpy) X(memcmp) X(bcmp) X(memchr) X(memrchr) X(rawmemchr)         \
  X(memmem) X(bzero) X(explicit_bzero)                                                                             \
  X(strlen) X(strnlen) X(strcpy) X(strncpy) X(stpcpy) X(stpncpy) X(strcat) X(strncat) X(strdup) X(strndup)         \
  X(strcmp) X(strncmp) X(strcasecmp) X(strncasecmp) X(strcoll) X(strverscmp) X(strchr) X(strrchr) X(strchrnul)     \
  X(strstr) X(strcasestr) X(strspn) X(strcspn) X(strpbrk) X(strtok) X(strtok_r) X(strsep)                          \
  X(wcslen) X(wcsnlen) X(wcscpy) X(wcsncpy) X(wcscat) X(wcsncat) X(wcscmp) X(wcsncmp) X(wcschr)                    \
  X(wmemcpy) X(wmemmove) X(wmemset) X(wmemcmp) X(wmemchr)                                                          \
  X(strtol) X(strtoul) X(strtoll) X(strtoull) X(strtoimax) X(strtoumax) X(strtod) X(strtof) X(strtold)             \
  X(atoi) X(atol) X(atoll) X(atof)                                                                                 \
  X(qsort) X(qsort_r)                                                                                              \
  X(printf) X(fprintf) X(sprintf) X(snprintf) X(asprintf) X(vprintf) X(vfprintf) X(vsprintf) X(vsnprintf)          \
  X(vasprintf) X(puts) X(fputs) X(fwrite) X(perror)                                                                \
  X(scanf) X(fscanf) X(sscanf) X(vscanf) X(vfscanf) X(vsscanf)                                                     \
  X(__isoc99_scanf) X(__isoc99_fscanf) X(__isoc99_sscanf) X(__isoc99_vscanf) X(__isoc99_vfscanf)                   \
  X(__isoc99_vsscanf)                                                                                              \
  X(fread) X(fgets) X(fgetc) X(getc) X(getchar) X(ungetc) X(__getdelim) X(setvbuf) X(setbuf)                       \
  X(read) X(write) X(pread) X(pwrite) X(pread64) X(pwrite64) X(readv) X(writev)                                    \
  X(stat) X(lstat) X(fstat) X(fstatat) X(stat64) X(lstat64) X(fstat64) X(fstatat64)                                \
  X(getcwd) X(readlink) X(realpath) X(uname) X(gethostname)                                                        \
  X(getenv) X(secure_getenv) X(setenv) X(unsetenv) X(putenv)                                                       \
  X(strftime) X(localtime) X(localtime_r) X(gmtime) X(gmtime_r) X(mktime) X(timegm) X(asctime) X(asctime_r)        \
  X(ctime) X(ctime_r)
// clang-format on
