# SPDX-License-Identifier: Apache-2.0
"""Reads the description of a concurrent program: variables, synchronisation objects, and threads as operations.

The language has one statement per line, `#` starts a comment, expressions are Python's over the thread's registers:

    var x = 0            var a[3] = 0         mutex m              recursive r          cond c         once o
    rwlock w             spin l               sem s 2 (count)      barrier b 2 (threads)                errorcheck e
    thread main:         (thread worker * 3: makes worker0, worker1, worker2, with register `id` 0, 1, 2)
      create worker0     join worker0         detach worker0       lock m               unlock m
      r = load x         store x r + 1        r = rmw x old + 1    r = cas x 0 1        r = trylock m
      r = timedlock m    wait c m             r = timedwait c m    signal c             broadcast c
      rdlock w           wrlock w             rwunlock w           r = tryrdlock w      r = trywrlock w
      r = once o         oncedone o           r = choose 3         yield                event anything
      r = isdone o       (only asks: r is 1 once oncedone has been)
      s = futexwait x r  futexwake x          (sleeps if x == r until woken, then s is 1; wakes all who sleep on x)
      s = futextimedwait x r                  (the same with a time-out, then s is 2)
      await x r          (waits until x is not r; a spin lock's round that saw what the round before saw)
      semwait s          r = semtrywait s     r = semtimedwait s   sempost s            r = semvalue s
      r = destroy b (of a barrier: waits until all of the last round have left it; of a mutex: 0 if it is held)
      r = barrier b      r = tryjoin worker0  r = weakcas x 0 1    (a spin lock takes lock, unlock, trylock)
      r = cas x 0 1 e    (e receives what was read)
      set r = r + 1      assert r == 2        return r             if r ... else ... end
      assume r           (drops the interleaving unless r, which is an operation then)
      needs r            (the operation before it fails in the attempt unless r, as a bad access does)
      while r < 3 ... end                     (load and store take a[expr]; cas takes expressions without blanks)
      leave              (main ends alone, like pthread_exit: the process ends with its last thread)

set, assert, assume, needs, return, leave, if and while are local: they cost no operation. Only where every end counts
(enumerator.py) an assertion that fails is one. r is 1 after a trylock (of any kind),
timedlock, tryjoin or cas that succeeded, after a timedwait that timed out, after a once that runs the initialiser, and
for the last thread that arrives at a barrier. join, tryjoin and detach give 0 for a thread that was joined or detached
before; a join then does not wait. lock and unlock give 1, or 0 where a recursive or errorcheck mutex refuses.

A failed assertion, too: unlocking what one does not hold, waiting without the mutex, destroying a rwlock or spin lock that
is held and anything else but a mutex that a thread waits for, using anything that was destroyed.
"""
import re
from dataclasses import dataclass, field

OBJECTS = ("mutex", "recursive", "errorcheck", "rwlock", "cond", "once", "spin")
COUNTED = ("sem", "barrier")
WITH_OBJECT = ("lock", "unlock", "trylock", "timedlock", "signal", "broadcast", "once", "oncedone", "isdone",
               "rdlock", "wrlock", "rwunlock", "tryrdlock", "trywrlock",
               "semwait", "semtrywait", "semtimedwait", "sempost", "semvalue", "barrier", "destroy")
MEMORY = ("load", "store", "rmw", "cas", "weakcas", "futexwait", "futextimedwait", "futexwake", "await")
WITH_THREAD = ("create", "join", "tryjoin", "detach")


class ModelError(Exception):
    """The description cannot be understood; the message names the line."""


@dataclass(frozen=True)
class Instruction:
    name: str
    target: object = None  # register that receives the result, or where a jump goes
    place: str = ""        # variable, synchronisation object or thread
    other: str = ""        # mutex of a wait, register that receives what a cas has read
    index: object = None   # compiled expression of an array's index
    first: object = None   # compiled expressions
    second: object = None


@dataclass
class Thread:
    name: str
    registers: dict
    code: list


@dataclass
class Model:
    variables: dict = field(default_factory=dict)  # name -> list of initial values
    objects: dict = field(default_factory=dict)    # name -> one of OBJECTS or COUNTED
    numbers: dict = field(default_factory=dict)    # name of a COUNTED object -> its number
    threads: list = field(default_factory=list)    # threads[0] is main


def expression(text):
    try:
        return compile(text.strip(), text.strip(), "eval")
    except SyntaxError as error:
        raise ModelError(f"not an expression: {text!r}") from error


