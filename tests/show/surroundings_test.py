#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Surroundings that are not as they should be: a container that refuses personality and ptrace, low limits, a folder that
cannot be written, a full disk, no /dev/shm, no /proc, no HOME, no debug information. Heddle works, or says clearly what is missing."""
import os
import shutil
import unittest

from heddle_command import EXAMPLES, HEDDLE, HeddleTest

# Runs a command under a filter that refuses two system calls, as many containers do.
CONTAINER = r"""
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#define REFUSE(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
int main(int count, char** words) {
  struct sock_filter filter[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), REFUSE(SYS_personality), REFUSE(SYS_ptrace),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 98;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 99;
  execvp(words[1], words + 1);
  return 97;
}
"""

# Ten megabytes in main, and in a thread with default attributes.
LARGE_FRAME = r"""
#include <pthread.h>
__attribute__((noinline)) static void* use(void* unused) {
  volatile char frame[10 << 20];
  for (unsigned at = 0; at < sizeof frame; at += 4096) frame[at] = 1;
  return unused;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
  return use(0) != 0;
}
"""


class Surroundings(HeddleTest):
    def account(self):
        """The program, built; its path."""
        self.assert_exit(self.heddle("check", EXAMPLES / "account.cpp"), 10)
        return "heddle-out/build/account/account"

    def container(self):
        self.source("container.c", CONTAINER)
        self.assert_exit(self.run_command(["clang-19", "container.c", "-o", "container"]), 0)
        if self.run_command(["./container", "true"]).code == 99:
            self.skipTest("this system has no seccomp filters")
        return "./container"

    def test_container_that_refuses_personality_and_ptrace(self):
        container = self.container()
        found = self.run_command([container, str(HEDDLE), "check", str(EXAMPLES / "account.cpp")])
        self.assert_exit(found, 10)
        for _ in range(3):  # at other addresses each time
            shown = self.shell(f"{container} {found.last_line}")
            self.assert_exit(shown, 10)
            self.assertIn("account.cpp:25", shown.output)
            self.assertIn("randomises addresses", shown.everything)
        outside = self.shell(found.last_line)
        self.assert_exit(outside, 10)
        clean = self.run_command([container, str(HEDDLE), "check", str(EXAMPLES / "account_fixed.cpp"), "--strategy", "dfs"])
        self.assert_exit(clean, 0)

    def test_limits_that_are_too_low_are_named(self):
        program = self.account()
        few = self.shell(f"ulimit -n 100; '{HEDDLE}' run -- {program}")
        self.assert_exit(few, 3)
        self.assertIn("ulimit -n", few.everything)
        soft = self.shell(f"ulimit -S -n 100; '{HEDDLE}' run -- {program}")
        self.assert_exit(soft, 10)
        small = self.shell(f"ulimit -v 4000000; '{HEDDLE}' run -- {program}")
        self.assert_exit(small, 3)
        self.assertIn("ulimit -v", small.everything)

    def test_stack_limit_is_that_of_the_shell(self):
        self.source("frame.c", LARGE_FRAME)
        if self.shell("ulimit -s 16384").code != 0:
            self.skipTest("the limit of stacks cannot be raised")
        found = self.shell(f"ulimit -s 8192; '{HEDDLE}' check frame.c")
        self.assert_exit(found, 10)
        self.assertIn("SUMMARY: heddle: stack-overflow", found.output)
        self.assertIn("frame.c:3", found.output)  # where the frame begins
        for limit in ("16384", "unlimited"):
            self.assert_exit(self.shell(f"ulimit -s {limit} && '{HEDDLE}' check frame.c --strategy dfs"), 0)

    @unittest.skipUnless(os.getuid() == 0 and shutil.which("setpriv"), "needs to become another user")
    def test_folder_that_cannot_be_written(self):
        self.account()
        self.folder.chmod(0o755)
        other_user = "setpriv --reuid 65534 --regid 65534 --clear-groups"
        built = self.shell(f"{other_user} '{HEDDLE}' check '{EXAMPLES}/dekker.cpp'")
        self.assert_exit(built, 3)
        self.assertIn("cannot make folder", built.everything)

    def among(self, mounts, command):
        """Runs the command where other file systems are mounted, out of sight of everybody else."""
        if self.shell("unshare -m true").code != 0:
            self.skipTest("file systems cannot be mounted here")
        done = self.shell(f"unshare -m sh -c '({mounts}) || exit 99; {command}'")
        if done.code == 99:
            self.skipTest("these file systems cannot be mounted here")
        return done

    def test_shared_memory_folder_is_not_needed(self):
        for mounts in ("mount -t tmpfs -o ro none /dev/shm",
                       "mount -t tmpfs -o size=4k none /dev/shm && head -c 4096 /dev/zero > /dev/shm/full"):
            with self.subTest(mounts):
                found = self.among(mounts, f'"{HEDDLE}" check "{EXAMPLES}/account.cpp"')
                self.assert_exit(found, 10)
                self.assert_exit(self.among(mounts, found.last_line), 10)

    def test_process_file_system_is_needed(self):
        program = self.account()
        done = self.among("mount -t tmpfs none /proc", f'"{HEDDLE}" run -- {program}')
        self.assert_exit(done, 3)
        self.assertIn("/proc", done.everything)

    def test_full_disk_is_named(self):
        program = self.account()
        done = self.among("mkdir small && mount -t tmpfs -o size=8k none small && head -c 8192 /dev/zero > small/full",
                          f'cd small && "{HEDDLE}" run -- ../{program}')
        self.assert_exit(done, 10)
        self.assertIn("cannot write heddle-out/findings/", done.everything)
        self.assertIn("No space left on device", done.everything)

    def test_standard_input_is_not_handed_on(self):
        self.source("reads.c", "#include <stdio.h>\nint main(void) { return getchar() != EOF; }\n")
        self.source("input", "1")
        for words in ("check reads.c < input", "outcomes reads.c < input", "run -- heddle-out/build/reads/reads < input"):
            with self.subTest(words):
                done = self.shell(f"'{HEDDLE}' {words}")
                self.assert_exit(done, 0)
                self.assertIn("the program reads an empty one", done.output)
        self.assertNotIn("empty one", self.shell(f"'{HEDDLE}' check reads.c < /dev/null").output)

    def test_full_standard_output_is_named_and_never_clean(self):
        found = self.heddle("check", EXAMPLES / "account.cpp")
        self.assert_exit(found, 10)
        source = self.source("one.c", '#include <stdio.h>\nint main(void) { puts("1"); return 0; }\n')
        listed = self.heddle("outcomes", source, "--json", "result.json")
        self.assert_exit(listed, 0)
        outcome = self.result()["outcomes"][0]["replay"]
        for words, code in ((f"check '{source}'", 3), (f"outcomes '{source}'", 3), (f"replay {outcome}", 3), ("--version", 3),
                            (f"explain {outcome}", 3), (f"check '{EXAMPLES}/account.cpp'", 10)):
            with self.subTest(words):
                done = self.shell(f"'{HEDDLE}' {words} > /dev/full")
                self.assert_exit(done, code)
                self.assertIn("cannot write to standard output", done.everything)

    def test_neither_home_nor_debug_information(self):
        self.environment.pop("HOME", None)
        found = self.heddle("check", "-g0", EXAMPLES / "account.cpp")
        self.assert_exit(found, 10)
        self.assertIn("account.cpp:25", found.output)
        stripped = self.shell("strip heddle-out/build/account/account -o bare")
        self.assert_exit(stripped, 0)
        found = self.heddle("run", "--", "./bare")
        self.assert_exit(found, 10)
        self.assertIn("account.cpp:25", found.output)  # the points are data of the program


if __name__ == "__main__":
    unittest.main()
