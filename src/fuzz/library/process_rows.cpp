// SPDX-License-Identifier: Apache-2.0
//
// What belongs to the process: environment, locale, signals, exit handlers, words of the command line, facts.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kEnvironment = touches(Resource::Environment), kLocale = touches(Resource::Locale),
                    kSignal = touches(Resource::Signal), kExit = touches(Resource::Exit),
                    kMessages = touches(Resource::Messages), kText = touches(Resource::Text);

// clang-format off
constexpr LibraryRow kRows[] = {
    {"getenv secure_getenv", "first_of(@(\"K\"))", kEnvironment},
    {"setenv", "setenv(\"K\", \"w\", 1)", kEnvironment, "setenv(\"\", \"w\", 1)"},
    {"unsetenv", "unsetenv(\"K\")", kEnvironment, "unsetenv(\"=\")"},
    {"putenv", "putenv(binding)", kEnvironment, "(putenv(binding), binding[2] = 'y')"},
    {"clearenv", "clearenv()", kEnvironment},
    {"setlocale", "first_of(setlocale(LC_ALL, \"C\"))", kLocale, "setlocale(LC_ALL, \"xx_XX\") == nullptr"},
    {"uselocale", "uselocale(c_locale) != nullptr", kLocale, "uselocale((locale_t)0) == LC_GLOBAL_LOCALE"},
    {"duplocale", "duplocale(c_locale) != nullptr", kLocale},
    {"freelocale", "(freelocale(duplocale(c_locale)), 0)", kLocale},
    // ---- signals
    {"signal ssignal sysv_signal bsd_signal __sysv_signal", "@(SIGUSR1, handler) == handler", kSignal, "@(99, handler) == SIG_ERR"},
    {"sigaction", "sigaction(SIGUSR1, &action, nullptr)", kSignal, "(sigaction(SIGUSR1, nullptr, &old_action), old_action.sa_handler == handler)"},
    {"raise gsignal", "@(SIGUSR1)", kSignal, "@(99)"},
    {"kill", "kill(getpid(), SIGURG)", kSignal, "kill(getpid(), 99)"},
    {"pthread_kill", "pthread_kill(pthread_self(), 0)", kSignal},
    {"sigaltstack", "sigaltstack(nullptr, &alternative)", kSignal},
    {"pthread_sigmask sigprocmask", "@(SIG_BLOCK, &full_set, nullptr)", kSignal, "@(99, &full_set, nullptr)"},
    {"sigpending", "(sigpending(&set), sigismember(&set, SIGUSR1))", kSignal | touches(Resource::Attributes)},
    {"sigandset sigorset", "@(&set, &full_set, &full_set)", touches(Resource::Attributes)},
    {"sigisemptyset", "sigisemptyset(&set)", touches(Resource::Attributes)},
    {"sigemptyset sigfillset", "@(&set)", touches(Resource::Attributes)},
    {"sigaddset sigdelset", "@(&set, SIGUSR1)", touches(Resource::Attributes), "@(&set, 99)"},
    {"sigismember", "sigismember(&set, SIGUSR1)", touches(Resource::Attributes), "sigismember(&set, 99)"},
    {"strsignal", "strsignal(SIGUSR1)[0]", kMessages, "strsignal(99)[0]"},
    {"sigabbrev_np sigdescr_np", "@(SIGUSR1)[0]", kMessages, "@(99) == nullptr"},
    // ---- messages
    {"strerror strerrorname_np strerrordesc_np", "@(EBADF)[0]", kMessages, "@(9999) != nullptr"},
    {"strerror_l", "strerror_l(EBADF, c_locale)[0]", kMessages, "strerror_l(9999, c_locale)[0]"},
    {"gai_strerror hstrerror", "@(1)[0]", kMessages},
    {"__errno_location", "errno", kNothing, "(errno = 5)"},
    {"__h_errno_location", "h_errno", kNothing, "(h_errno = 5)"},
    {"dlerror", "dlerror() != nullptr", touches(Resource::Libraries)},
    {"dlopen", "dlopen(nullptr, RTLD_NOW) != nullptr", touches(Resource::Libraries), "dlopen(\"/no/such.so\", RTLD_NOW) != nullptr"},
    {"dlclose", "dlclose(dlopen(nullptr, RTLD_NOW))", touches(Resource::Libraries)},
    {"dlsym", "dlsym(RTLD_DEFAULT, \"strlen\") != nullptr", touches(Resource::Libraries) | kText, "dlsym(RTLD_DEFAULT, text) != nullptr"},
    {"dlvsym", "dlvsym(RTLD_DEFAULT, \"strlen\", \"GLIBC_2.2.5\") != nullptr", touches(Resource::Libraries)},
    {"dl_iterate_phdr", "dl_iterate_phdr(stop_at_once, nullptr)", touches(Resource::Libraries)},
    // ---- the end
    {"atexit", "atexit(say_bye)", kExit},
    {"at_quick_exit", "at_quick_exit(say_bye)", kExit},
    {"__cxa_atexit", "__cxa_atexit(say_bye_again, nullptr, nullptr)", kExit},
    {"__cxa_at_quick_exit", "__cxa_at_quick_exit(say_bye_again, nullptr)", kExit},
    {"exit", "(hidden(1) ? exit(3) : void(), 0)", kExit},
    {"_exit _Exit quick_exit", "(hidden(1) ? @(4) : void(), 0)", kExit},
    {"abort", "(hidden(1) ? abort() : void(), 0)", kExit},
    {"__assert_fail", "(hidden(1) ? __assert_fail(\"e\", \"f\", 1, \"g\") : void(), 0)", kExit},
    {"__assert", "(hidden(1) ? __assert(\"e\", \"f\", 1) : void(), 0)", kExit},
    {"__assert_perror_fail", "(hidden(1) ? __assert_perror_fail(1, \"f\", 1, \"g\") : void(), 0)", kExit},
    // ---- words of the command line
    {"getopt", "getopt(3, words, \"ab\")", touches(Resource::Words)},
    {"getopt_long", "getopt_long(3, words, \"ab\", long_words, nullptr)", touches(Resource::Words)},
    {"getopt_long_only", "getopt_long_only(3, words, \"ab\", long_words, nullptr)", touches(Resource::Words)},
    // ---- facts that do not change
    {"getuid geteuid getgid getegid getpagesize gethostid getdtablesize getpgrp", "@() != 0", kNothing},
    {"getpgid getsid", "@(0) != 0", kNothing, "@(-1)"},
    {"getauxval", "getauxval(AT_PAGESZ)", kNothing, "getauxval(99999)"},
    {"gnu_get_libc_version", "gnu_get_libc_version()[0]", kNothing},
    {"program_invocation_name", "program_invocation_name[0]", kNothing},
    {"getpid getppid gettid", "@() != 0", touches(Resource::Thread)},
    {"sched_get_priority_max sched_get_priority_min", "@(SCHED_FIFO)", kNothing, "@(99)"},
    {"sysconf", "sysconf(_SC_PAGESIZE)", kNothing, "sysconf(99999)"},
    {"get_nprocs get_nprocs_conf", "@()", kNothing},
    {"uname", "uname(&names)", kNothing},
    {"gethostname", "gethostname(text, 3)", kText},
    {"backtrace", "(backtrace(frames, 4), frames[0] != nullptr)", touches(Resource::Libraries)},
    {"setjmp _setjmp longjmp _longjmp __longjmp_chk", "jumped()", kNothing},
    {"__sigsetjmp siglongjmp", "jumped_with_signals()", touches(Resource::Signal)},
    {"openlog", "(openlog(text, 0, LOG_USER), 0)", kMessages | kText},
    {"closelog", "(closelog(), 0)", kMessages},
    {"syslog", "(syslog(LOG_DEBUG, \"%s\", text), 0)", kMessages | kText},
    {"vsyslog", "with_format([](const char* format, va_list values) { vsyslog(LOG_DEBUG, format, values); return 0L; }, \"%s\", text)", kMessages | kText},
    {"pthread_atfork __register_atfork", "pthread_atfork(nullptr, nullptr, nullptr)", kExit},
    {"syscall", "syscall(SYS_gettid) != 0", touches(Resource::Thread), "syscall(SYS_futex, &two, FUTEX_WAIT, 99, nullptr, nullptr, 0)"},
};
// clang-format on

}  // namespace

constexpr LibraryRows kProcessRows{"process", Language::C, kRows};

}  // namespace heddle::fuzz
