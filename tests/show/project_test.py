#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A user's CMake project (tests/projects/multi) with the drop-in compilers: configures, builds, runs by hand, and its
mistake, which sits in a static library, is found and replayed."""
import os
import shutil
import unittest

from heddle_command import HEDDLE, ROOT, HeddleTest


class Project(HeddleTest):
    def build(self, *more, project="multi"):
        source = ROOT / "tests/projects" / project
        done = self.run_command(["cmake", "-S", str(source), "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                                 f"-DCMAKE_C_COMPILER={HEDDLE.parent / 'heddle-clang'}",
                                 f"-DCMAKE_CXX_COMPILER={HEDDLE.parent / 'heddle-clang++'}", *more])
        self.assert_exit(done, 0)
        self.assert_exit(self.run_command(["ninja", "-C", "build"]), 0)

    def test_project_builds_runs_by_hand_and_shows_its_mistake(self):
        self.build()
        # By hand the scheduler is the system's and the mistake may strike: adding nothing is right in any order.
        self.assert_exit(self.run_command(["build/app/multi", "0"]), 0)
        found = self.heddle("run", "--json", "result.json", "--", "build/app/multi", "3")
        self.assert_exit(found, 10)
        finding = self.result()["findings"][0]
        self.assertEqual((finding["kind"], finding["location"]["line"]), ("assertion", 22))
        self.assertTrue(finding["location"]["file"].endswith("app/main.cpp"))
        self.assertIn("counter.c:8", "".join(found.everything.split()))  # a long path is broken over lines
        self.assert_exit(self.shell(found.last_line), 10)

    def test_plugin_that_is_loaded_while_running_is_explored(self):
        self.build(project="plugin")
        host = ["build/host", "build/libtally.so"]
        self.assert_exit(self.run_command([*host, "careful"]), 0)
        found = self.heddle("run", "--json", "result.json", "--paranoid", "1", "--", *host, "careless")
        self.assert_exit(found, 10)
        self.assertEqual(self.result()["findings"][0]["kind"], "assertion")
        self.assertIn("tally.cpp:21", found.everything)
        self.assert_exit(self.shell(found.last_line), 10)
        for way in ("careful", "threads"):
            clean = self.heddle("run", "--strategy", "random", "--max-executions", "500", "--paranoid", "5", "--", *host, way)
            self.assert_exit(clean, 11)
            self.assertIn("Nothing found in 500 random executions", clean.everything)
        missing = self.heddle("run", "--strategy", "random", "--max-executions", "5", "--expect-exit", "3", "--", "build/host", "nowhere.so", "careful")
        self.assert_exit(missing, 11)

    @unittest.skipUnless(shutil.which("ccache"), "ccache is not there")
    def test_project_builds_through_ccache(self):
        self.environment["CCACHE_DIR"] = str(self.folder / "cache")
        for _ in range(2):
            shutil.rmtree(self.folder / "build", ignore_errors=True)
            self.build("-DCMAKE_C_COMPILER_LAUNCHER=ccache", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        self.assert_exit(self.heddle("run", "--", "build/app/multi"), 10)

    def test_compilers_behave_like_clang(self):
        self.source("one.c", "#include \"one.h\"\nint main(void) { return ONE - 1; }\n")
        self.source("one.h", "#define ONE 1\n")
        compiler = str(HEDDLE.parent / "heddle-clang")
        for words in (["-E", "one.c", "-o", "one.i"], ["-MMD", "-MF", "one.d", "-c", "one.c", "-o", "one.o"],
                      ["one.o", "-o", "one"], ["-x", "c", "one.c", "-S", "-o", "one.s"], ["--version"]):
            with self.subTest(words):
                self.assert_exit(self.run_command([compiler, *words]), 0)
        self.assertIn("one.h", (self.folder / "one.d").read_text())
        self.assertTrue(os.access(self.folder / "one", os.X_OK))
        self.assert_exit(self.run_command([str(self.folder / "one")]), 0)


if __name__ == "__main__":
    unittest.main()
