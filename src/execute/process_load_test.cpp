// SPDX-License-Identifier: Apache-2.0
#include "execute/process_load.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle {
namespace {

using std::chrono::milliseconds;

// A child that does what it is told until the end of the test.
class Child {
 public:
  explicit Child(void (*work)()) : process_(::fork()) {
    if (process_ == 0) {
      for (;;) work();
    }
  }
  ~Child() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  pid_t process() const { return process_; }

 private:
  pid_t process_;
};

TEST(ProcessLoad, AProcessThatComputesIsRunnableAndUsesTime) {
  Child child([] { asm volatile(""); });  // an empty endless loop would be undefined
  while (load_of(child.process())->cpu_time < milliseconds(20)) ::usleep(1000);
  EXPECT_TRUE(load_of(child.process())->is_runnable);
}

TEST(ProcessLoad, AProcessThatWaitsIsNotRunnable) {
  Child child([] { ::pause(); });
  while (load_of(child.process())->is_runnable) ::usleep(1000);  // not there yet
  ::usleep(20'000);
  EXPECT_FALSE(load_of(child.process())->is_runnable);
  EXPECT_LT(load_of(child.process())->cpu_time, milliseconds(20));
}

TEST(ProcessLoad, NothingIsKnownOfAProcessThatIsGone) {
  pid_t process = 0;
  {
    Child child([] { ::pause(); });
    process = child.process();
  }
  EXPECT_FALSE(load_of(process));
}

}  // namespace
}  // namespace heddle
