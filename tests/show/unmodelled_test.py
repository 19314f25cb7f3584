#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What other files and libraries do to memory is seen if they are compiled by heddle-clang; if not, and it was executed, no
verdict is exhaustive, and JSON says so."""
import unittest

from heddle_command import HeddleTest

MAIN = """
#include <pthread.h>
extern int change(int);
static void* work(void* wanted) {
  if (wanted) change(1);
  return 0;
}
int main(int count, char** words) {
  pthread_t thread;
  pthread_create(&thread, 0, work, count > 1 ? words : 0);
  if (count > 1) change(2);
  pthread_join(thread, 0);
  return 0;
}
"""
OTHER = """
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;
int change(int by) {
  pthread_mutex_lock(&mutex);
  x += by;
  pthread_mutex_unlock(&mutex);
  return 0;
}
"""


class Unmodelled(HeddleTest):
    def setUp(self):
        super().setUp()
        self.source("main.c", MAIN)
        self.source("other.c", OTHER)

    def check(self, build, *arguments):
        self.assert_exit(self.shell(build), 0)
        return self.heddle("run", "--json", "result.json", "--", "./program", *arguments)

    def assert_proved(self, build):
        self.assert_exit(self.check(build, "wanted"), 0)
        self.assertEqual(self.result()["bounds"], [])

    def assert_not_proved(self, build):
        done = self.check(build, "wanted")
        self.assert_exit(done, 11)
        result = self.result()
        self.assertEqual(result["bounds"], [{"name": "unmodelled", "limit": "change() at main.c:5, change() at main.c:11"}])
        self.assertEqual((result["verdict"], result["exhaustive"]), ("incomplete", False))
        self.assertIn("the program calls change() at main.c:5: not under Heddle's control and not compiled with heddle-clang",
                      " ".join(result["notes"]))
        # Where it is not executed there is nothing to say.
        self.assert_exit(self.check(build), 0)
        self.assertEqual([note for note in self.result()["notes"] if "change" in note], [])

    def test_another_file_is_seen(self):
        self.assert_proved("heddle-clang -g main.c other.c -o program")
        self.assert_proved("heddle-clang -g -O2 -fno-heddle-fingerprints main.c other.c -o program")
        self.assert_proved("heddle-clang -g -fno-heddle-fingerprints -c other.c && heddle-clang -g main.c other.o -o program")

    def test_a_shared_library_is_seen(self):
        self.assert_proved("heddle-clang -g -shared -fPIC other.c -o libother.so && "
                           "heddle-clang -g main.c -L. -lother -Wl,-rpath,. -o program")
        self.assert_proved("heddle-clang -g -shared -fPIC other.c -o libother.so && "
                           "heddle-clang -g -fno-pie -no-pie main.c -L. -lother -Wl,-rpath,. -o program")

    def test_a_file_that_is_not_instrumented_is_not(self):
        self.assert_not_proved("clang-19 -g -c other.c && heddle-clang -g main.c other.o -o program")
        self.assert_not_proved("clang-19 -g -c other.c && heddle-clang -g -fno-heddle-fingerprints main.c other.o -o program")

    def test_a_library_that_is_not_instrumented_is_not(self):
        self.assert_not_proved("clang-19 -g -shared -fPIC other.c -o libother.so && "
                               "heddle-clang -g main.c -L. -lother -Wl,-rpath,. -o program")

    def test_outcomes_may_be_missing(self):
        self.assert_exit(self.shell("clang-19 -g -c other.c"), 0)
        done = self.heddle("outcomes", "main.c", "other.o", "--", "wanted")
        self.assert_exit(done, 11)
        self.assertIn("there may be more", done.output)

    def test_whoever_accepts_that_gets_zero(self):
        self.assert_exit(self.shell("clang-19 -g -c other.c"), 0)
        self.assert_exit(self.heddle("check", "main.c", "other.o", "--accept-incomplete", "--", "wanted"), 0)


if __name__ == "__main__":
    unittest.main()
