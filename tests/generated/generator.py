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
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

int x0, x1, x2;
_Atomic int a0;
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
pthread_once_t o0 = PTHREAD_ONCE_INIT;
pthread_rwlock_t w0 = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t l0;
pthread_barrier_t b0;
sem_t s0;
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
rwlock w0
spin l0
barrier b0 2
sem s0 1
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

    def weak_exchange(self):
        self.emit("{ int e = 1; r = atomic_compare_exchange_weak(&a0, &e, 3); }", "r = weakcas a0 1 3")

    def retry(self):
        self.emit("{ int e = 0, i = 2; while (i-- > 0 && !atomic_compare_exchange_weak(&a0, &e, e + 1)) {} }",
                  "set e = 0", "set i = 2", "while i > 0", "set i = i - 1", "t = weakcas a0 e e+1 e", "if t",
                  "set i = 0", "end", "end")

    def post(self):
        self.emit("sem_post(&s0);", "sempost s0")

    def semaphore(self):
        kind = self.random.choice(("wait", "trywait", "timedwait"))
        more = ", &soon" if kind == "timedwait" else ""
        self.emit(f"r = sem_{kind}(&s0{more}) == 0;", f"r = sem{kind} s0", "set r = 1" if kind == "wait" else "set r = r")

    def semaphore_value(self):
        self.emit("sem_getvalue(&s0, &r);", "r = semvalue s0")

    def barrier(self):
        self.emit("r = pthread_barrier_wait(&b0) == PTHREAD_BARRIER_SERIAL_THREAD;", "r = barrier b0")

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

    SIMPLE = (store, store, load, increment, branch, add, exchange, weak_exchange, retry, choose, give_way, once,
              signal, signal, broadcast, post, semaphore, semaphore_value, barrier, claim, claim, claim)

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

    def spin_locked(self):
        tries = self.random.random() < 0.4
        if tries:
            self.emit("if (pthread_spin_trylock(&l0) == 0) {", "t = trylock l0", "if t")
        else:
            self.emit("pthread_spin_lock(&l0);", "lock l0")
        self.simple()
        self.emit("pthread_spin_unlock(&l0);", "unlock l0")
        if tries:
            self.emit("}", "end")

    def shared(self):
        side = self.random.choice(("rd", "wr"))
        kind = self.random.choice(("", "", "try", "timed"))
        if kind:
            more = ", &soon" if kind == "timed" else ""
            self.emit(f"if (pthread_rwlock_{kind}{side}lock(&w0{more}) == 0) {{", f"t = try{side}lock w0", "if t")
        else:
            self.emit(f"pthread_rwlock_{side}lock(&w0);", f"{side}lock w0")
        self.simple()
        self.emit("pthread_rwlock_unlock(&w0);", "rwunlock w0")
        if kind:
            self.emit("}", "end")

    def body(self, statements):
        for _ in range(statements):
            if self.random.random() < 0.35:
                self.random.choice((Writer.locked, Writer.locked, Writer.spin_locked, Writer.shared))(self)
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
    lines += ["int main(void) {", "  int r = 1;", f"  pthread_t threads[{len(bodies)}];",
              "  pthread_spin_init(&l0, PTHREAD_PROCESS_PRIVATE);", "  pthread_barrier_init(&b0, NULL, 2);",
              "  sem_init(&s0, 0, 1);"]
    lines += [f"  pthread_create(&threads[{number}], NULL, work{number}, NULL);" for number in range(len(bodies))]
    lines += own
    lines += [f"  pthread_join(threads[{number}], NULL);" for number in range(len(bodies)) if joins]
    return "\n".join([*lines, "  (void)r;", "  return 0;", "}", ""])


def model_text(bodies, own, joins):
    lines = [DECLARATIONS + "thread main:", "  set r = 1", "  event init", "  event init", "  event init"]
    lines += [f"  create work{number}" for number in range(len(bodies))]
    lines += own
    lines += [f"  join work{number}" for number in range(len(bodies)) if joins]
    for number, (_, body) in enumerate(bodies):
        lines += [f"thread work{number}:", "  set r = 1", *body]
    return "\n".join([*lines, ""])
