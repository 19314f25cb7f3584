// SPDX-License-Identifier: Apache-2.0
#include "fuzz/library/world.h"

#include <cctype>
#include <string>

namespace heddle::fuzz {
namespace {

// clang-format off
constexpr ResourceText kTexts[] = {
    {Resource::Text, "text", "text other rest piece", R"(strcpy(text, "ab,c1"); strcpy(other, "xy"); rest = text; piece.iov_base = text; piece.iov_len = 2;)",
     "sum(text) + sum(other)"},
    {Resource::Wide, "wide text", "wide", R"(wcscpy(wide, L"abc");)", "sum((const char*)wide) + wide[3]"},
    {Resource::Numbers, "numbers", "numbers", "numbers[0] = 3; numbers[1] = 1; numbers[2] = 2;", "sum((const char*)numbers)"},
    {Resource::Heap, "heap", "block", "block = (char*)malloc(16); block[0] = 5;", "block != nullptr ? block[0] : -1"},
    {Resource::File, "open file", "fd twin spare piece",
     "fd = made_file(path, \"abcdef\"); twin = dup(fd); spare = made_file(second_path, \"uvw\");", "lseek(fd, 0, SEEK_CUR)"},
    {Resource::Table, "descriptor table", "", "", "({ const int next = dup(0); close(next); next; })"},
    {Resource::Names, "names of files", "path second_path", "close(made_file(path, \"abcdef\")); close(made_file(second_path, \"uvw\")); remove(second_path);",
     "access(path, F_OK) * 2 + access(second_path, F_OK)"},
    {Resource::Stream, "stream", "file",
     R"(file = tmpfile(); fputs("one 1\ntwo 2\n", file); rewind(file);)", "file != nullptr ? ftell(file) : -2"},
    {Resource::Output, "standard output", "", "", "0"},
    {Resource::Input, "standard input", "", "", "feof(stdin) != 0"},
    {Resource::Environment, "environment", "binding", R"(setenv("K", "v", 1); strcpy(binding, "K=x");)", "first_of(getenv(\"K\"))"},
    {Resource::Locale, "locale", "c_locale", "c_locale = newlocale(LC_ALL_MASK, \"C\", (locale_t)0);", "first_of(setlocale(LC_ALL, nullptr))"},
    {Resource::Mapping, "mapping", "page",
     "page = (char*)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); page[0] = 6;", "page[0]"},
    {Resource::Key, "key", "key second_key", "pthread_key_create(&key, nullptr); pthread_setspecific(key, &two);",
     "pthread_getspecific(key) != nullptr"},
    {Resource::Signal, "signals", "handler handled", "signal(SIGUSR1, handler);",
     "(sigaction(SIGUSR1, nullptr, &old_action), (old_action.sa_handler == handler) + handled * 2)"},
    {Resource::Clock, "clock", "", "", "(clock_gettime(CLOCK_MONOTONIC, &moment), moment.tv_sec)"},
    {Resource::Calendar, "calendar", "date", "date = (struct tm){.tm_mday = 1, .tm_year = 70}; setenv(\"TZ\", \"UTC\", 1);", "date.tm_year + date.tm_hour"},
    {Resource::Random, "random numbers", "random_state", "srand(1); srand48(1); random_state = 1;", "(rand() & 255) + (lrand48() & 255)"},
    {Resource::Entropy, "entropy", "", "", "0"},
    {Resource::Exit, "exit handlers", "", "", "0"},
    {Resource::Thread, "threads", "boss worker created",
     "boss = pthread_self(); pthread_create(&worker, nullptr, idle, nullptr); sched_yield();",
     "(pthread_getname_np(boss, long_text, 16), long_text[0])"},
    {Resource::Attributes, "attributes", "attributes mutex_attributes condition_attributes lock_attributes barrier_attributes set",
     "pthread_attr_init(&attributes); pthread_mutexattr_init(&mutex_attributes); pthread_condattr_init(&condition_attributes); "
     "pthread_rwlockattr_init(&lock_attributes); pthread_barrierattr_init(&barrier_attributes); sigemptyset(&set); "
     "posix_spawnattr_init(&spawn_attributes); posix_spawn_file_actions_init(&file_actions);",
     "(pthread_attr_getdetachstate(&attributes, &two), two) + sigismember(&set, SIGUSR1) * 2"},
    {Resource::Mutex, "mutex", "mutex second_mutex c11_mutex", "mtx_init(&c11_mutex, mtx_timed);",
     "({ const int state = pthread_mutex_trylock(&mutex); if (state == 0) pthread_mutex_unlock(&mutex); state; })"},
    {Resource::ReadWriteLock, "read-write lock", "rwlock", "",
     "({ const int state = pthread_rwlock_trywrlock(&rwlock); if (state == 0) pthread_rwlock_unlock(&rwlock); state; })"},
    {Resource::Condition, "condition variable", "condition c11_condition", "cnd_init(&c11_condition);", "0"},
    {Resource::Semaphore, "semaphore", "semaphore second_semaphore", "sem_init(&semaphore, 0, 1);", "(sem_getvalue(&semaphore, &two), two)"},
    {Resource::Barrier, "barrier", "barrier second_barrier", "pthread_barrier_init(&barrier, nullptr, 2);", "0"},
    {Resource::SpinLock, "spin lock", "spin", "pthread_spin_init(&spin, 0);",
     "({ const int state = pthread_spin_trylock(&spin); if (state == 0) pthread_spin_unlock(&spin); state; })"},
    {Resource::Once, "once", "once c11_once", "", "guarded"},
    {Resource::Words, "words", "words", "optind = 1;", "optind"},
    {Resource::Messages, "messages", "", "", "strerror(EBADF)[0]"},
    {Resource::Libraries, "libraries", "", "", "dlerror() != nullptr"},
    {Resource::Containers, "containers", "map list second_list table",
     "map = {{1, 1}, {2, 2}, {3, 3}}; list = {1, 2, 3}; second_list = {7}; table = {{1, 1}};", "map.size() * 16 + list.size() + table.size() * 4"},
    {Resource::Exceptions, "exceptions", "exception", "exception = std::make_exception_ptr(std::runtime_error(\"kept\"));",
     "std::uncaught_exceptions() + (exception != nullptr) * 2 + rethrown() * 4"},
    {Resource::CxxStream, "C++ stream", "stream shared_file", "stream.str(\"abc\");", "(long)stream.rdstate() + (long)stream.flags() * 8 + stream.width() * 1000000"},
    {Resource::CxxLocale, "C++ locale", "", "", "std::locale().name()[0]"},
    {Resource::CxxObjects, "C++ objects", "object pointer promise shared",
     "object = new Derived; pointer = std::make_shared<int>(1); shared = promise.get_future().share();", "*std::atomic_load(&pointer)"},
};
// clang-format on
static_assert(std::size(kTexts) == kResources);

bool mentions(std::string_view act, std::string_view name) {
  const auto is_part = [](char each) { return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '_'; };
  for (std::size_t at = act.find(name); at != std::string_view::npos; at = act.find(name, at + 1)) {
    const bool begins = at == 0 || !is_part(act[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == act.size() || !is_part(act[end]))) return true;
  }
  return false;
}

}  // namespace

const ResourceText& text_of(Resource resource) { return kTexts[static_cast<std::size_t>(resource)]; }

Footprint needed_by(std::string_view act, Footprint footprint) {
  for (const ResourceText& each : kTexts) {
    std::string_view rest = each.objects;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      if (mentions(act, rest.substr(0, end))) footprint |= bit(each.resource);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return footprint;
}

}  // namespace heddle::fuzz
