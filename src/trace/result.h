// SPDX-License-Identifier: Apache-2.0
//
// Result<T>: a value or an Error, for what the world does to us (missing file, dead child, full disk). Defects of
// the checked program are Findings, broken invariants of ours are HEDDLE_CHECK; neither is ever an Error. Same shape
// as std::expected, which C++20 does not have.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace heddle {

enum class ErrorCode {
  Usage,          // wrong option, missing or malformed input file: exit 2
  CompileFailed,  // exit 2
  Unsupported,    // the program does something that is not modelled, or is nondeterministic: exit 12
  System,         // the operating system refused something (disk full, no memory, no permission): exit 3
  Interrupted,    // somebody asked us to stop: exit 11
  Internal,       // exit 3
};

struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;  // one or more complete lines, without a trailing newline
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  T& operator*() & { return std::get<T>(state_); }
  const T& operator*() const& { return std::get<T>(state_); }
  T&& operator*() && { return std::get<T>(std::move(state_)); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }
  const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_.has_value(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

// Always on, also in release: a broken invariant of Heddle itself must never turn into a wrong verdict.
#define HEDDLE_CHECK(condition, message)                                                                         \
  do {                                                                                                           \
    if (!(condition)) {                                                                                          \
      std::fprintf(stderr, "heddle: internal error: %s (%s:%d: %s)\n", message, __FILE__, __LINE__, #condition); \
      std::abort();                                                                                              \
    }                                                                                                            \
  } while (false)

}  // namespace heddle
