// SPDX-License-Identifier: Apache-2.0
//
// Threads, their properties and their keys. `boss` is the main thread, `worker` one that has ended and was not joined.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kThread = touches(Resource::Thread), kKey = touches(Resource::Key);

// clang-format off
constexpr LibraryRow kRows[] = {
    {"pthread_self", "pthread_self() == boss", kThread},
    {"pthread_equal", "pthread_equal(pthread_self(), boss)", kThread},
    {"pthread_create", "pthread_create(&created, nullptr, idle, nullptr)", kThread},
    {"pthread_join", "pthread_join(worker, &any)", kThread},
    {"pthread_tryjoin_np", "pthread_tryjoin_np(worker, &any)", kThread},
    {"pthread_timedjoin_np", "pthread_timedjoin_np(worker, &any, &moment)", kThread | touches(Resource::Clock)},
    {"pthread_clockjoin_np", "pthread_clockjoin_np(worker, &any, CLOCK_REALTIME, &second)", kThread},
    {"pthread_detach", "pthread_detach(worker)", kThread},
    {"pthread_exit", "(hidden(1) ? pthread_exit((void*)9) : void(), 0)", kThread},
    {"pthread_getname_np", "(pthread_getname_np(boss, long_text, 16), long_text[0])", kThread},
    {"pthread_setname_np", "pthread_setname_np(boss, \"n\")", kThread, "pthread_setname_np(pthread_self(), \"much too long a name\")"},
    {"pthread_getaffinity_np", "(pthread_getaffinity_np(boss, sizeof cpus, &cpus), CPU_COUNT(&cpus))", kThread},
    {"pthread_setaffinity_np", "pthread_setaffinity_np(boss, sizeof one_cpu, &one_cpu)", kThread},
    {"sched_getaffinity", "(sched_getaffinity(0, sizeof cpus, &cpus), CPU_COUNT(&cpus))", kThread},
    {"sched_setaffinity", "sched_setaffinity(0, sizeof one_cpu, &one_cpu)", kThread},
    {"__sched_cpucount", "CPU_COUNT(&cpus)", kThread},
    {"pthread_setcancelstate", "(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &two), two)", kThread, "pthread_setcancelstate(77, &two)"},
    {"pthread_setcanceltype", "(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &two), two)", kThread, "pthread_setcanceltype(77, &two)"},
    {"sched_getcpu", "sched_getcpu() >= 0", kThread},
    {"sched_yield", "sched_yield()", kThread},
    {"prctl", "prctl(PR_SET_NAME, \"named\")", kThread, "(prctl(PR_GET_NAME, long_text), long_text[0])"},
    {"sched_getscheduler", "sched_getscheduler(0)", kThread},
    {"sched_setscheduler", "sched_setscheduler(0, SCHED_BATCH, &priority)", kThread},
    {"pthread_getschedparam", "(pthread_getschedparam(boss, &two, &priority), two)", kThread},
    {"pthread_setschedparam", "pthread_setschedparam(boss, SCHED_BATCH, &priority)", kThread},
    {"pthread_setschedprio", "pthread_setschedprio(boss, 0)", kThread},
    {"pthread_getconcurrency", "pthread_getconcurrency()", kThread},
    {"pthread_setconcurrency", "pthread_setconcurrency(3)", kThread, "pthread_setconcurrency(-1)"},
    {"pthread_getcpuclockid", "pthread_getcpuclockid(pthread_self(), &clock_id)", kThread},
    {"pthread_getattr_np", "(pthread_getattr_np(worker, &attributes), pthread_attr_getdetachstate(&attributes, &two), two)",
     kThread | touches(Resource::Attributes)},
    {"pthread_key_create", "pthread_key_create(&second_key, nullptr)", kKey},
    {"pthread_key_delete", "pthread_key_delete(key)", kKey, "pthread_key_delete(999)"},
    {"pthread_setspecific", "pthread_setspecific(key, &two)", kKey, "pthread_setspecific(999, &two)"},
    {"pthread_getspecific", "pthread_getspecific(key) != nullptr", kKey, "pthread_getspecific(999) != nullptr"},
    {"pthread_once", "pthread_once(&once, count_once)", touches(Resource::Once)},
    {"__tls_get_addr", "++own", kNothing},
    {"__pthread_register_cancel __pthread_unregister_cancel", "cleaned_up()", kNothing},
};
// clang-format on

}  // namespace

constexpr LibraryRows kThreadRows{"threads", Language::C, kRows};

}  // namespace heddle::fuzz
