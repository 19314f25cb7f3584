// SPDX-License-Identifier: Apache-2.0
//
// Attributes of threads and locks: objects that are filled in by calls.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kAttributes = touches(Resource::Attributes);

// clang-format off
constexpr LibraryRow kRows[] = {
    {"pthread_attr_*", "pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED)", kAttributes,
     "(pthread_attr_getdetachstate(&attributes, &two), two)"},
    {"pthread_attr_*", "pthread_attr_setstacksize(&attributes, hidden(1 << 20))", kAttributes,
     "(pthread_attr_getstacksize(&attributes, &line_size), line_size >> 20)"},
    {"pthread_attr_*", "pthread_attr_setguardsize(&attributes, hidden(8192))", kAttributes,
     "(pthread_attr_getguardsize(&attributes, &line_size), line_size)"},
    {"pthread_attr_*", "pthread_attr_init(&attributes)", kAttributes, "pthread_attr_setdetachstate(&attributes, 77)"},
    {"pthread_attr_*", "pthread_create(&created, &attributes, idle, nullptr) + pthread_detach(created)", kAttributes | touches(Resource::Thread)},
    {"pthread_mutexattr_*", "pthread_mutexattr_settype(&mutex_attributes, PTHREAD_MUTEX_RECURSIVE)", kAttributes,
     "(pthread_mutexattr_gettype(&mutex_attributes, &two), two)"},
    {"pthread_mutexattr_*", "pthread_mutexattr_init(&mutex_attributes)", kAttributes, "pthread_mutexattr_settype(&mutex_attributes, 77)"},
    {"pthread_mutexattr_*", "mutex_type_made()", kAttributes | touches(Resource::Mutex)},
    {"pthread_condattr_*", "pthread_condattr_setclock(&condition_attributes, CLOCK_MONOTONIC)", kAttributes,
     "(pthread_condattr_getclock(&condition_attributes, &clock_id), clock_id)"},
    {"pthread_condattr_*", "pthread_condattr_init(&condition_attributes)", kAttributes},
    {"pthread_rwlockattr_*", "pthread_rwlockattr_setpshared(&lock_attributes, PTHREAD_PROCESS_SHARED)", kAttributes,
     "(pthread_rwlockattr_getpshared(&lock_attributes, &two), two)"},
    {"pthread_rwlockattr_*", "pthread_rwlockattr_setkind_np(&lock_attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP)", kAttributes,
     "(pthread_rwlockattr_getkind_np(&lock_attributes, &two), two)"},
    {"pthread_barrierattr_*", "pthread_barrierattr_setpshared(&barrier_attributes, PTHREAD_PROCESS_SHARED)", kAttributes,
     "(pthread_barrierattr_getpshared(&barrier_attributes, &two), two)"},
    {"posix_spawnattr_*", "posix_spawnattr_setflags(&spawn_attributes, POSIX_SPAWN_SETPGROUP)", kAttributes,
     "(posix_spawnattr_getflags(&spawn_attributes, &few), few)"},
    {"posix_spawn_file_actions_*", "posix_spawn_file_actions_addclose(&file_actions, 0)", kAttributes},
};
// clang-format on

}  // namespace

constexpr LibraryRows kAttributeRows{"attributes", Language::C, kRows};

}  // namespace heddle::fuzz
