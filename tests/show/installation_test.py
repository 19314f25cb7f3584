#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An installation works where it stands, also after it was moved, and gives CMake projects their tests: heddle_add_test
beside another compiler, heddle_discover_tests for GoogleTest and Catch2."""
import os
import pathlib
import re
import shutil
import unittest

from heddle_command import HEDDLE, ROOT, HeddleTest

BUILD = HEDDLE.parent.parent


class InstalledTest(HeddleTest):
    def setUp(self):
        super().setUp()
        self.environment["PATH"] = os.environ["PATH"]
        self.environment.pop("HEDDLE_OPTIONS", None)
        self.prefix = self.folder / "some where" / "heddle"
        first = self.folder / "first"
        self.assert_exit(self.run_command(["cmake", "--install", str(BUILD), "--prefix", str(first)]), 0)
        self.prefix.parent.mkdir()
        first.rename(self.prefix)

    def installed(self, name, *words):
        return self.run_command([str(self.prefix / "bin" / name), *words])

    def configure(self, project, *more):
        return self.run_command(["cmake", "-S", str(ROOT / "tests/projects" / project), "-B", "build",
                                 f"-DCMAKE_PREFIX_PATH={self.prefix}", *more])

    def use_our_compiler(self):
        return [f"-DCMAKE_CXX_COMPILER={self.prefix}/bin/heddle-clang++", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug"]

    def ctest(self, *more):
        """Runs ctest; returns {test: result word}."""
        done = self.run_command(["ctest", "--test-dir", "build", "--timeout", "200", *more])
        found = re.findall(r"Test +#\d+: (.*?) \.*(?:\.\.\. +|\*\*\*)(Not Run|\w+)", done.output)
        self.assertTrue(found, done.everything)
        return dict(found)


class Installation(InstalledTest):
    def test_nothing_in_it_knows_the_folders_it_came_from(self):
        places = [str(ROOT).encode(), str(BUILD).encode(), str(self.folder / "first").encode()]
        for path in self.prefix.rglob("*"):
            if path.is_symlink():
                self.assertFalse(os.path.isabs(os.readlink(path)), path)
            elif path.is_file():
                content = path.read_bytes()
                for place in places:
                    self.assertFalse(place in content, f"{path} holds {place}")
        for wanted in ("bin/heddle", "bin/heddle-clang", "bin/heddle-clang++", "include/heddle/heddle.h", "lib/libheddle_pass.so", "lib/libheddle_opened.so",
                       "lib/libheddle_runtime.a", "lib/libheddle_runtime_cxx.a", "lib/cmake/Heddle/HeddleConfig.cmake",
                       "share/doc/heddle/help.txt", "share/doc/heddle/examples/account.cpp"):
            self.assertTrue((self.prefix / wanted).exists(), wanted)

    def test_check_run_and_replay_work(self):
        example = self.prefix / "share/doc/heddle/examples/account.cpp"
        found = self.installed("heddle", "check", str(example))
        self.assert_exit(found, 10)
        self.assertIn("account.cpp:25", found.output)
        self.assert_exit(self.shell(found.last_line), 10)
        self.assert_exit(self.installed("heddle-clang++", "-std=c++20", str(example), "-o", "account"), 0)
        self.assert_exit(self.installed("heddle", "run", "--", "./account"), 10)
        help_text = self.installed("heddle", "--help").output
        self.assertEqual(help_text, (self.prefix / "share/doc/heddle/help.txt").read_text())

    @unittest.skipUnless(os.getuid() == 0 and shutil.which("setpriv"), "needs to become another user")
    def test_works_for_another_user_in_his_own_folder(self):
        self.folder.chmod(0o755)
        home = self.folder / "his"
        home.mkdir()
        os.chown(home, 65534, 65534)
        command = (f"cd his && setpriv --reuid 65534 --regid 65534 --clear-groups "
                   f"'{self.prefix}/bin/heddle' check '{self.prefix}/share/doc/heddle/examples/account.cpp'")
        found = self.shell(command)
        self.assert_exit(found, 10)
        self.assertTrue((home / "heddle-out/findings").is_dir())


class AddTest(InstalledTest):
    def test_tests_pass_and_fail_as_their_functions_say(self):
        for generator in ("Ninja", "Unix Makefiles"):
            with self.subTest(generator):
                shutil.rmtree(self.folder / "build", ignore_errors=True)
                self.assert_exit(self.configure("ctest", "-G", generator, "-DCMAKE_CXX_COMPILER=g++",
                                                "-DCMAKE_C_COMPILER=gcc"), 0)
                before = self.ctest()  # nothing is built yet: nothing may pass
                self.assertEqual(set(before.values()), {"Failed"}, before)
                self.assert_exit(self.run_command(["cmake", "--build", "build"]), 0)
                self.assert_exit(self.run_command(["build/shop"]), 0)
                results = self.ctest("-L", "heddle")
                self.assertEqual(len(results), 9, results)
                for name, result in results.items():
                    self.assertEqual(result, "Failed" if name.startswith("fails_") else "Passed", name)

    def test_a_changed_header_is_noticed(self):
        project = self.folder / "project"
        shutil.copytree(ROOT / "tests/projects/ctest", project)
        self.assert_exit(self.configure(project, "-G", "Ninja", "-DCMAKE_CXX_COMPILER=g++"), 0)
        self.assert_exit(self.run_command(["cmake", "--build", "build", "--target", "heddle_locked"]), 0)
        (project / "stock.h").write_text("#error changed\n")
        again = self.run_command(["cmake", "--build", "build", "--target", "heddle_locked"])
        self.assertIn("#error changed", again.everything)

    def refused(self, body):
        """The error of a project with this body."""
        project = self.folder / "refused"
        shutil.rmtree(project, ignore_errors=True)
        shutil.rmtree(self.folder / "build", ignore_errors=True)
        project.mkdir()
        (project / "a.cpp").write_text("int main() {}\n")
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(refused LANGUAGES CXX)\nenable_testing()\n"
            "find_package(Heddle REQUIRED)\nadd_executable(program a.cpp)\nadd_library(part STATIC a.cpp)\n" + body)
        done = self.configure(project, "-G", "Ninja", "-DCMAKE_CXX_COMPILER=g++")
        return done.code, " ".join(done.everything.split())

    def test_wrong_uses_are_named(self):
        for body, words in (("heddle_add_test(NAME x TARGET program)", "is compiled by"),
                            ("heddle_add_test(NAME x TARGET program)", "heddle-clang++"),
                            ("heddle_add_test(NAME x TARGET nothing)", "there is no target nothing"),
                            ("heddle_add_test(NAME x)", "give either SOURCES or TARGET"),
                            ("heddle_add_test(SOURCES a.cpp)", "NAME is missing"),
                            ("heddle_add_test(NAME x SOURCES a.cpp TIME soon)", "not `soon`"),
                            ("heddle_add_test(NAME x SOURCES a.cpp STRATEGY)", "nothing stands behind STRATEGY"),
                            ("heddle_add_test(NAME x SOURCES a.cpp EXPECT_FINDING a b)", "takes one kind"),
                            ("heddle_add_test(x SOURCES a.cpp)", "what is `x`"),
                            ("heddle_discover_tests(program)", "is compiled by")):
            with self.subTest(body):
                code, text = self.refused(body)
                self.assertNotEqual(code, 0)
                self.assertIn(words, text)
        code, text = self.refused("heddle_add_test(NAME x SOURCES a.cpp LIBRARIES part)")
        self.assertEqual(code, 0, text)
        self.assertIn("the library part is compiled by", text)

    def test_a_version_that_is_not_there_is_refused(self):
        _, text = self.refused("find_package(Heddle 99 REQUIRED)")
        self.assertIn("compatible with requested version", text)


class Suites(InstalledTest):
    def build(self, project):
        self.assert_exit(self.configure(project, *self.use_our_compiler()), 0)
        before = self.ctest()
        self.assertEqual(list(before), ["suite_NOT_BUILT"])
        built = self.run_command(["cmake", "--build", "build"])
        self.assert_exit(built, 0)
        return built

    def test_googletest_suite_is_explored_test_by_test(self):
        built = self.build("gtest")
        self.assertLessEqual(built.everything.count("warning:"), 2, built.everything)
        results = self.ctest()
        failed = {name for name, result in results.items() if result not in ("Passed", "Not Run")}
        self.assertEqual(failed, {"heddle:OtherDeathTest.NeedsAnotherProcess"}, results)
        self.assertEqual(len(results), 13, results)
        self.assertIn("heddle:Few/Threads.AllExpectTheirNumber/1", results)
        self.assertIn("heddle:Typed/1.AddsInThread", results)
        self.assertEqual(results["heddle:Other.DISABLED_IsNotRun"], "Not Run")
        found = self.installed("heddle", "run", "--", "build/suite", "--gtest_filter=Ticket.NumbersDifferWithoutLock")
        self.assert_exit(found, 10)
        self.assertIn("SUMMARY: heddle: exit-code", found.output)
        self.assertIn("\n  | the same ticket twice\n", found.output)
        shown = self.shell(found.last_line)
        self.assert_exit(shown, 10)
        self.assertIn("the same ticket twice", shown.everything)
        death = self.installed("heddle", "run", "--", "build/suite", "--gtest_filter=*Death*")
        self.assert_exit(death, 12)
        self.assertRegex(death.everything, r"does not model: (fork|clone)\b")
        capture = self.installed("heddle", "run", "--strategy", "dfs", "--", "build/suite",
                                 "--gtest_filter=Other.CapturesStandardOutput")
        self.assert_exit(capture, 0)
        self.assertFalse(list(pathlib.Path("/tmp").glob("gtest_captured_stream.h0*")))

    def test_catch2_suite_is_explored_test_by_test(self):
        built = self.build("catch2")
        self.assertLessEqual(built.everything.count("warning:"), 0, built.everything)
        results = self.ctest()
        self.assertEqual(set(results.values()), {"Passed"}, results)
        self.assertEqual(len(results), 3, results)


if __name__ == "__main__":
    unittest.main()