def read_file(path):
    with open(path, encoding="utf-8") as file:
        return parse(file.read())


def parse(text):
    model, bodies = Model(), []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        try:
            parse_line(model, bodies, line)
        except ModelError as error:
            raise ModelError(f"line {number}: {error}") from error
    for name, copies, lines in bodies:
        names = [name] if copies is None else [f"{name}{copy}" for copy in range(copies)]
        for copy, copy_name in enumerate(names):
            model.threads.append(Thread(copy_name, {"id": copy}, assemble(lines)))
    if not model.threads or model.threads[0].name != "main":
        raise ModelError("the first thread must be main")
    check_names(model)
    return model


def parse_line(model, bodies, line):
    word, _, rest = line.partition(" ")
    header = re.fullmatch(r"thread (\w+)(?:\s*\*\s*(\d+))?:", line)
    if header:
        bodies.append((header[1], int(header[2]) if header[2] else None, []))
    elif bodies:
        bodies[-1][2].append(line)
    elif word == "var":
        found = re.fullmatch(r"(\w+)(?:\[(\d+)\])?\s*=\s*(-?\d+)", rest.strip())
        if not found:
            raise ModelError(f"not a variable: {line!r}")
        model.variables[found[1]] = [int(found[3])] * int(found[2] or 1)
    elif word in OBJECTS:
        model.objects.update({name: word for name in rest.split()})
    elif word in COUNTED and len(rest.split()) == 2:
        name, number = rest.split()
        model.objects[name], model.numbers[name] = word, int(number)
    else:
        raise ModelError(f"not a declaration: {line!r}")


def assemble(lines):
    """Turns the lines of a thread into instructions with jumps; every `if` and `while` has its `end`."""
    code, open_blocks = [], []
    for line in lines:
        word, _, rest = line.partition(" ")
        if word in ("if", "while"):
            open_blocks.append((word, len(code)))
            code.append(Instruction("unless", first=expression(rest)))
        elif word == "else":
            _, at = open_blocks.pop()
            open_blocks.append(("else", len(code)))
            code.append(Instruction("jump"))
            code[at] = Instruction("unless", target=len(code), first=code[at].first)
        elif word == "end":
            kind, at = open_blocks.pop()
            if kind == "while":
                code.append(Instruction("jump", target=at))
            code[at] = Instruction(code[at].name, target=len(code), first=code[at].first)
        else:
            code.append(parse_statement(line))
    if open_blocks:
        raise ModelError(f"a block without end: {open_blocks[-1][0]}")
    return code


def parse_statement(line):
    word, _, rest = line.partition(" ")
    if word == "set":
        name, _, value = rest.partition("=")
        return Instruction("set", target=name.strip(), first=expression(value))
    if word == "leave":
        return Instruction(word)
    if word in ("assert", "assume", "needs", "return"):
        return Instruction(word, first=expression(rest or "0"))
    assignment = re.fullmatch(r"(\w+) = (\w+)\b(.*)", line)
    if assignment:
        return parse_operation(assignment[2], assignment[3].strip(), assignment[1])
    return parse_operation(word, rest.strip(), None)


def parse_operation(name, rest, register):
    place, _, value = rest.partition(" ")
    if name in MEMORY:
        found = re.fullmatch(r"(\w+)(?:\[(.+)\])?", place)
        if not found:
            raise ModelError(f"not a variable: {place!r}")
        values = value.split() if name in ("cas", "weakcas") else [] if name in ("load", "futexwake") else [value]
        seen = values.pop() if len(values) == 3 else ""
        compiled = [expression(one) for one in values] + [None, None]
        index = expression(found[2]) if found[2] else None
        return Instruction(name, register, found[1], other=seen, index=index, first=compiled[0], second=compiled[1])
    if name in WITH_OBJECT or name in WITH_THREAD:
        return Instruction(name, register, rest)
    if name in ("wait", "timedwait"):
        return Instruction(name, register, place, other=value.strip())
    if name == "choose":
        return Instruction(name, register, first=expression(rest))
    if name in ("event", "yield"):
        return Instruction("event")
    raise ModelError(f"unknown operation {name!r}")


def check_names(model):
    threads = {thread.name for thread in model.threads}
    for thread in model.threads:
        for step in thread.code:
            known = (model.variables if step.name in MEMORY
                     else threads if step.name in WITH_THREAD
                     else model.objects if step.name in WITH_OBJECT + ("wait", "timedwait") else None)
            if known is not None and step.place not in known:
                raise ModelError(f"{thread.name}: {step.name} of unknown {step.place!r}")
