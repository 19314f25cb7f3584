// SPDX-License-Identifier: Apache-2.0
//
// The part of the world that needs the C++ library.
#include "fuzz/library/world.h"

namespace heddle::fuzz {

const char* const kCxxWorld = R"WORLD(#include <any>
#include <chrono>
#include <condition_variable>
#include <cxxabi.h>
#include <exception>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <unordered_map>
#include <variant>

void failed_assertion(const char*, int, const char*, const char*) __asm__("_ZSt21__glibcxx_assert_failPKciS0_S0_");

struct Base { virtual ~Base() = default; virtual int value() const { return 1; } };
struct Derived : Base { int value() const override { return 2; } };
struct Counted { int number = 1; Counted() {} ~Counted() { number = 0; } void touch() { ++number; } };
struct Abstract { Abstract() { indirectly(); } virtual ~Abstract() = default; void indirectly() { pure(); } virtual void pure() = 0; static void call(); };
struct Concrete : Abstract { void pure() override {} };
void Abstract::call() { Concrete made; }

Base* object;
std::shared_ptr<int> pointer;
std::promise<int> promise;
std::shared_future<int> shared;
std::mutex cxx_mutex;
std::condition_variable cxx_condition;
std::condition_variable_any any_condition;
std::once_flag cxx_once;
thread_local Counted thread_counted;
std::map<int, int> map;
std::list<int> list, second_list;
std::unordered_map<int, int> table;
std::exception_ptr exception;
std::stringstream stream;
std::fstream shared_file;

static void count_calls() { ++guarded; }
static long local_static() { static const long made = hidden(5); return made; }
static int refuses() { throw 5; }
static long failing_static() { try { static const long made = refuses(); return made; } catch (int) { return -1; } }
static long thrown(int value) { try { throw value; } catch (int caught) { return caught; } }
static long thrown_again(int value) { try { try { throw value; } catch (...) { throw; } } catch (int caught) { return caught; } }
static long kept_exception() { try { throw 4; } catch (...) { exception = std::current_exception(); } return exception != nullptr; }
static long rethrown() {
  const std::exception_ptr copy = exception;
  if (copy == nullptr) return -1;
  try { std::rethrow_exception(copy); } catch (const std::exception& caught) { return caught.what()[0]; } catch (...) { return 2; }
}
template <typename E> static long thrown_text() {
  try { throw E(std::string(text, 2)); } catch (const std::exception& caught) { return caught.what()[0]; }
}
static long copied_error() { std::runtime_error one("one"), two("two"); two = one; const std::logic_error three("three"), four(three); return two.what()[0] + four.what()[0]; }
static void forbidden_to_throw() noexcept { throw 1; }
static long caught_from_library(long which) {
  try {
    switch (which) {
      case 0: return std::string("a").at(hidden(3));
      case 1: return dynamic_cast<Derived&>(*std::make_unique<Base>()).value();
      case 2: return std::future<int>().get();
      case 3: { Base* none = hidden(0) ? object : nullptr; return typeid(*none).name()[0]; }
      case 4: return std::any_cast<long>(std::any(3));
      case 5: return std::optional<int>().value() + std::function<int()>()();
      case 6: return std::regex("(").mark_count();
      case 7: throw std::system_error(std::make_error_code(std::errc::io_error), "why");
    }
  } catch (const std::exception& caught) {
    return caught.what()[0];
  }
  return 0;
}
)WORLD";

}  // namespace heddle::fuzz
