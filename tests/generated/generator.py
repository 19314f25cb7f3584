# SPDX-License-Identifier: Apache-2.0
"""Random small programs, written twice at the same time: as C for heddle and as a model for the enumerator.

A Writer collects both texts line by line; each statement below emits the C and the model of one thing, and nothing
else knows how they correspond. The same seed gives the same program.
"""
import random

HEADER = """#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

int x0, x1, x2;
_Atomic int a0;
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
pthread_once_t o0 = PTHREAD_ONCE_INIT;
static const struct timespec soon = {1, 0};

static void initialise(void) { x2 = 7; }
"""
DECLARATIONS = """var x0 = 0
var x1 = 0
var x2 = 0
var a0 = 0
mutex m0 m1
cond c0
once o0
"""


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.c, self.model = [], []

    def emit(self, c, *model):
        self.c.append("  " + c)
        self.model.extend("  " + line for line in model)

    # ---- statements ----------------------------------------------------------------------------------------

    def variable(self):
        return self.random.choice(("x0", "x0", "x1", "x2"))

    def store(self):
        name, value = self.variable(), self.random.choice((1, 2, 2))
        self.emit(f"{name} = {value};", f"store {name} {value}")

    def load(self):
        name = self.variable()
        self.emit(f"r = {name};", f"r = load {name}")

    def increment(self):
        name = self.variable()
        self.emit(f"{name}++;", f"t = load {name}", f"store {name} t + 1")

    def branch(self):
        name = self.variable()
        self.emit(f"if (r == 0) {name} = 2;", "if r == 0", f"store {name} 2", "end")

    def add(self):
        self.emit("r = atomic_fetch_add(&a0, 1);", "r = rmw a0 old + 1")

    def exchange(self):
        self.emit("{ int e = 0; r = atomic_compare_exchange_strong(&a0, &e, 2); }", "r = cas a0 0 2")

    def choose(self):
        self.emit("r = (int)heddle_choose(2);", "r = choose 2")

    def give_way(self):
        self.emit("sched_yield();", "yield")

    def once(self):
        self.emit("pthread_once(&o0, initialise);", "t = once o0", "if t", "store x2 7", "oncedone o0", "end")

    def signal(self):
        self.emit("pthread_cond_signal(&c0);", "signal c0")

    def broadcast(self):
        self.emit("pthread_cond_broadcast(&c0);", "broadcast c0")

    def claim(self):
        name = self.variable()
        self.emit(f"r = {name};", f"r = load {name}")
        self.emit("assert(r != 2);", "assert r != 2")

    SIMPLE = (store, store, load, increment, branch, add, exchange, choose, give_way, once, signal, broadcast, claim,
              claim, claim)

    # ---- blocks --------------------------------------------------------------------------------------------

    def locked(self):
        mutex = self.random.choice(("m0", "m1"))
        kind = self.random.choice(("lock", "lock", "lock", "trylock", "timedlock"))
        if kind == "lock":
            self.emit(f"pthread_mutex_lock(&{mutex});", f"lock {mutex}")
        else:
            more = ", &soon" if kind == "timedlock" else ""
            self.emit(f"if (pthread_mutex_{kind}(&{mutex}{more}) == 0) {{", f"t = {kind} {mutex}", "if t")
        self.inside(mutex)
        self.emit(f"pthread_mutex_unlock(&{mutex});", f"unlock {mutex}")
        if kind != "lock":
            self.emit("}", "end")

    def inside(self, mutex):
        what = self.random.choice(("simple", "simple", "wait", "timedwait", "nested"))
        if what == "wait" and mutex == "m0":
            self.emit("pthread_cond_wait(&c0, &m0);", "wait c0 m0")
        elif what == "timedwait" and mutex == "m0":
            self.emit("r = pthread_cond_timedwait(&c0, &m0, &soon) != 0;", "r = timedwait c0 m0")
        elif what == "nested":
            other = "m1" if mutex == "m0" else "m0"
            self.emit(f"pthread_mutex_lock(&{other});", f"lock {other}")
            self.emit(f"pthread_mutex_unlock(&{other});", f"unlock {other}")
        else:
            self.simple()

    def simple(self):
        self.random.choice(self.SIMPLE)(self)

    def body(self, statements):
        for _ in range(statements):
            if self.random.random() < 0.35:
                self.locked()
            else:
                self.simple()


def generate(seed):
    """The two texts of program number `seed`: C, model."""
    writer = Writer(seed)
    threads = writer.random.choice((2, 2, 3))
    bodies = []
    for _ in range(threads):
        writer.c, writer.model = [], []
        writer.body(writer.random.randint(1, 4 if threads == 2 else 2))
        bodies.append((writer.c, writer.model))
    writer.c, writer.model = [], []
    writer.body(writer.random.randint(0, 1))
    joins = writer.random.random() < 0.85  # the others are cut when main returns
    return c_text(bodies, writer.c, joins), model_text(bodies, writer.model, joins)


def c_text(bodies, own, joins):
    lines = [HEADER]
    for number, (body, _) in enumerate(bodies):
        lines += [f"static void* work{number}(void* unused) {{", "  int r = 1;", *body, "  (void)r;",
                  "  return unused;", "}", ""]
    lines += ["int main(void) {", "  int r = 1;", f"  pthread_t threads[{len(bodies)}];"]
    lines += [f"  pthread_create(&threads[{number}], NULL, work{number}, NULL);" for number in range(len(bodies))]
    lines += own
    lines += [f"  pthread_join(threads[{number}], NULL);" for number in range(len(bodies)) if joins]
    return "\n".join([*lines, "  (void)r;", "  return 0;", "}", ""])


def model_text(bodies, own, joins):
    lines = [DECLARATIONS + "thread main:", "  set r = 1"]
    lines += [f"  create work{number}" for number in range(len(bodies))]
    lines += own
    lines += [f"  join work{number}" for number in range(len(bodies)) if joins]
    for number, (_, body) in enumerate(bodies):
        lines += [f"thread work{number}:", "  set r = 1", *body]
    return "\n".join([*lines, ""])
