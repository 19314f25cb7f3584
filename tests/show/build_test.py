#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle check builds what has changed, and nothing twice. A changed program is never taken for the one before."""
import pathlib
import subprocess
import tempfile
import unittest

from heddle_command import HeddleTest

USES = """
#include <assert.h>
#include <value.h>
int main(void) { assert(VALUE == 1); return 0; }
"""
WARNS = "#include <assert.h>\nint main(void) { int unused; return 0; }\n"


class Build(HeddleTest):
    def setUp(self):
        super().setUp()
        # Counts how often a compiler is started.
        self.calls = self.folder / "calls"
        self.calls.write_text("")
        compiler = self.folder / "counting-clang"
        compiler.write_text(f"#!/bin/sh\ncase \"$*\" in *--version*) ;; *) echo x >> {self.calls} ;; esac\nexec clang-19 \"$@\"\n")
        compiler.chmod(0o755)
        self.environment["HEDDLE_CLANG"] = str(compiler)

    def checked(self, *words, code=0):
        """How often a compiler was started meanwhile."""
        before = len(self.calls.read_text())
        self.done = self.heddle("check", *words)
        self.assert_exit(self.done, code)
        return (len(self.calls.read_text()) - before) // 2

    def assert_kept(self, *words, code=0):
        self.assertEqual(self.checked(*words, code=code), 0)

    def test_the_second_check_compiles_nothing_and_repeats_the_warnings(self):
        self.source("warns.c", WARNS)
        self.assertEqual(self.checked("warns.c", "-Wall"), 2, "compiled and linked")
        first = self.done.everything
        self.assertIn("warning: unused variable", first)
        self.assertNotIn("\033", first)
        self.assert_kept("warns.c", "-Wall")
        self.assertIn("warning: unused variable", self.done.everything)
        self.assert_kept("warns.c", "-Wall", "--strategy", "dfs", "--json", "result.json")
        self.assertGreater(self.checked("warns.c"), 0, "other flags")

    def test_every_change_of_an_input_is_noticed(self):
        self.source("uses.c", USES)
        for name in ("one", "two"):
            (self.folder / name).mkdir()
        header = self.folder / "two/value.h"
        header.write_text("#define VALUE 1\n")
        words = ("uses.c", "-Ione", "-Itwo")
        self.checked(*words)
        self.assert_kept(*words)
        header.write_text("#define VALUE 2\n")
        self.checked(*words, code=10)
        header.write_text("#define VALUE 1\n")
        self.assert_kept(*words)  # both are there
        (self.folder / "one/value.h").write_text("#define VALUE 3\n")  # stands in front of it
        self.checked(*words, code=10)
        (self.folder / "one/value.h").unlink()
        self.checked(*words)
        self.environment["CPATH"] = str(self.folder)
        (self.folder / "value.h").write_text("#define VALUE 5\n")
        self.checked("uses.c", "-Itwo")
        self.checked("uses.c", code=10)
        self.assert_kept("uses.c", code=10)
        self.environment["CPATH"] = str(self.folder / "two")
        self.checked("uses.c")

    def test_forced_headers_and_libraries_are_inputs(self):
        self.source("plain.c", "#include <assert.h>\nint value(void);\nint main(void) { assert(value() == EXPECTED); return 0; }\n")
        self.source("forced.h", "#define EXPECTED 1\n")
        library = self.folder / "lib"
        library.mkdir()
        first = self.folder / "first"
        first.mkdir()

        def make(folder, value):
            self.source("value.c", f"int value(void) {{ return {value}; }}\n")
            done = self.shell(f"heddle-clang -c value.c -o value.o && rm -f {folder}/libvalue.a && ar rc {folder}/libvalue.a value.o")
            self.assert_exit(done, 0)

        make("lib", 1)
        words = ("plain.c", "-include", "forced.h", "-Lfirst", "-Llib", "-lvalue")
        by_path = ("plain.c", "-include", "forced.h", "lib/libvalue.a")
        for each in (words, by_path):
            self.checked(*each)
            self.assert_kept(*each)
        self.source("forced.h", "#define EXPECTED 2\n")
        for each in (words, by_path):
            self.checked(*each, code=10)
        make("lib", 2)
        for each in (words, by_path):
            self.checked(*each)
            self.assert_kept(*each)
        make("first", 3)
        self.checked(*words, code=10)

    def test_files_that_no_dependency_file_names_are_inputs(self):
        reads_value = "extern int value;\nint main(void) { assert(*(volatile int*)&value == 1); return 0; }\n"
        data = ".data; .globl value; value: "
        sources = {
            "include.c": '__asm__(".include \\"in\\"");\n', "capitals.c": '__asm__(".INC" "LUDE \\"in\\"");\n',
            "macro.c": '__asm__(".macro take kind; .inc\\\\kind \\"in\\"; .endm; take lude");\n'}
        for name, text in sources.items():
            with self.subTest(name):
                self.source("in", data + ".long 1\n")
                self.source(name, "#include <assert.h>\n" + text + reads_value)
                self.checked(name)
                self.assert_kept(name)
                self.source("in", data + ".long 2\n")
                self.checked(name, code=10)

    def test_what_is_embedded_or_named_in_a_response_file_of_the_linker_is_an_input(self):
        self.source("embeds.c", "#include <assert.h>\nstatic const char text[] = {\n#\tembed \"in\"\n};\n"
                    "int main(void) { assert(text[0] == '1'); return 0; }\n")
        self.source("plain.c", "#include <assert.h>\nint one = 1, two = 2;\nextern int value;\n"
                    "int main(void) { assert(*(volatile int*)&value == 1); return 0; }\n")
        self.source("flags", "@more")
        for words, file, before, after in ((["embeds.c", "-w"], "in", "1", "2"),
                                           (["plain.c", "-Wl,@flags"], "more", "--defsym=value=one", "--defsym=value=two")):
            with self.subTest(words[0]):
                self.source(file, before)
                self.checked(*words)
                self.assert_kept(*words)
                self.source(file, after)
                self.checked(*words, code=10)

    def test_a_response_file_stands_for_its_words(self):
        self.source("plain.c", "#include <assert.h>\nint main(void) { assert(VALUE == 1); return 0; }\n")
        self.source("words", "plain.c -D VALUE=1 @more")
        self.source("more", "-O1")
        self.checked("@words")
        self.assert_kept("@words")
        self.assert_kept("plain.c", "-D", "VALUE=1", "-O1")
        self.source("words", "plain.c -D VALUE=2")
        self.checked("@words", code=10)

    def test_values_of_flags_are_no_files(self):
        self.source("value.h", "#define VALUE 1\n")
        self.source("plain.c", "#include <assert.h>\nint main(void) { assert(VALUE == 1); return 0; }\n")
        self.assert_exit(self.shell("heddle-clang -g -x c-header value.h -o value.pch"), 0)
        self.source("flags.cfg", "-DVALUE=1\n")
        self.source("overlay.yaml", "{'version': 0, 'roots': []}\n")
        for words in (("-include-pch", "value.pch"), ("--config", "./flags.cfg"), ("-z", "now", "-DVALUE=1"),
                      ("-ivfsoverlay", "overlay.yaml", "-DVALUE=1"), ("-xc", "-DVALUE=1"), ("--std", "c17", "-DVALUE=1")):
            with self.subTest(words[0]):
                self.checked("plain.c", *words)
                self.assertNotIn("warning", self.done.everything)

    def test_a_failed_build_leaves_nothing(self):
        self.source("broken.c", "int main(void) { return nothing; }\n")
        self.checked("broken.c", code=2)
        self.assertIn("use of undeclared identifier", self.done.everything)
        self.assertGreater(self.checked("broken.c", code=2), 0)
        left = [path.name for path in (self.folder / "heddle-out/build/broken").iterdir()]
        self.assertFalse([name for name in left if not name.startswith("lock-")], left)

    def test_a_replay_has_its_build_after_the_source_has_changed(self):
        path = self.source("changes.c", "#include <assert.h>\nint main(void) { assert(0 == 1); return 0; }\n")
        self.checked("changes.c", "--json", "result.json", code=10)
        file = self.result()["findings"][0]["replay"]
        for number in range(12):
            path.write_text(f"int main(void) {{ return 0; }} // {number}\n")
            self.checked("changes.c")
        kept = [each.name for each in (self.folder / "heddle-out/build/changes").iterdir() if len(each.name) == 25]
        self.assertEqual(len(kept), 9, kept)  # eight, and the one that the replay file names
        done = self.heddle("replay", file)
        self.assert_exit(done, 10)
        self.assertIn("changes.c has changed since", done.everything)

    def test_a_replay_builds_again_what_is_gone_although_a_variable_is_another_one(self):
        self.source("gone.c", "#include <assert.h>\nint main(void) { assert(0 == 1); return 0; }\n")
        self.checked("gone.c", "--json", "result.json", code=10)
        subprocess.run(["rm", "-rf", str(self.folder / "heddle-out/build")], check=True)
        self.environment["LANGUAGE"] = "en"
        self.assert_exit(self.heddle("replay", self.result()["findings"][0]["replay"]), 10)

    def test_a_disk_that_gets_full_is_named(self):
        with tempfile.TemporaryDirectory() as disk:
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], check=False, capture_output=True)
            if mounted.returncode != 0:
                self.skipTest("mounting a small disk needs root")
            try:
                self.source("warns.c", WARNS)
                done = self.heddle("check", "warns.c", "--out", disk)
                left = list(pathlib.Path(disk).rglob("building-*"))
            finally:
                subprocess.run(["umount", disk], check=True)
        self.assert_exit(done, 3)
        self.assertIn("No space left on device", done.everything)
        self.assertEqual(left, [])


if __name__ == "__main__":
    unittest.main()
