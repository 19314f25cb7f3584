// SPDX-License-Identifier: Apache-2.0
#include "fuzz/call_text.h"

#include <fmt/format.h>

namespace heddle::fuzz {
namespace {

constexpr unsigned kFirstDescriptor = 50;  // known without looking: that would be an operation

std::string set_text(const Statement& statement) {
  const std::uint8_t value = statement.first.constant;
  if (OwnState(statement.object) == OwnState::Errno) {
    return value == 0 ? "errno = 0;" : value == 1 ? "close(-1);" : "sysconf(-5);";
  }
  static constexpr const char* kModes[] = {"FE_TONEAREST", "FE_UPWARD", "FE_DOWNWARD", "FE_TOWARDZERO"};
  return fmt::format("fesetround({});", kModes[value & 3]);
}

std::string get_text(const Statement& statement, const std::string& target) {
  if (OwnState(statement.object) == OwnState::Errno) {
    return fmt::format(
        "{{ int e = errno; {} = e == 0 ? 0 : e == EBADF ? 1 : e == EINVAL ? 2 : e == EAGAIN || e == ETIMEDOUT ? 3 : 4; }}",
        target);
  }
  if (statement.is_negated) {  // the compiler must not know what it divides by, nor do it elsewhere
    return fmt::format(
        "{{ double d = 3; asm volatile(\"\" : \"+x\"(d)); d = 1 / d; asm volatile(\"\" : \"+x\"(d)); {} = d > "
        "0x1.5555555555555p-2; }}",
        target);
  }
  return fmt::format("{{ int m = fegetround(); {} = m == FE_TONEAREST ? 0 : m == FE_UPWARD ? 1 : m == FE_DOWNWARD ? 2 : 3; }}",
                     target);
}

std::string destruction_text(const Statement& statement) {
  switch (statement.object) {
    case kSpinObject:
      return statement.is_negated ? "pthread_spin_destroy(&spin), pthread_spin_init(&spin, 0);" : "pthread_spin_destroy(&spin);";
    case kReadWriteObject:
      return statement.is_negated ? "pthread_rwlock_destroy(&rw), pthread_rwlock_init(&rw, nullptr);" : "pthread_rwlock_destroy(&rw);";
    case kConditionObject:
      return statement.is_negated ? "pthread_cond_destroy(&cv), pthread_cond_init(&cv, nullptr);" : "pthread_cond_destroy(&cv);";
    default:
      if (!statement.is_negated) return fmt::format("pthread_mutex_destroy(&m{});", statement.object);
      return fmt::format("if (pthread_mutex_destroy(&m{0}) == 0) pthread_mutex_init(&m{0}, nullptr);", statement.object);
  }
}

}  // namespace

// Bytes of a file as a text.
std::vector<std::string> file_lines() {
  return {"int file = memfd_create(\"a\", 0);",
          "write(file, \"\\0\\1\\2\", 3); lseek(file, 0, SEEK_SET);",
          fmt::format("dup2(file, {}); dup2(file, {});", kFirstDescriptor, kFirstDescriptor + 1),
          "file = memfd_create(\"b\", 0);",
          "write(file, \"\\2\\1\\0\", 3); lseek(file, 0, SEEK_SET);",
          fmt::format("dup2(file, {});", kFirstDescriptor + 2)};
}

std::string call_text(const Statement& statement, const std::string& target, const std::string& first) {
  const unsigned descriptor = kFirstDescriptor + statement.object;
  switch (statement.kind) {
    case Kind::SetState:
      return set_text(statement);
    case Kind::GetState:
      return get_text(statement, target);
    case Kind::FutexWait:
      return fmt::format("{} = syscall(SYS_futex, &word, FUTEX_WAIT, {}, nullptr, nullptr, 0) == 0;", target, first);
    case Kind::FutexWake:
      return fmt::format("{} = (int)syscall(SYS_futex, &word, FUTEX_WAKE, {}, nullptr, nullptr, 0);", target,
                         statement.object == 1 ? "1" : "0x7fffffff");
    case Kind::SetHandler:
      return fmt::format("signal(SIGUSR1, handler{});", statement.object);
    case Kind::Raise:
      return "raise(SIGUSR1);";
    case Kind::AtExit:
      return fmt::format("atexit(exit{});", statement.object);
    case Kind::RemakeMutex:
      return fmt::format("memset(&m{0}, 0, sizeof m{0});", statement.object);
    case Kind::RemakeOnce:
      return statement.is_negated ? "once = PTHREAD_ONCE_INIT;" : "memset(&once, 0, sizeof once);";
    case Kind::Destroy:
      return destruction_text(statement);
    case Kind::FileRead:
      return fmt::format("{{ char b; {} = read({}, &b, 1) == 1 ? b : {}; }}", target, descriptor, kNoByte);
    case Kind::FileSeek:
      return fmt::format("lseek({}, {}, SEEK_SET);", descriptor, first);
    case Kind::FileClose:
      return fmt::format("close({});", descriptor);
    case Kind::FileDup:
      return fmt::format("dup2({}, {});", kFirstDescriptor + statement.second.constant, descriptor);
    default:
      return {};
  }
}

}  // namespace heddle::fuzz
