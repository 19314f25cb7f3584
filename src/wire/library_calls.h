// SPDX-License-Identifier: Apache-2.0
//
// The one table of library functions that are not compiled by heddle-clang. What Heddle makes of a call, in this order:
//   refused    refused_calls.h: warned about when compiling; the execution ends with name and line, exit 12.
//   fixed      below: modelled, but the answer is a constant of Heddle's choice. One note in the report.
//   modelled   libc_redirects.h (the pass calls __heddle_libc_<name> instead), or the runtime defines a function of that
//              name (the build asks the runtime's archives which). Its effects are events, or depend on the calling
//              thread's own history only.
//   harmless   below: runs as it is, because nothing that it does can be told from another order of the threads.
//   unseen     below: runs as it is although it touches memory or state that other threads see. An event on one object
//              that all of them share. Warned about when compiling, with the line; one note in the report.
//   unknown    none of these, and not defined by instrumented code of the program: one note in the report.
// docs/supported.md shows the table to users; a test compares it with this one and with the runtime.
#pragma once

#include <cstdint>

#include "wire/libc_redirects.h"
#include "wire/refused_calls.h"

namespace heddle::wire {

// As carried by the program's facts; the first three need no words at run time.
enum class CallClass : std::uint32_t { Modelled = 0, Harmless = 1, Refused = 2, Fixed = 3, Unseen = 4, Unknown = 5 };

// Names are separated by spaces; a '*' stands for any characters. C++ functions by their mangled names.
struct LibraryRow {
  CallClass kind;
  const char* reason;
  const char* names;
  bool keeps_state = false;  // harmless, but later answers to the same thread depend on it
};

// clang-format off
inline constexpr LibraryRow kLibraryCalls[] = {
    {CallClass::Fixed, "gives a fixed stream of numbers for each thread instead of entropy",
     "getrandom getentropy arc4random arc4random_buf arc4random_uniform _ZNSt13random_device*"},
    {CallClass::Fixed, "answers two processors, whatever the machine has", "get_nprocs get_nprocs_conf _ZNSt6thread20hardware_concurrencyEv"},
    {CallClass::Fixed, "keeps the C locale, whatever is asked for", "setlocale"},

    // ---- C library: harmless
    {CallClass::Harmless, "computes from its arguments, reads no memory of the program",
     "abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll htons htonl ntohs ntohl difftime "
     "__fpclassify* __signbit* __isnan* __isinf* __finite* isnan isinf finite "
     "__mul?c3 __div?c3 __udivti3 __divti3 __umodti3 __modti3 __float* __fix* __powi?f2 __extend* __trunc* "
     "feclearexcept fetestexcept feraiseexcept fegetround fesetround"},
    {CallClass::Harmless, "computes from its argument and the C locale, which does not change",
     "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper "
     "isw* tow* btowc wctob __ctype_get_mb_cur_max nl_langinfo localeconv freelocale duplocale "
     "is*_l to*_l"},
    {CallClass::Harmless, "state of the calling thread only",
     "__errno_location __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc "
     "pthread_equal __h_errno_location __tls_get_addr __pthread_register_cancel __pthread_unregister_cancel "
     "__pthread_unwind_next"},
    {CallClass::Harmless, "state of the calling thread only",
     "dlerror uselocale strerror_l strerrorname_np strerrordesc_np sigabbrev_np sigdescr_np",
     true},
    {CallClass::Harmless, "its answer does not change while the program runs",
     "dl_iterate_phdr getuid geteuid getgid getegid getpagesize getauxval gnu_get_libc_version getpgrp getpgid getsid gethostid "
     "program_invocation_name getprogname sched_get_priority_max sched_get_priority_min "
     "gai_strerror hstrerror"},
    {CallClass::Harmless, "has no effect that a thread could observe",
     "mlockall munlockall sync malloc_trim mallopt "
     "__cxa_finalize __gmon_start__ _ITM_* __stack_chk_fail pthread_atfork __register_atfork"},
    {CallClass::Harmless, "only calls the comparison, which is the program's own code", "bsearch"},
    {CallClass::Harmless, "linked into the program, calls the function of libc that is modelled", "atexit at_quick_exit"},

    // ---- C++ library: unseen, before the patterns that would take them for harmless
    {CallClass::Unseen, "it reads or writes an object or a text of the program, which Heddle does not see",
     "_ZNSt6localeaS* _ZNSt8ios_base7failureC* _ZNSt8ios_base7failureB5cxx11C* _ZNKSt5ctype*EP*"},
    {CallClass::Unseen, "the library keeps state that several threads see, and its use is no event",
     "_ZSt13get_terminatev _ZSt15get_new_handlerv _ZNSt3pmr20get_default_resourceEv"},

    // ---- frameworks of tests
    {CallClass::Harmless, "of a test framework, which keeps what it is told under locks of its own",
     "_ZN7testing* _ZNK7testing* _ZN5Catch* _ZNK5Catch*", true},

    // ---- C++ library: harmless
    {CallClass::Harmless, "calls functions of the C library that are modelled",
     "_Znw* _Zna* _Zdl* _Zda* _ZNSt6thread* _ZNKSt6thread* _ZNSt11this_thread* _ZNSt18condition_variable* "
     "_ZNSt3_V222condition_variable_any* _ZNSt6chrono3_V2* _ZNSt10_Sp_locker* _ZSt25notify_all_at_thread_exit* "
     "__once_proxy _ZNSt28__atomic_futex_unsigned_base* _ZNSt13__future_base* _ZNSt14__shared_future* "
     "_ZNSt15__once_callable* __cxa_vec_* _ZSt16__get_once_mutexv _ZSt27__set_once_functor_lock_ptr* "
     "_ZN9__gnu_cxx18stdio_sync_filebuf*6xsputnE* _ZN9__gnu_cxx18stdio_sync_filebuf*8overflowE* "
     "_ZN9__gnu_cxx18stdio_sync_filebuf*4syncE*"},
    {CallClass::Harmless, "exception machinery: works on the exception of the calling thread",
     "__cxa_allocate_exception __cxa_free_exception __cxa_rethrow "
     "__cxa_get_exception_ptr __cxa_get_globals __cxa_get_globals_fast __cxa_current_exception_type "
     "__cxa_uncaught_exceptions __cxa_init_primary_exception __cxa_call_unexpected __cxa_call_terminate __cxa_bad_cast "
     "__cxa_bad_typeid __cxa_throw_bad_array_new_length __cxa_throw_bad_array_length __cxa_pure_virtual "
     "__cxa_deleted_virtual _Unwind_* __gxx_personality_v0 __gcc_personality_v0 _ZSt9terminatev _ZSt10unexpectedv "
     "_ZSt18uncaught_exception* _ZSt19uncaught_exceptionsv "
     "_ZSt*__throw_* _ZNSt13__future_base*__throw*"},
    {CallClass::Harmless, "copies or destroys an exception, whose text nobody changes",
     "_ZN*St9exception* _ZNSt9bad_alloc* _ZNSt8bad_cast* _ZNSt10bad_typeid* _ZNSt13bad_exception* "
     "_ZNSt20bad_array_new_length* _ZNSt17bad_function_call* _ZNSt12bad_weak_ptr* _ZNSt19bad_optional_access* "
     "_ZNSt18bad_variant_access* _ZNSt12bad_any_cast* _ZNSt11regex_errorD* _ZNSt12system_errorD* _ZNSt12system_errorC* "
     "_ZNSt8ios_base7failureD* _ZNSt8ios_base7failureB5cxx11D* _ZNSt12future_error* _ZNKSt*4whatEv _ZNSt12system_erroraS* "
     "_ZNSt12domain_errorD* "
     "_ZNSt16invalid_argumentD* _ZNSt12length_errorD* _ZNSt12out_of_rangeD* _ZNSt11logic_errorD0* _ZNSt13runtime_errorD0* "
     "_ZNSt11range_errorD* _ZNSt14overflow_errorD* "
     "_ZNSt15underflow_errorD*"},
    {CallClass::Harmless, "its answer does not change while the program runs",
     "_ZNKSt9type_info* _ZNSt3_V216generic_categoryEv _ZNSt3_V215system_categoryEv _ZSt15future_categoryv "
     "_ZSt17iostream_categoryv _ZNKSt3_V214error_category* _ZNSt3_V214error_category* _ZNKSt10error_code* "
     "_ZNKSt15error_condition* _ZNSt10error_code* _ZNSt15error_condition* _ZNSt19_Sp_make_shared_tag5_S_eq* "
     "_ZNSt3pmr19new_delete_resourceEv _ZNSt3pmr20null_memory_resourceEv"},
    {CallClass::Harmless, "reads the C++ locale, which does not change",
     "_ZNSt6localeC?Ev _ZNSt6localeC?ERKS_ _ZNSt6localeD* _ZNKSt6localeeq* _ZNKSt6localecl* _ZNKSt6locale2id* _ZNSt6locale7classicEv _ZNSt6locale5facet* "
     "_ZNSt6locale2id* _ZNSt6locale5_Impl* _ZSt9use_facet* _ZSt9has_facet* _ZNKSt5ctype* _ZNSt5ctype* "
     "_ZNKSt8numpunct* _ZNKSt7__cxx118numpunct*"},
    {CallClass::Harmless, "runs before main or after it", "_ZNSt8ios_base4Init*"},
    {CallClass::Harmless, "uses a C++ stream only, whose state is told by the functions that are modelled (output is not judged)",
     "_ZNSolsE* _ZNSo9_M_insert* _ZNSo3put* _ZNSo5flush* _ZNSo5tellp* _ZNSo5seekp* _ZNSo6sentry* _ZNSoC* _ZNSoD* "
     "_ZNSt13basic_ostreamIw* _ZStlsISt11char_traits* _ZNSt8ios_base* _ZNKSt8ios_base* _ZNSt9basic_ios* _ZNKSt9basic_ios* "
     "_ZNSt15basic_streambuf* _ZNKSt15basic_streambuf* _ZNSt7__cxx1115basic_stringbuf* _ZNKSt7__cxx1115basic_stringbuf* "
     "_ZNSt7__cxx1118basic_stringstream* _ZNSt7__cxx1119basic_istringstream* _ZNSt7__cxx1119basic_ostringstream* "
     "_ZNSt13basic_filebuf* _ZNKSt13basic_filebuf* _ZNSt12__basic_file* _ZNKSt12__basic_file* _ZNSt14basic_ifstream* "
     "_ZNSt14basic_ofstream* _ZNSt13basic_fstream* _ZSt4endl* _ZSt5flush* _ZSt4ends* _ZSt17__copy_streambufs*", true},

    // ---- unseen
    {CallClass::Unseen, "it reads or writes memory of the program, which Heddle does not see",
     "mbstowcs wcstombs mbrtowc mbrlen wcrtomb mbsrtowcs mbsnrtowcs wcsrtombs wcsnrtombs mblen mbtowc wctomb iconv "
     "iconv_open iconv_close swprintf vswprintf wprintf fwprintf vwprintf vfwprintf swscanf wscanf fwscanf "
     "__isoc99_swscanf wcstol wcstoul wcstoll wcstoull wcstod wcstof wcstold wcscoll wcsxfrm strxfrm wcsrchr wcsstr "
     "wcstok wcspbrk wcsspn wcscspn wcsdup wcpcpy wcpncpy wcscasecmp wcsncasecmp wcsftime fputws fgetws fgetwc getwc "
     "regcomp regexec regfree regerror glob glob64 globfree fnmatch wordexp strptime strfmon getsubopt basename "
     "__xpg_basename dirname a64l l64a ecvt fcvt gcvt frexp frexpf frexpl modf modff modfl remquo remquof remquol "
     "sincos sincosf sincosl lgamma lgammaf lgammal lgamma_r lgammaf_r lgammal_r inet_pton inet_ntop inet_addr "
     "inet_aton inet_ntoa tfind twalk insque remque lfind strerror_r __xpg_strerror_r confstr getrlimit setrlimit "
     "getpwnam getpwuid getpwnam_r getpwuid_r getgrnam getgrgid getlogin getlogin_r dladdr memfrob strfry "
     "strncasecmp_l strcasecmp_l strcoll_l strtol_l strtod_l getloadavg _ZNKSt6locale4name* "
     "_ZNKSt7__cxx117collate* _ZNSt7__cxx117collate*"},
    {CallClass::Unseen, "it works on an attribute, which is memory of the program that Heddle does not see it touch",
     "pthread_attr_* pthread_mutexattr_* pthread_condattr_* pthread_rwlockattr_* posix_spawn_file_actions_*"},
    {CallClass::Unseen, "the library keeps state that several threads see, and its use is no event",
     "hcreate hdestroy hsearch getmntent setlogmask res_init newlocale "
     "_ZNSt6locale6globalERKS_ _ZNSt6localeC?EPKc _ZNSt6localeC?ERKNSt7__cxx1112basic_string* "
     "_ZNSt3pmr20set_default_resource* _ZSt13set_terminate* _ZSt15set_new_handler* _ZSt14set_unexpected*"},
    {CallClass::Unseen, "what it reads and writes is not known",
     "__fbufsize __flbf __fpending __fpurge __freadable __freading __fsetlocking __fwritable __fwriting __overflow "
     "__uflow __woverflow __wuflow _flushlbf addmntent addseverity adjtimex aio_cancel aio_cancel64 aio_error "
     "aio_error64 aio_fsync aio_fsync64 aio_init aio_read64 aio_return aio_return64 aio_suspend64 aio_write64 "
     "alphasort64 argp_error argp_failure argp_help argp_parse argp_state_help argp_usage argz_add argz_add_sep "
     "argz_append argz_count argz_create argz_create_sep argz_delete argz_extract argz_insert argz_next argz_replace "
     "argz_stringify backtrace_symbols backtrace_symbols_fd bcopy bind_textdomain_codeset bindresvport bindtextdomain "
     "c16rtomb c32rtomb c8rtomb canonicalize canonicalize_file_name canonicalizef canonicalizel catclose catgets "
     "catopen cfgetispeed cfgetospeed cfmakeraw cfsetispeed cfsetospeed cfsetspeed chflags clock_adjtime "
     "clock_getcpuclockid copy_file_range crypt crypt_r ctermid cuserid dcgettext dcngettext dgettext dladdr1 dlinfo "
     "dn_comp dn_expand dn_skipname dngettext drand48_r dysize eaccess ecvt_r encrypt endaliasent endfsent endgrent "
     "endhostent endmntent endnetent endnetgrent endprotoent endpwent endrpcent endservent endsgent endspent "
     "endttyent endusershell endutent endutxent envz_add envz_entry envz_get envz_merge envz_remove envz_strip "
     "epoll_ctl erand48_r error_at_line ether_aton ether_aton_r ether_hostton ether_line ether_ntoa ether_ntoa_r "
     "ether_ntohost fallocate64 fanotify_init fanotify_mark fchflags fcloseall fcrypt fcvt_r fegetenv fegetexceptflag "
     "fegetmode feholdexcept fesetenv fesetexceptflag fesetmode fetestexceptflag feupdateenv fgetgrent fgetgrent_r "
     "fgetpos fgetpos64 fgetpwent fgetpwent_r fgetsgent fgetsgent_r fgetspent fgetspent_r fgetwc_unlocked "
     "fgetws_unlocked fgetxattr flistxattr fmtmsg fputwc_unlocked fputws_unlocked freeaddrinfo freeifaddrs "
     "fremovexattr fsetpos fsetpos64 fsetxattr fstatfs64 fstatvfs64 ftime ftok fts64_children fts64_close fts64_open "
     "fts64_read fts64_set fts_children fts_close fts_set ftw64 futimesat fwide gai_cancel gai_error gai_suspend "
     "gamma gammaf gammal get_current_dir_name getaddrinfo_a getaliasbyname getaliasbyname_r getaliasent "
     "getaliasent_r getdate getdate_r getdents64 getdirentries getdirentries64 getdomainname getfsent getfsfile "
     "getfsspec getgrent getgrent_r getgrgid_r getgrnam_r getgrouplist getgroups gethostbyaddr gethostbyaddr_r "
     "gethostbyname2 gethostbyname2_r gethostbyname_r gethostent gethostent_r getifaddrs getipv4sourcefilter "
     "getitimer getmntent_r getnameinfo getnetbyaddr getnetbyaddr_r getnetbyname getnetbyname_r getnetent getnetent_r "
     "getnetgrent getnetgrent_r getpass getpayload getpayloadf getpayloadl getpeername getpriority getprotobyname "
     "getprotobyname_r getprotobynumber getprotobynumber_r getprotoent getprotoent_r getpt getpw getpwent getpwent_r "
     "getresgid getresuid getrlimit64 getrpcbyname getrpcbyname_r getrpcbynumber getrpcbynumber_r getrpcent "
     "getrpcent_r gets getservbyname getservbyname_r getservbyport getservbyport_r getservent getservent_r getsgent "
     "getsgent_r getsgnam getsgnam_r getsockname getsockopt getsourcefilter getspent getspent_r getspnam getspnam_r "
     "gettext getttyent getttynam getusershell getutent getutent_r getutid getutid_r getutline getutline_r getutmp "
     "getutmpx getutxent getutxid getutxline getw getwc_unlocked getwchar getwchar_unlocked getwd getxattr "
     "glob_pattern_p globfree64 grantpt group_member hasmntopt hcreate_r hdestroy_r herror if_freenameindex "
     "if_indextoname if_nameindex if_nametoindex inet6_opt_append inet6_opt_find inet6_opt_finish inet6_opt_get_val "
     "inet6_opt_init inet6_opt_next inet6_opt_set_val inet6_option_alloc inet6_option_append inet6_option_find "
     "inet6_option_init inet6_option_next inet6_option_space inet6_rth_add inet6_rth_getaddr inet6_rth_init "
     "inet6_rth_reverse inet6_rth_segments inet6_rth_space inet_lnaof inet_makeaddr inet_netof inet_network "
     "inet_nsap_addr inet_nsap_ntoa initstate_r innetgr inotify_rm_watch iruserok iruserok_af isfdtype jrand48_r "
     "lchmod lckpwdf lcong48_r lgammaf128_r lgammaf32_r lgammaf32x_r lgammaf64_r lgammaf64x_r lgetxattr lio_listio "
     "lio_listio64 listxattr llistxattr login_tty logwtmp lrand48_r lremovexattr lsetxattr lutimes mallinfo mallinfo2 "
     "malloc_info malloc_stats mbrtoc16 mbrtoc32 mbrtoc8 mbsinit mcheck mcheck_check_all mcheck_pedantic mincore "
     "mkostemps64 mktemp mprobe mq_close mq_getattr mq_notify mq_setattr mq_unlink mrand48_r mtrace muntrace nftw64 "
     "ngettext nl_langinfo_l nrand48_r ns_name_compress ns_name_ntop ns_name_pack ns_name_pton ns_name_skip "
     "ns_name_uncompress ns_name_unpack ntp_adjtime ntp_gettime ntp_gettimex obstack_free obstack_printf "
     "obstack_vprintf openpty parse_printf_format pclose pidfd_getfd pidfd_send_signal posix_fallocate64 posix_openpt "
     "preadv preadv2 preadv64 preadv64v2 printf_size printf_size_info prlimit prlimit64 process_vm_readv "
     "process_vm_writev psiginfo psignal pthread_getattr_default_np pthread_mutex_getprioceiling "
     "pthread_setattr_default_np ptsname ptsname_r putgrent putpwent putsgent putspent pututline pututxline putw "
     "putwc_unlocked putwchar_unlocked pwritev pwritev2 pwritev64 pwritev64v2 qecvt qecvt_r qfcvt qfcvt_r qgcvt "
     "random_r rcmd rcmd_af re_comp re_compile_fastmap re_compile_pattern re_exec re_match re_match_2 re_search "
     "re_search_2 re_set_registers re_set_syntax readdir64_r readlinkat register_printf_function "
     "register_printf_modifier register_printf_specifier register_printf_type remap_file_pages removexattr res_dnok "
     "res_hnok res_mailok res_mkquery res_nmkquery res_nquery res_nquerydomain res_nsearch res_nsend res_ownok "
     "res_query res_querydomain res_search res_send rexec rexec_af rpmatch rresvport rresvport_af ruserok ruserok_af "
     "ruserpass scandir64 scandirat scandirat64 sched_getparam sched_rr_get_interval sched_setparam seed48_r sendfile "
     "sendfile64 setaliasent setbuffer setdomainname setfsent setgrent sethostent sethostid setipv4sourcefilter "
     "setkey setlinebuf setlogin setmntent setnetent setnetgrent setpayload setpayloadf setpayloadl setpayloadsig "
     "setpayloadsigf setpayloadsigl setpgrp setprotoent setpwent setrlimit64 setrpcent setservent setsgent setsockopt "
     "setsourcefilter setspent setstate_r setttyent setusershell setutent setutxent setxattr sgetsgent sgetsgent_r "
     "sgetspent sgetspent_r shm_unlink sockatmark srand48_r srandom_r statfs64 statvfs64 strfmon_l strfromd strfromf "
     "strfroml strftime_l strptime_l strtof128_l strtof32_l strtof32x_l strtof64_l strtof64x_l strtof_l strtold_l "
     "strtoll_l strtoq strtoul_l strtoull_l strtouq strxfrm_l sysinfo tcdrain tcflow tcflush tcgetattr tcgetpgrp "
     "tcgetsid tcsendbreak tcsetattr tcsetpgrp tdestroy tempnam textdomain timelocal timer_delete timer_getoverrun "
     "timer_gettime timer_settime timerfd_gettime timerfd_settime timespec_getres tmpnam_r totalorder totalorderf "
     "totalorderl totalordermag totalordermagf totalordermagl ttyname_r ttyslot twalk_r ulckpwdf ulimit ungetwc "
     "unlockpt updwtmp updwtmpx utmpname utmpxname versionsort versionsort64 vfwscanf vlimit vmsplice vswscanf "
     "vwscanf wcscasecmp_l wcschrnul wcscoll_l wcsftime_l wcsncasecmp_l wcstod_l wcstof128_l wcstof32_l wcstof32x_l "
     "wcstof64_l wcstof64x_l wcstof_l wcstoimax wcstol_l wcstold_l wcstoll_l wcstoq wcstoul_l wcstoull_l wcstoumax "
     "wcstouq wcswcs wcswidth wcsxfrm_l wctrans_l wctype_l wmempcpy wordfree"},
    {CallClass::Unseen, "it works on paths and on the file system, which are no objects of events",
     "readdir readdir64 readdir_r rewinddir seekdir telldir scandir alphasort faccessat euidaccess pathconf "
     "fpathconf statvfs fstatvfs statfs fstatfs statx ftw nftw fts_open fts_read _ZNSt10filesystem* _ZNKSt10filesystem*"},
    {CallClass::Unseen, "it writes what it extracts from the stream to memory of the program, which Heddle does not see",
     "_ZNSi* _ZStrs* _ZSt7getline* _ZNSt13basic_istream* _ZSt2ws*"},
    {CallClass::Unseen, "it converts numbers in memory of the program, which Heddle does not see",
     "_ZSt8to_chars* _ZSt10from_chars*"},
    {CallClass::Unseen, "the state of a memory resource is no object of events", "_ZNSt3pmr* _ZNKSt3pmr*"},
};
// clang-format on

// Functions of <math.h> and <complex.h> that only compute, also with the suffixes f and l.
inline constexpr char kMathCalls[] =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 exp10 expm1 fabs fdim floor fma "
    "fmax fmin fmod hypot ilogb j0 j1 jn ldexp llrint llround log log10 log1p log2 logb lrint lround nearbyint nextafter "
    "nexttoward pow remainder rint round roundeven scalbln scalbn sin sinh sqrt tan tanh tgamma trunc y0 y1 yn cabs cacos "
    "carg casin catan ccos cexp cimag clog conj cpow creal csin csqrt ctan";

}  // namespace heddle::wire
