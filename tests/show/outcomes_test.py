#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle outcomes`: every distinct output and exit status, and no other; each can be replayed."""
import json
import unittest

from heddle_command import HeddleTest

# Threads of litmus tests: w = write, r = read, a = fetch_add(1), f = fence. Behind them how many different results all
# reads have together under sequential consistency, and how many there are together with the final memory.
LITMUS = {
    "SB": ([["wx1", "ry"], ["wy1", "rx"]], 3, None),
    "SB+fences": ([["wx1", "f", "ry"], ["wy1", "f", "rx"]], 3, None),
    "SB+rmw": ([["wx1", "az", "ry"], ["wy1", "az", "rx"]], 4, None),
    "MP": ([["wx1", "wy1"], ["ry", "rx"]], 3, None),
    "MP+store fence": ([["wx1", "f", "wy1"], ["ry", "rx"]], 3, None),
    "LB": ([["rx", "wy1"], ["ry", "wx1"]], 3, None),
    "SB+rfi": ([["wx1", "rx", "ry"], ["wy1", "ry", "rx"]], 3, None),
    "IRIW": ([["wx1"], ["wy1"], ["rx", "ry"], ["ry", "rx"]], 15, None),
    "WRC": ([["wx1"], ["rx", "wy1"], ["ry", "rx"]], 7, None),
    "S": ([["wx2", "wy1"], ["ry", "wx1"]], 2, 3),
    "R": ([["wx1", "wy1"], ["wy2", "rx"]], 2, 3),
    "2+2W": ([["wx1", "wy2"], ["wy1", "wx2"]], 1, 3),
    "n6": ([["wx1", "rx", "ry"], ["wy1", "wx2"]], 3, 4),
    "CoRR": ([["wx1"], ["wx2"], ["rx", "rx"]], 7, 12),
}


def all_results(threads):
    """What every interleaving reads, and what is in memory afterwards."""
    found = set()

    def go(places, memory, reads):
        done = True
        for number, thread in enumerate(threads):
            at = places[number]
            if at == len(thread):
                continue
            done = False
            kind, cell = thread[at][0], thread[at][1:2]
            after, told = dict(memory), reads
            if kind == "w":
                after[cell] = int(thread[at][2])
            elif kind in "ra":
                told = reads | {(number, at, memory[cell])}
                after[cell] += kind == "a"
            go(places[:number] + (at + 1,) + places[number + 1:], after, told)
        if done:
            found.add((tuple(value for _, _, value in sorted(reads)), tuple(memory[cell] for cell in "xyz")))

    go((0,) * len(threads), dict.fromkeys("xyz", 0), frozenset())
    return found


def source_of(threads, shows_memory):
    text = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\natomic_int x, y, z;\nint r[4][4];\n"
    reads = []
    for number, thread in enumerate(threads):
        text += f"void* thread{number}(void* unused) {{\n"
        for at, step in enumerate(thread):
            kind, cell = step[0], step[1:2]
            if kind in "ra":
                reads.append(f"r[{number}][{at}]")
            text += {"w": f"  atomic_store(&{cell}, {step[2:]});\n",
                     "r": f"  r[{number}][{at}] = atomic_load(&{cell});\n",
                     "a": f"  r[{number}][{at}] = atomic_fetch_add(&{cell}, 1);\n",
                     "f": "  atomic_thread_fence(memory_order_seq_cst);\n"}[kind]
        text += "  return 0;\n}\n"
    text += f"int main(void) {{\n  pthread_t t[{len(threads)}];\n"
    for number in range(len(threads)):
        text += f"  pthread_create(&t[{number}], 0, thread{number}, 0);\n"
    for number in range(len(threads)):
        text += f"  pthread_join(t[{number}], 0);\n"
    shown = reads + (["(int)x", "(int)y", "(int)z"] if shows_memory else [])
    for each in shown:
        text += f'  printf("%d ", {each});\n'
    return text + "  return 0;\n}\n"


