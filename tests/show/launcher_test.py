#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The launcher, in a checkout whose program and build are stand-ins: it holds nothing open, and somebody else's checkout is used as it is."""
import os
import pathlib
import shutil
import subprocess
import unittest

from heddle_command import ROOT, SECONDS, HeddleTest, Finished

OTHER_USER = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]


class Launcher(HeddleTest):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.checkout = self.folder / "checkout"
        for name in ("heddle", "CMakeLists.txt", "cmake/set_up.sh", "cmake/packages.txt", "docs/help.txt"):
            (self.checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.checkout / name)

    def build(self):
        """What a build leaves, up to date."""
        folder = self.checkout / "build" / "release"
        (folder / "bin").mkdir(parents=True)
        (folder / "build.ninja").write_text("build heddle: phony\n")
        binary = folder / "bin" / "heddle"
        binary.write_text('#!/bin/sh\necho "the program: $*"\n')
        binary.chmod(0o755)

    def launch(self, *words, before=()):
        return Finished(subprocess.run([*before, self.checkout / "heddle", *words], capture_output=True, text=True,
                                       timeout=SECONDS, check=False))

    def test_hands_its_words_to_the_program(self):
        self.build()
        launched = self.launch("check", "a b.c")
        self.assert_exit(launched, 0)
        self.assertEqual(launched.everything, "the program: check a b.c\n")

    def test_nobody_holds_its_output_once_it_has_ended(self):
        self.build()
        reader, writer = os.pipe()
        pipe = os.fstat(writer).st_ino
        subprocess.run([self.checkout / "heddle", "check"], stdout=writer, stderr=writer, timeout=SECONDS, check=True)
        os.close(writer)
        self.addCleanup(os.close, reader)
        self.assertEqual(holders(pipe) - {os.getpid()}, set())

    @unittest.skipUnless(os.getuid() == 0 and shutil.which("setpriv"), "needs to become another user")
    def test_somebody_elses_checkout_is_used_as_it_is(self):
        self.build()
        launched = self.launch("--version", before=OTHER_USER)
        self.assert_exit(launched, 0)
        self.assertEqual(launched.everything, "the program: --version\n")

    @unittest.skipUnless(os.getuid() == 0 and shutil.which("setpriv"), "needs to become another user")
    def test_somebody_elses_checkout_that_is_not_built_is_named(self):
        launched = self.launch("check", "a.c", before=OTHER_USER)
        self.assert_exit(launched, 3)
        self.assertIn("clone it into a folder of your own", launched.everything)
        self.assert_exit(self.launch("--version", before=OTHER_USER), 0)
        self.assertFalse((self.checkout / "build").exists())


def holders(pipe):
    """The processes that have one end of it open."""
    found = set()
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if any(os.stat(link).st_ino == pipe for link in (process / "fd").iterdir() if os.readlink(link).startswith("pipe:")):
                found.add(int(process.name))
        except OSError:  # it has ended meanwhile, or is not ours to ask
            continue
    return found


if __name__ == "__main__":
    unittest.main()
