#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Input that cannot be checked: exit code 2 and a sentence that says why."""
import pathlib
import unittest

from heddle_command import EXAMPLES, HeddleTest

PROGRAMS = pathlib.Path(__file__).resolve().parent.parent / "programs"


class Refused(HeddleTest):
    def assert_refused(self, finished, *words):
        self.assert_exit(finished, 2)
        for word in words:
            self.assertIn(word, finished.everything)
        self.assertNotIn("internal error", finished.everything)

    def test_program_that_does_not_compile_shows_the_compilers_message(self):
        path = self.source("broken.cpp", "int main() {\n  return undeclared;\n}\n")
        self.assert_refused(self.heddle("check", path), "broken.cpp:2", "undeclared")

    def test_missing_file_is_named(self):
        self.assert_refused(self.heddle("check", "nowhere.cpp"), "nowhere.cpp")

    def test_program_without_main_is_refused(self):
        path = self.source("library.cpp", "int answer() { return 42; }\n")
        self.assert_refused(self.heddle("check", path), "main")

    def test_unknown_option_value_is_named(self):
        self.assert_refused(self.heddle("check", EXAMPLES / "account.cpp", "--strategy", "magic"), "magic")

    def test_other_memory_models_are_not_there_yet(self):
        self.assert_refused(self.heddle("check", EXAMPLES / "account.cpp", "--memory-model", "tso"), "tso", "not yet")

    def test_sanitizers_lto_static_and_openmp_are_refused_by_name(self):
        for flag in ("-fsanitize=address", "-flto", "-static", "-fopenmp"):
            with self.subTest(flag):
                self.assert_refused(self.heddle("check", EXAMPLES / "account.cpp", flag), flag)

    def test_run_of_a_program_that_is_not_there_or_not_instrumented_says_so(self):
        self.assert_refused(self.heddle("run", "--", "./nothing"), "nothing")
        self.assert_refused(self.heddle("run", "--", "/bin/true"), "/bin/true")

    def test_no_file_at_all_is_a_usage_error(self):
        self.assert_refused(self.heddle("check"))
        self.assert_refused(self.heddle("frobnicate"), "frobnicate")

    def test_more_memory_before_main_than_can_be_restored_is_named(self):
        done = self.heddle("check", PROGRAMS / "bad_input/many_mappings.c", "-DPAGES=5000")
        self.assert_exit(done, 12)
        self.assertIn("more than 4096 writable mappings", done.everything)

    def test_what_constructors_cannot_do_is_named(self):
        for body, words in (("pthread_t thread; pthread_create(&thread, 0, run, 0);",
                             "pthread_create: a thread is created before main begins"),
                            ("pthread_exit(0);", "pthread_exit: the main thread ends before main begins"),
                            ("static sem_t none; sem_wait(&none);", "sem_wait: waiting before main begins"),
                            ("exit(3);", "ended before main with exit code 3")):
            with self.subTest(body):
                path = self.source("constructor.c", "#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n"
                                   "static void* run(void* argument) { return argument; }\n"
                                   "__attribute__((constructor)) static void begin(void) { " + body + " }\n"
                                   "int main(void) { return 0; }\n")
                done = self.heddle("check", path)
                self.assert_exit(done, 12)
                self.assertIn(words, done.everything)

    def test_help_and_version_succeed(self):
        for words in (["--help"], ["check", "--help"], ["--version"]):
            with self.subTest(words):
                self.assert_exit(self.heddle(*words), 0)

    def test_inline_assembly_is_warned_about_with_its_line(self):
        path = self.source("assembly.c", 'int x;\nint main(void) {\n'
                           '  __asm__ volatile("shll $1, %0" : "+m"(x) : : "memory");\n  return x;\n}\n')
        done = self.heddle("check", path)
        self.assert_exit(done, 0)
        self.assertIn("assembly.c:3", done.everything)
        self.assertIn("what code outside of Heddle's control does to memory is not seen", done.output)


if __name__ == "__main__":
    unittest.main()
