// SPDX-License-Identifier: Apache-2.0
//
// libc functions that read or write the program's memory and are therefore redirected by the pass to
// __heddle_libc_<name>, which reports the ranges touched. One list for the pass (which redirects exactly these)
// and the runtime (which must define exactly these; a unit test compares). docs/supported.md names each of them.
// Functions whose name programs like to give to one of their own (getline, dprintf) are not here but interposed by the
// runtime.
//
// X(name, signature): result and parameters by their kind, v void, p pointer, i 32 bits, l 64 bits, f float, d double,
// e long double, a dot for further arguments. A declaration of another type is not libc's and stays alone. Where a
// program defines such a function itself, the pass makes __heddle_libc_<name> another name of it, which wins over the
// runtime's weak one.
#pragma once

// clang-format off
#define HEDDLE_LIBC_REDIRECTS(X)                                                                                   \
  X(memcpy, "pppl") X(memmove, "pppl") X(memset, "ppil") X(mempcpy, "pppl") X(memccpy, "pppil") X(memcmp, "ippl")  \
  X(bcmp, "ippl") X(memchr, "ppil") X(memrchr, "ppil") X(rawmemchr, "ppi") X(memmem, "pplpl") X(bzero, "vpl")      \
  X(explicit_bzero, "vpl") X(strlen, "lp") X(strnlen, "lpl") X(strcpy, "ppp") X(strncpy, "pppl") X(stpcpy, "ppp")  \
  X(stpncpy, "pppl") X(strcat, "ppp") X(strncat, "pppl") X(strdup, "pp") X(strndup, "ppl") X(strcmp, "ipp")        \
  X(strncmp, "ippl") X(strcasecmp, "ipp") X(strncasecmp, "ippl") X(strcoll, "ipp") X(strverscmp, "ipp")            \
  X(strchr, "ppi") X(strrchr, "ppi") X(strchrnul, "ppi") X(strstr, "ppp") X(strcasestr, "ppp") X(strspn, "lpp")    \
  X(strcspn, "lpp") X(strpbrk, "ppp") X(strtok, "ppp") X(strtok_r, "pppp") X(strsep, "ppp") X(wcslen, "lp")        \
  X(wcsnlen, "lpl") X(wcscpy, "ppp") X(wcsncpy, "pppl") X(wcscat, "ppp") X(wcsncat, "pppl") X(wcscmp, "ipp")       \
  X(wcsncmp, "ippl") X(wcschr, "ppi") X(wmemcpy, "pppl") X(wmemmove, "pppl") X(wmemset, "ppil")                    \
  X(wmemcmp, "ippl") X(wmemchr, "ppil") X(strtol, "lppi") X(strtoul, "lppi") X(strtoll, "lppi")                    \
  X(strtoull, "lppi") X(strtoimax, "lppi") X(strtoumax, "lppi") X(strtod, "dpp") X(strtof, "fpp")                  \
  X(strtold, "epp") X(atoi, "ip") X(atol, "lp") X(atoll, "lp") X(atof, "dp") X(qsort, "vpllp")                     \
  X(qsort_r, "vpllpp") X(printf, "ip.") X(fprintf, "ipp.") X(sprintf, "ipp.") X(snprintf, "iplp.")                 \
  X(asprintf, "ipp.") X(vprintf, "ipp") X(vfprintf, "ippp") X(vsprintf, "ippp") X(vsnprintf, "iplpp")              \
  X(vasprintf, "ippp") X(puts, "ip") X(fputs, "ipp") X(fwrite, "lpllp") X(perror, "vp") X(scanf, "ip.")            \
  X(fscanf, "ipp.") X(sscanf, "ipp.") X(vscanf, "ipp") X(vfscanf, "ippp") X(vsscanf, "ippp")                       \
  X(__isoc99_scanf, "ip.") X(__isoc99_fscanf, "ipp.") X(__isoc99_sscanf, "ipp.") X(__isoc99_vscanf, "ipp")         \
  X(__isoc99_vfscanf, "ippp") X(__isoc99_vsscanf, "ippp") X(fread, "lpllp") X(fgets, "ppip") X(fgetc, "ip")        \
  X(getc, "ip") X(getchar, "i") X(ungetc, "iip") X(__getdelim, "lppip") X(setvbuf, "ippil") X(setbuf, "vpp")       \
  X(read, "lipl") X(write, "lipl") X(pread, "lipll") X(pwrite, "lipll") X(pread64, "lipll") X(pwrite64, "lipll")   \
  X(readv, "lipi") X(writev, "lipi") X(stat, "ipp") X(lstat, "ipp") X(fstat, "iip") X(fstatat, "iippi")            \
  X(stat64, "ipp") X(lstat64, "ipp") X(fstat64, "iip") X(fstatat64, "iippi") X(getcwd, "ppl") X(readlink, "lppl")  \
  X(realpath, "ppp") X(uname, "ip") X(gethostname, "ipl") X(getenv, "pp") X(secure_getenv, "pp")                   \
  X(setenv, "ippi") X(unsetenv, "ip") X(putenv, "ip") X(strftime, "lplpp") X(localtime, "pp")                      \
  X(localtime_r, "ppp") X(gmtime, "pp") X(gmtime_r, "ppp") X(mktime, "lp") X(timegm, "lp") X(asctime, "pp")        \
  X(asctime_r, "ppp") X(ctime, "pp") X(ctime_r, "ppp") X(getc_unlocked, "ip") X(fgetc_unlocked, "ip")              \
  X(getchar_unlocked, "i") X(fread_unlocked, "lpllp") X(fgets_unlocked, "ppip") X(putc_unlocked, "iip")            \
  X(fputc_unlocked, "iip") X(putchar_unlocked, "ii") X(fwrite_unlocked, "lpllp") X(fputs_unlocked, "ipp")          \
  X(fflush_unlocked, "ip") X(feof_unlocked, "ip") X(ferror_unlocked, "ip") X(clearerr_unlocked, "vp")          \
  X(fileno, "ip") X(fileno_unlocked, "ip")                                                                         \
  X(dlsym, "ppp") X(dlvsym, "pppp")
// clang-format on