class Outcomes(HeddleTest):
    def outcomes(self, source, *words, name="program.c", code=0):
        (self.folder / name).write_text(source)
        done = self.heddle("outcomes", name, "--json", "report.json", "--quiet", *words)
        self.assertEqual(done.code, code, done.everything)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertEqual(report["exhaustive"], code == 0)
        self.assertEqual(report["verdict"], "complete" if code == 0 else "incomplete")
        return report["outcomes"], done

    def check_litmus(self, threads, shows_memory, count):
        expected = {"".join(f"{value} " for value in reads + (memory if shows_memory else ()))
                    for reads, memory in all_results(threads)}
        self.assertEqual(len(expected), count)
        listed, _ = self.outcomes(source_of(threads, shows_memory))
        self.assertEqual(sorted(each["output"] for each in listed), sorted(expected))
        self.assertEqual({each["exit"] for each in listed}, {0})

    def test_litmus_tests_read_what_sequential_consistency_allows(self):
        for name, (threads, values, _) in LITMUS.items():
            with self.subTest(name):
                self.check_litmus(threads, False, values)

    def test_litmus_tests_leave_what_sequential_consistency_allows(self):
        for name, (threads, _, pairs) in LITMUS.items():
            if pairs is None:
                continue
            with self.subTest(name):
                self.check_litmus(threads, True, pairs)

    TWO = """#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
void* one(void* unused) { printf("a"); printf("%s\\n", "b"); return 0; }
void* other(void* unused) { puts("1"); write(2, "2", 1); return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, other, 0);
  pthread_join(s, 0);
  return 3;
}
"""

    def test_the_order_of_printing_counts_and_what_comes_after_the_end_does_not(self):
        listed, done = self.outcomes(self.TWO)
        expected = {"1\n2ab\n", "1\na2b\n", "1\nab\n", "1\nab\n2", "a1\n2b\n", "a1\nb\n", "a1\nb\n2", "ab\n", "ab\n1\n",
                    "ab\n1\n2"}
        self.assertEqual({each["output"] for each in listed}, expected)
        self.assertEqual(len(listed), len(expected))
        self.assertEqual({each["exit"] for each in listed}, {3})
        self.assertIn("10 distinct outcomes: all there are (exhaustive", done.output)
        self.assertIn('"1\\nab\\n2"', done.output)

    def test_each_outcome_can_be_replayed(self):
        listed, _ = self.outcomes(self.TWO)
        for each in listed:
            again = self.heddle("replay", each["replay"])
            self.assertEqual(again.code, 0, again.everything)
            self.assertIn("the program ended with exit status 3", again.everything)

    def test_failing_runs_are_outcomes_with_what_was_printed_before(self):
        listed, _ = self.outcomes("""#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int x;
void* one(void* unused) { printf("p"); x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  assert(x == 0);
  pthread_join(t, 0);
  return 0;
}
""")
        self.assertEqual([(each["output"], each["exit"]) for each in listed if "finding" not in each], [("p", 0)])
        failing = [each for each in listed if "finding" in each]
        self.assertEqual([(each["output"], each["exit"], each["finding"]["kind"], each["finding"]["location"]["line"])
                          for each in failing], [("p", None, "assertion", 9)])

    def test_the_same_defect_with_other_output_is_another_outcome(self):
        listed, _ = self.outcomes("""#include <assert.h>
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int last;
void* one(void* unused) {
  printf("1");
  pthread_mutex_lock(&m);
  last = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
void* two(void* unused) {
  printf("2");
  pthread_mutex_lock(&m);
  last = 2;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(last == 2);
  return 0;
}
""")
        self.assertEqual(sorted((each["output"], each.get("finding", {}).get("kind")) for each in listed if "finding" in each),
                         [("12", "assertion"), ("21", "assertion")])
        self.assertEqual(sorted(each["output"] for each in listed if "finding" not in each), ["12", "21"])
        self.assertEqual(len({each["replay"] for each in listed}), 4)

    def test_streams_of_cpp_count_too(self):
        listed, _ = self.outcomes("""#include <iostream>
#include <thread>
int main() {
  std::thread one([] { std::cout << "a"; });
  std::thread other([] { std::cout << "b"; });
  one.join();
  other.join();
}
""", name="program.cpp")
        self.assertEqual({each["output"] for each in listed}, {"ab", "ba"})

    # What one thread does to std::cout, what the other prints, and what can come out.
    STREAM_STATES = (
        ("std::cout << std::hex;", "std::cout << 255;", {"255", "ff"}),
        ("std::cout << std::hex;", "std::cout << static_cast<short>(-1);", {"-1", "ffff", "f" * 16}),  # or between its two looks
        ("std::cout.setf(std::ios::showbase | std::ios::oct, std::ios::showbase | std::ios::basefield);", "std::cout << 8ul;",
         {"8", "010"}),
        ("std::cout << std::boolalpha;", "std::cout << true;", {"1", "true"}),
        ("std::cout.precision(2);", "std::cout << 3.14159;", {"3.14159", "3.1"}),
        ("std::cout << std::fixed;", "std::cout << 0.5;", {"0.5", "0.500000"}),
        ("std::cout << std::setw(3);", "std::cout << 7;", {"7", "  7"}),
        ("std::cout << std::setfill('*');", "std::cout << std::setw(2) << 7;", {" 7", "*7"}),
        ("std::cout.rdbuf(nullptr);", "std::cout << 7;", {"7", ""}),
        ("std::cout.setstate(std::ios::failbit);", "std::cout << 7;", {"7", ""}),
    )

    def outcomes_of_stream(self, change, prints, code=0):
        listed, done = self.outcomes(f"""#include <pthread.h>
#include <iomanip>
#include <iostream>
void* change(void* unused) {{
  {change}
  return unused;
}}
int main() {{
  pthread_t thread;
  pthread_create(&thread, nullptr, change, nullptr);
  {prints}
  pthread_join(thread, nullptr);
}}
""", name="program.cpp", code=code)
        return {each["output"] for each in listed}, done

    def test_what_a_stream_prints_depends_on_its_state(self):
        for change, prints, wanted in self.STREAM_STATES:
            with self.subTest(change + prints):
                found, done = self.outcomes_of_stream(change, prints)
                self.assertEqual(found, wanted, done.everything)

    def test_a_width_that_is_lost_while_text_is_printed_is_not_called_complete(self):
        # The library sets the width back after it has printed a text, which is no event.
        found, done = self.outcomes_of_stream("std::cout << std::setw(3);", 'std::cout << "a" << "b";', code=11)
        self.assertEqual(found, {"ab", "  ab", "a  b"}, done.everything)
        self.assertIn("there may be more", done.output)

    def test_outcomes_are_verified(self):
        self.outcomes(self.TWO)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertGreaterEqual(report["verified"], 200)

    # One thread sets x, the other one prints or not.
    RACY = """#include <pthread.h>
%s
static int x;
static void* set(void* unused) { __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); return unused; }
int main(void) {
  %s
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  if (__atomic_load_n(&x, __ATOMIC_SEQ_CST)) { %s; }
  pthread_join(thread, 0);
}
"""
    UNSEEN = (
        ("program.c", "#include <err.h>", "", 'warnx("hidden")'),
        ("program.c", "#include <signal.h>", "", 'psignal(SIGINT, "hidden")'),
        ("program.c", "#include <wchar.h>", "", 'wprintf(L"hidden")'),
        ("program.c", "#include <getopt.h>", "", 'char* words[] = {"hidden", "-z", 0}; getopt(2, words, "a")'),
        ("program.c", "#include <sys/syscall.h>\n#include <unistd.h>", "", 'syscall(SYS_write, 1, "hidden", 6)'),
        ("program.cpp", "#include <iostream>", "std::ios::sync_with_stdio(false);", 'std::cout << "hidden"'),
    )

    def test_output_that_is_not_seen_is_noticed_in_every_execution(self):
        for name, include, before, prints in self.UNSEEN:
            with self.subTest(prints):
                (self.folder / name).write_text(self.RACY % (include, before, prints))
                done = self.heddle("outcomes", name, "--quiet")
                if done.code == 12:  # refused is honest, too
                    self.assertIn("syscall", done.everything)
                    continue
                self.assertEqual(done.code, 11, done.everything)
                self.assertIn("there may be more", done.output)
                self.assertIn("hidden", done.output)
                self.assertIn("by a way that Heddle does not see", done.output)

    COPIES = (
        ("int d = dup(1);", 'write(d, "seen", 4)'),
        ("FILE* f = fdopen(1, \"w\");", 'fprintf(f, "seen")'),
        ('int d = open("/dev/stdout", O_WRONLY);', 'write(d, "seen", 4)'),
    )

    def test_copies_of_standard_output_print(self):
        include = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>"
        for before, prints in self.COPIES:
            with self.subTest(before):
                listed, done = self.outcomes(self.RACY % (include, before, prints))
                self.assertEqual({each["output"] for each in listed}, {"", "seen"}, done.everything)

    REDIRECTED = (
        ('dup2(open("/dev/null", O_WRONLY), 1);', 'write(1, "x", 1); write(1, "y", 1);', {"", "x", "xy"}),
        ('freopen("/dev/null", "w", stdout);', 'printf("x"); fprintf(stderr, "e");', {"e", "xe"}),
        ('close(1); if (write(1, "z", 1) < 0) write(2, "f", 1);', 'write(1, "x", 1);', {"f", "xf"}),
        ('int d = dup(1); dup2(open("/dev/null", O_WRONLY), 1); dup2(d, 1);', 'write(1, "x", 1);', {"", "x"}),
    )

    def test_redirected_output_is_not_printed(self):
        for change, prints, wanted in self.REDIRECTED:
            with self.subTest(change):
                listed, done = self.outcomes(f"""#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void* change(void* unused) {{ {change} return unused; }}
int main(void) {{
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  {prints}
  pthread_join(thread, 0);
}}
""")
                self.assertEqual({each["output"] for each in listed}, wanted, done.everything)

    def test_unlocked_output_does_not_wait_for_the_lock(self):
        listed, _ = self.outcomes("""#include <pthread.h>
#include <stdio.h>
static void* both(void* unused) {
  flockfile(stdout);
  putchar_unlocked('a');
  putchar_unlocked('b');
  funlockfile(stdout);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, both, 0);
  printf("1");
  putchar_unlocked('2');
  pthread_join(thread, 0);
}
""")
        self.assertEqual({each["output"] for each in listed}, {"12ab", "1a2b", "1ab2", "ab12"})

    def test_the_log_is_printed_if_that_is_wanted(self):
        listed, _ = self.outcomes(self.RACY % ("#include <syslog.h>", 'openlog("log", LOG_PERROR, LOG_USER);',
                                               'syslog(LOG_ERR, "%d", 7)'))
        self.assertEqual({each["output"] for each in listed}, {"", "log: 7\n"})

    # What a program can ask about its standard output.
    QUESTIONS = ('printf("%ld", (printf("ab"), ftell(stdout)));', 'printf("%ld", (long)lseek(1, 0, SEEK_CUR));',
                 'struct stat s; fstat(1, &s); printf("%o", s.st_mode);',
                 'struct stat s; stat("/dev/stdout", &s); printf("%o", s.st_mode);',
                 'char name[100] = ""; readlink("/proc/self/fd/1", name, 99); puts(name);',
                 'printf("%d", fcntl(1, F_GETFL));', 'fseek(stdout, -1, SEEK_CUR); printf("%d", errno);',
                 'char c; printf("%d", (int)read(1, &c, 1));')

    def test_programs_cannot_tell_where_their_output_goes(self):
        for asks in self.QUESTIONS:
            with self.subTest(asks):
                listed, _ = self.outcomes("#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <sys/stat.h>\n"
                                          "#include <unistd.h>\nint main(void) { " + asks + " }\n")
                self.assertEqual(len(listed), 1)
                again = self.heddle("replay", listed[0]["replay"])
                self.assertEqual(again.code, 0, again.everything)
                self.assertNotIn("does something else", again.everything)

    def test_a_search_that_is_cut_says_that_there_may_be_more(self):
        listed, done = self.outcomes(self.TWO, "--max-executions", "2", code=11)
        self.assertLess(len(listed), 10)
        self.assertIn("there may be more", done.output)

    def test_weaker_orders_are_named_for_what_cpp_allows_beyond(self):
        weak = self.LITMUS_SB.replace("seq_cst", "relaxed")
        listed, done = self.outcomes(weak, name="program.cpp")
        self.assertEqual({each["output"] for each in listed}, {"01", "10", "11"})
        self.assertIn("C++ allows more for its atomics weaker than seq_cst", done.output)
        _, done = self.outcomes(self.LITMUS_SB, "--hash-bits", "128", name="program.cpp")
        self.assertNotIn("C++ allows more", done.output)
        checked = self.heddle("check", self.source("weak.cpp", weak), "--races", "ignore")
        self.assertIn("C++ allows more for its atomics weaker than seq_cst", checked.output)

    LITMUS_SB = """#include <atomic>
#include <cstdio>
#include <thread>
std::atomic<int> x, y;
int a, b;
int main() {
  std::thread one([] { x.store(1, std::memory_order_seq_cst); a = y.load(std::memory_order_seq_cst); });
  std::thread other([] { y.store(1, std::memory_order_seq_cst); b = x.load(std::memory_order_seq_cst); });
  one.join();
  other.join();
  std::printf("%d%d", a, b);
}
"""

    def test_only_the_exact_search_may_answer(self):
        (self.folder / "program.c").write_text(self.TWO)
        for words in (["--strategy", "dfs"], ["--strategy", "random"]):
            done = self.heddle("outcomes", "program.c", *words)
            self.assertEqual(done.code, 2, done.everything)
            self.assertIn("only the strategy exact", done.everything)
        done = self.heddle("outcomes", "program.c", "--preemptions", "2")
        self.assertEqual(done.code, 2, done.everything)
        self.assertIn("would leave some of them out", done.everything)
        self.assertEqual(self.heddle("outcomes").code, 2)
        self.assertEqual(self.heddle("outcomes", "gone.c").code, 2)


if __name__ == "__main__":
    unittest.main()
