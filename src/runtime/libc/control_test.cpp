// SPDX-License-Identifier: Apache-2.0
//
// Calls that would leave Heddle's control, descriptors, identity, and C11 threads.
#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "runtime/libc/recording_runtime.h"
#include "wire/refused_calls.h"

namespace heddle::runtime::libc {
namespace {

struct Refused {
  const char* name;
  void* stub;
};

std::vector<Refused> refused_functions() {
  return {
#define HEDDLE_X(name, why) {#name, dlsym(RTLD_DEFAULT, #name)},
      HEDDLE_REFUSED_CALLS(HEDDLE_X)
#undef HEDDLE_X
  };
}

TEST(Control, EveryFunctionOfTheListIsRefusedByNameWhileExecuting) {
  for (const Refused& function : refused_functions()) {
    ASSERT_NE(function.stub, nullptr) << function.name;
    Observation seen = observe([&] { reinterpret_cast<void (*)()>(function.stub)(); });
    EXPECT_EQ(seen.outcome, Outcome::Unsupported) << function.name;
    EXPECT_EQ(seen.message.substr(0, seen.message.find(':')), function.name);
  }
}

TEST(Control, EveryFunctionOfTheListExistsInLibc) {
  for (const Refused& function : refused_functions()) {
    EXPECT_NE(real_function(function.name), nullptr) << function.name;
    EXPECT_NE(real_function(function.name), function.stub) << function.name << " is not interposed";
  }
}

TEST(Control, NativelyTheRealFunctionsAreCalled) {
  pid_t child = fork();
  if (child == 0) _exit(7);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  child = vfork();
  if (child == 0) _exit(8);
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 8);
  child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "exit $3", "name", "1", "2", "9", static_cast<char*>(nullptr));
    _exit(1);
  }
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 9);
}

TEST(Control, NativelySynchronisationWorks) {
  sem_t semaphore;
  ASSERT_EQ(sem_init(&semaphore, 0, 1), 0);
  EXPECT_EQ(sem_wait(&semaphore), 0);
  EXPECT_EQ(sem_trywait(&semaphore), -1);
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  EXPECT_EQ(pthread_rwlock_rdlock(&lock), 0);
  EXPECT_NE(pthread_rwlock_trywrlock(&lock), 0);
  EXPECT_EQ(pthread_rwlock_unlock(&lock), 0);
}

TEST(Control, MakingADescriptorIsAnEventAndMarksThemUsed) {
  start_early();
  state().descriptors_used = false;
  int file = -1;
  FILE* stream = nullptr;
  reset_buffers("/dev/null", "r");
  Observation seen = observe([&] {
    file = open(g_a, O_RDONLY);
    stream = fopen(g_a, g_b);
    fclose(stream);
    close(file);
  });
  EXPECT_GE(file, 0);
  ASSERT_NE(stream, nullptr);
  EXPECT_TRUE(state().descriptors_used);
  EXPECT_EQ(text_of(seen), "read a+0:10, call, read a+0:10, read b+0:2, call, call, call");
  EXPECT_EQ(seen.events[1].record.value, static_cast<std::uint64_t>(file));
}

TEST(Control, TheEndsOfAPipeAreWrittenWithAnEvent) {
  reset_buffers("", "");
  int* ends = reinterpret_cast<int*>(g_a);
  EXPECT_EQ(text_of(observe([&] { pipe(ends); })), "call, write a+0:8");
  EXPECT_EQ(close(ends[0]), 0);
  EXPECT_EQ(close(ends[1]), 0);
}

TEST(Control, ProcessAndThreadNumbersAreConstants) {
  std::vector<pid_t> numbers;
  Observation seen = observe([&] { numbers = {getpid(), getppid(), gettid()}; });
  EXPECT_EQ(numbers, (std::vector<pid_t>{4242, 4241, 4242}));
  EXPECT_TRUE(seen.events.empty());
  EXPECT_EQ(getpid(), gettid());
  EXPECT_NE(getppid(), 4241);
}

TEST(C11Threads, MapOntoPosixThreads) {
  static mtx_t mutex;
  static int counter = 0;
  ASSERT_EQ(mtx_init(&mutex, mtx_plain), thrd_success);
  auto work = [](void* argument) -> int {
    mtx_lock(&mutex);
    counter += *static_cast<int*>(argument);
    mtx_unlock(&mutex);
    return -5;
  };
  thrd_t thread;
  int added = 3, result = 0;
  ASSERT_EQ(thrd_create(&thread, work, &added), thrd_success);
  EXPECT_EQ(thrd_join(thread, &result), thrd_success);
  EXPECT_EQ(result, -5);
  EXPECT_EQ(counter, 3);
  EXPECT_EQ(mtx_trylock(&mutex), thrd_success);
  EXPECT_EQ(mtx_trylock(&mutex), thrd_busy);
  EXPECT_EQ(mtx_unlock(&mutex), thrd_success);
  mtx_destroy(&mutex);
}

TEST(C11Threads, OnceAndThreadStorageWork) {
  static once_flag flag = ONCE_FLAG_INIT;
  static int runs = 0;
  for (int i = 0; i < 3; ++i) call_once(&flag, [] { ++runs; });
  EXPECT_EQ(runs, 1);
  tss_t key;
  ASSERT_EQ(tss_create(&key, nullptr), thrd_success);
  EXPECT_EQ(tss_set(key, &runs), thrd_success);
  EXPECT_EQ(tss_get(key), &runs);
  tss_delete(key);
}

}  // namespace
}  // namespace heddle::runtime::libc
