// SPDX-License-Identifier: Apache-2.0
//
// The threads of C11.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kMutex = touches(Resource::Mutex), kCondition = touches(Resource::Condition),
                    kThread = touches(Resource::Thread), kKey = touches(Resource::Key);

// clang-format off
constexpr LibraryRow kRows[] = {
    {"call_once", "(call_once(&c11_once, count_once), guarded)", touches(Resource::Once)},
    {"cnd_signal cnd_broadcast", "@(&c11_condition)", kCondition | kMutex},
    {"cnd_wait", "(mtx_lock(&c11_mutex), cnd_wait(&c11_condition, &c11_mutex), mtx_unlock(&c11_mutex))", kCondition | kMutex},
    {"cnd_timedwait",
     "(mtx_lock(&c11_mutex), guarded = cnd_timedwait(&c11_condition, &c11_mutex, &second), mtx_unlock(&c11_mutex), guarded)",
     kCondition | kMutex},
    {"cnd_init", "cnd_init(&c11_condition)", kCondition},
    {"cnd_destroy", "(cnd_destroy(&c11_condition), 0)", kCondition},
    {"mtx_init", "mtx_init(&c11_mutex, mtx_plain)", kMutex},
    {"mtx_lock", "(mtx_lock(&c11_mutex), ++guarded, mtx_unlock(&c11_mutex))", kMutex},
    {"mtx_trylock", "mtx_trylock(&c11_mutex)", kMutex},
    {"mtx_timedlock", "mtx_timedlock(&c11_mutex, &moment)", kMutex | touches(Resource::Clock)},
    {"mtx_unlock", "mtx_trylock(&c11_mutex) == thrd_success ? mtx_unlock(&c11_mutex) : 7", kMutex},
    {"mtx_destroy", "(mtx_destroy(&c11_mutex), 0)", kMutex},
    {"thrd_create", "thrd_create(&created, c11_idle, nullptr)", kThread},
    {"thrd_current", "thrd_current() == boss", kThread},
    {"thrd_join", "thrd_join(worker, nullptr)", kThread},
    {"thrd_detach", "thrd_detach(worker)", kThread},
    {"thrd_exit", "(hidden(1) ? thrd_exit(9) : void(), 0)", kThread},
    {"thrd_yield", "(thrd_yield(), 0)", kThread},
    {"thrd_sleep", "thrd_sleep(&second, nullptr)", touches(Resource::Clock), "thrd_sleep(&invalid_time, nullptr)"},
    {"tss_create", "tss_create(&second_key, nullptr)", kKey},
    {"tss_delete", "(tss_delete(key), 0)", kKey},
    {"tss_get", "tss_get(key) != nullptr", kKey},
    {"tss_set", "tss_set(key, &two)", kKey},
};
// clang-format on

}  // namespace

constexpr LibraryRows kC11Rows{"threads of C11", Language::C, kRows};

}  // namespace heddle::fuzz
