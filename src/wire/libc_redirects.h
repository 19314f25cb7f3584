// SPDX-License-Identifier: Apache-2.0
//
// libc functions that read or write the program's memory and are therefore redirected by the pass to
// __heddle_libc_<name>, which reports the ranges touched. One list for the pass (which redirects exactly these)
// and the runtime (which must define exactly these; a unit test compares).
#pragma once

#define HEDDLE_LIBC_REDIRECTS(X)                                                             \
  X(memcpy) X(memmove) X(memset) X(mempcpy) X(memcmp) X(bcmp) X(memchr) X(memrchr) X(memmem) \
  X(strlen) X(strnlen) X(strcpy) X(strncpy) X(stpcpy) X(stpncpy) X(strcat) X(strncat)        \
  X(strcmp) X(strncmp) X(strcasecmp) X(strncasecmp) X(strcoll) X(strchr) X(strrchr)          \
  X(strchrnul) X(strstr) X(strspn) X(strcspn) X(strpbrk) X(strdup) X(strndup)                \
  X(strtol) X(strtoul) X(strtoll) X(strtoull) X(strtod) X(strtof) X(atoi) X(atol) X(atoll) X(atof) \
  X(bzero) X(explicit_bzero) X(puts) X(fputs) X(write) X(read)                               \
  X(sprintf) X(snprintf) X(vsprintf) X(vsnprintf) X(printf) X(fprintf) X(vprintf) X(vfprintf) X(fwrite)
