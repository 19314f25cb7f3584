// SPDX-License-Identifier: Apache-2.0
//
// Whether a module says that it makes numbers of addresses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/built_compiler.h"

namespace heddle {
namespace {

class AddressNumbers : public BuiltCompiler {
 protected:
  bool are_made(const std::string& source) {
    return ir_of_c(source, "-O2").find("__heddle_register_address_numbers") != std::string::npos;
  }
};

TEST_F(AddressNumbers, OfLocalsAndOfWhateverAFunctionIsGivenAreSaid) {
  EXPECT_TRUE(are_made("void use(int*); long f(void) { int here; use(&here); return (long)&here >> 12; }"));
  EXPECT_TRUE(are_made("long f(void* p) { return (long)p % 64; } long g(void* p) { return f(p); }"));
  EXPECT_TRUE(are_made("_Thread_local int t; long f(void) { return (long)&t >> 4; }"));
}

TEST_F(AddressNumbers, OfSharedVariablesAndDifferencesAreNot) {
  EXPECT_FALSE(are_made("int g; long f(void) { return (long)&g >> 12; }"));
  EXPECT_FALSE(are_made("int f(char* begin, char* end) { return end - begin == 3; }"));
  EXPECT_FALSE(are_made("int f(int* p) { return ((long)p & 7) == 0; }"));
}

TEST_F(AddressNumbers, OfTheArgumentOfAThreadAreNot) {
  EXPECT_FALSE(are_made(R"(#include <pthread.h>
    static void* work(void* argument) { return (long)argument == 3 ? 0 : argument; }
    void start(pthread_t* t) { pthread_create(t, 0, work, (void*)3); })"));
}

}  // namespace
}  // namespace heddle
