// SPDX-License-Identifier: Apache-2.0
//
// Clocks, the calendar, random numbers.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kClock = touches(Resource::Clock), kCalendar = touches(Resource::Calendar),
                    kEnvironment = touches(Resource::Environment), kRandom = touches(Resource::Random),
                    kEntropy = touches(Resource::Entropy), kText = touches(Resource::Text);

// clang-format off
constexpr LibraryRow kRows[] = {
    {"clock", "clock() >= 0", kClock},
    {"clock_gettime", "(clock_gettime(CLOCK_MONOTONIC, &moment), moment.tv_sec)", kClock, "clock_gettime(99, &moment)"},
    {"clock_getres", "(clock_getres(CLOCK_MONOTONIC, &moment), moment.tv_nsec)", kClock, "clock_getres(99, &moment)"},
    {"gettimeofday", "gettimeofday(&time_of_day, nullptr)", kClock},
    {"time", "time(nullptr) != 0", kClock},
    {"times", "times(&process_times) != -1", kClock},
    {"timespec_get", "timespec_get(&moment, TIME_UTC)", kClock, "timespec_get(&moment, 99)"},
    {"getrusage", "getrusage(RUSAGE_SELF, &usage)", kClock, "getrusage(99, &usage)"},
    {"nanosleep", "nanosleep(&second, nullptr)", kClock, "nanosleep(&invalid_time, nullptr)"},
    {"clock_nanosleep", "clock_nanosleep(CLOCK_MONOTONIC, 0, &second, nullptr)", kClock,
     "clock_nanosleep(CLOCK_MONOTONIC, 0, &invalid_time, nullptr)"},
    {"sleep", "sleep(1)", kClock},
    {"usleep", "usleep(1)", kClock, "usleep(99999999)"},
    // ---- calendar
    {"localtime gmtime", "@(&instant)->tm_year", kCalendar | kEnvironment, "@(&late_instant) == nullptr"},
    {"localtime_r gmtime_r", "@(&instant, &date) != nullptr", kCalendar | kEnvironment, "@(&late_instant, &date) == nullptr"},
    {"ctime", "ctime(&instant)[0]", kCalendar | kEnvironment, "ctime(&late_instant) == nullptr"},
    {"ctime_r", "ctime_r(&instant, long_text)[0]", kCalendar | kEnvironment},
    {"asctime", "asctime(&date)[0]", kCalendar},
    {"asctime_r", "asctime_r(&date, long_text)[0]", kCalendar},
    {"mktime timegm", "@(&date) != 0", kCalendar | kEnvironment},
    {"strftime", "strftime(text, 8, \"%Y\", &date)", kCalendar | kText},
    {"tzset", "(tzset(), timezone != 0)", kCalendar | kEnvironment},
    // ---- random numbers
    {"rand random lrand48 mrand48", "@() & 255", kRandom},
    {"drand48", "(long)(drand48() * 256)", kRandom},
    {"srand srandom srand48", "(@(7), 0)", kRandom},
    {"rand_r", "rand_r(&random_state) & 255", kRandom},
    {"arc4random", "arc4random() & 255", kEntropy},
    {"arc4random_uniform", "arc4random_uniform(256)", kEntropy},
    {"arc4random_buf", "(arc4random_buf(text, 1), text[0])", kEntropy | kText},
    {"getrandom", "(getrandom(text, 1, 0), text[0])", kEntropy | kText, "getrandom(text, 1, 9999)"},
    {"getentropy", "(getentropy(text, 1), text[0])", kEntropy | kText, "getentropy(text, 9999)"},
};
// clang-format on

}  // namespace

constexpr LibraryRows kTimeRows{"time", Language::C, kRows};

}  // namespace heddle::fuzz
