// SPDX-License-Identifier: Apache-2.0
//
// The part of the world that is C and needs no header of the C++ library, besides <math.h>.
#include "fuzz/library/world.h"

namespace heddle::fuzz {

const char* const kWorld = R"WORLD(#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fenv.h>
#include <getopt.h>
#include <gnu/libc-version.h>
#include <inttypes.h>
#include <langinfo.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <netdb.h>
#include <arpa/inet.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

extern "C" {
int plain_isnan(double) __asm__("isnan");
int plain_isinf(double) __asm__("isinf");
int plain_finite(double) __asm__("finite");
int plain_putchar(int) __asm__("putchar");
int plain_putchar_unlocked(int) __asm__("putchar_unlocked");
int plain_getchar() __asm__("getchar");
int plain_getchar_unlocked() __asm__("getchar_unlocked");
wint_t plain_putwchar(wchar_t) __asm__("putwchar");
int _IO_putc(int, FILE*);
void (*bsd_signal(int, void (*)(int)))(int);
int __isoc99_sscanf(const char*, const char*, ...);
int __isoc99_scanf(const char*, ...);
int __isoc99_fscanf(FILE*, const char*, ...);
int __isoc99_vsscanf(const char*, const char*, va_list);
int __isoc99_vscanf(const char*, va_list);
int __isoc99_vfscanf(FILE*, const char*, va_list);
int __cxa_atexit(void (*)(void*), void*, void*) noexcept;
int __cxa_at_quick_exit(void (*)(void*), void*);
void __assert(const char*, const char*, int) noexcept;
ssize_t __getdelim(char**, size_t*, int, FILE*);
#define COMPLEX(name) double _Complex name(double _Complex);
COMPLEX(cacos) COMPLEX(casin) COMPLEX(catan) COMPLEX(ccos) COMPLEX(cexp) COMPLEX(clog) COMPLEX(conj) COMPLEX(csin)
COMPLEX(csqrt) COMPLEX(ctan)
double _Complex cpow(double _Complex, double _Complex);
double cabs(double _Complex); double carg(double _Complex); double cimag(double _Complex); double creal(double _Complex);
}

#define HIDDEN __attribute__((noinline, optnone)) static
HIDDEN long hidden(long value) { return value; }
HIDDEN double real(double value) { return value; }
HIDDEN long rounded(long double value) { return value != value ? -9 : value > 1e6 ? -8 : value < -1e6 ? -7 : (long)(value * 4); }
HIDDEN long wide_quotient(unsigned __int128 value) { return (long)(value / 3 + value % 3); }
HIDDEN long wide_signed_quotient(__int128 value) { return (long)(-value / 3 + -value % 3); }
HIDDEN double _Complex complex_of(double value) { double _Complex made; __real__ made = value; __imag__ made = value; return made; }
HIDDEN long complex_quotient(double value) { return rounded(creal(complex_of(value) / complex_of(3) * complex_of(value))); }

alignas(8) char text[64], other[64];
char binding[16], path[64], second_path[64], long_text[64], *rest, *block, *line, *page;
const char* const pattern = "/tmp/heddle-XXXXXX";
alignas(8) wchar_t wide[32];
alignas(8) int numbers[4];
int two = 2, fd, twin, spare, ends[2], guarded;
size_t line_size;
short few;
void* any;
FILE* file;
struct iovec piece;
struct stat facts;
locale_t c_locale;
pthread_key_t key, second_key;
pthread_t boss, worker, created;
pthread_attr_t attributes;
pthread_mutexattr_t mutex_attributes;
pthread_condattr_t condition_attributes;
pthread_rwlockattr_t lock_attributes;
pthread_barrierattr_t barrier_attributes;
posix_spawnattr_t spawn_attributes;
posix_spawn_file_actions_t file_actions;
sigset_t set;
const sigset_t full_set = {{~0ul}};
struct sigaction action, old_action;
stack_t alternative;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, second_mutex;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_barrier_t barrier, second_barrier;
pthread_spinlock_t spin;
sem_t semaphore, second_semaphore;
mtx_t c11_mutex;
cnd_t c11_condition;
once_flag c11_once = ONCE_FLAG_INIT;
cpu_set_t cpus, one_cpu = {{1}};
struct sched_param priority;
clockid_t clock_id;
const struct timespec second = {1, 0}, invalid_time = {1, -1};
struct timespec moment;
struct timeval time_of_day;
struct tms process_times;
struct rusage usage;
struct utsname names;
struct tm date;
const time_t instant = 86400, late_instant = LONG_MAX;
unsigned random_state;
char* words[] = {(char*)"w", (char*)"-a", (char*)"-b", nullptr};
const struct option long_words[] = {{"long", 0, nullptr, 'l'}, {nullptr, 0, nullptr, 0}};
void* frames[4];
thread_local int own;
int handled;

static void handler(int) { ++handled; }
static void* idle(void*) { return nullptr; }
static int c11_idle(void*) { return 0; }
static void count_once() { ++guarded; }
static void say_bye() { plain_putchar('B'); }
static void say_bye_again(void*) { plain_putchar('A'); }
static int stop_at_once(struct dl_phdr_info*, size_t, void*) { return 7; }
static int by_value(const void* one, const void* two) { return *(const int*)one - *(const int*)two; }
static int by_value_and(const void* one, const void* two, void*) { return by_value(one, two); }
static long sign(long value) { return value < 0 ? -1 : value > 0; }
static long place(const void* found) { return found == nullptr ? -1 : (const char*)found - text; }
static long first_of(const char* found) { return found == nullptr ? -1 : *found; }
static long taken(void* memory) { const bool is_there = memory != nullptr; free(memory); return is_there; }
static long renewed(void* memory) { block = (char*)memory; return memory != nullptr; }
static long kept(void* made) { return made != nullptr; }
static long closed(DIR* made) { return made == nullptr ? -1 : closedir(made); }
static FILE* taken_stream() { FILE* taken = file; file = nullptr; return taken; }
// One access each, so that there are few interleavings.
static long sum(const char* bytes) { return (long)(*(const unsigned long*)bytes * 0x9e3779b97f4a7c15 >> 48); }
static char* pattern_copy(const char* from) { char* made = (char*)malloc(64); strcpy(made, from); return made; }
static int made_file(char* name, const char* content) {
  strcpy(name, pattern);
  const int made = mkstemp(name);
  write(made, content, strlen(content));
  lseek(made, 1, SEEK_SET);
  return made;
}
template <typename F, typename To> static long with_list(F call, To to, const char* format, ...) {
  va_list list; va_start(list, format); const long result = call(to, format, list); va_end(list); return result;
}
template <typename F> static long with_list_i(F call, int to, const char* format, ...) {
  va_list list; va_start(list, format); const long result = call(to, format, list); va_end(list); return result;
}
template <typename F> static long with_list_n(F call, char* to, size_t size, const char* format, ...) {
  va_list list; va_start(list, format); const long result = call(to, size, format, list); va_end(list); return result;
}
template <typename F> static long with_format(F call, const char* format, ...) {
  va_list list; va_start(list, format); const long result = call(format, list); va_end(list); return result;
}
static long jumped() { jmp_buf place; const int times = setjmp(place); if (times == 0) longjmp(place, 3); return times; }
extern "C" void __pthread_register_cancel(__pthread_unwind_buf_t*);
extern "C" void __pthread_unregister_cancel(__pthread_unwind_buf_t*);
static long cleaned_up() { __pthread_unwind_buf_t place; __pthread_register_cancel(&place); __pthread_unregister_cancel(&place); return 1; }
static long jumped_with_signals() { sigjmp_buf place; const int times = sigsetjmp(place, 1); if (times == 0) siglongjmp(place, 3); return times; }
static long mutex_type_made() { pthread_mutex_init(&second_mutex, &mutex_attributes); pthread_mutex_lock(&second_mutex); return pthread_mutex_trylock(&second_mutex); }

// What a thread carries besides memory.
HIDDEN long thread_state() {
  const int error = errno, flags = fetestexcept(FE_ALL_EXCEPT), rounding = fegetround();
  sigset_t mask;
  sigemptyset(&mask);
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return (error & 255) + (flags & 63) * 256 + (rounding >> 10) * 16384 + sigismember(&mask, SIGUSR1) * 65536;
}

static int a, b, c, d;
#define SET(cell, value) __atomic_store_n(&cell, value, __ATOMIC_SEQ_CST)
#define GET(cell) __atomic_load_n(&cell, __ATOMIC_SEQ_CST)
static void* told(long one, long two, long three) {
  return (void*)((one & 0xfffff) | (two & 0xfffff) << 20 | (three & 0xfffff) << 40);
}
static void tell(long first, long second) { printf("\n%lx %lx", (unsigned long)first, (unsigned long)second); }
)WORLD";

}  // namespace heddle::fuzz
