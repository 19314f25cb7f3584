# SPDX-License-Identifier: Apache-2.0
"""The forms of inline assembly that differential_test.py compares: every instruction, width and kind of operand.

A form is a C function on one `struct state`: eight words of memory, of which s->m[4] is the operand, five values a to e,
and a flag. `sequences` adds random chains of instructions, in which flags and parts of registers live on.
"""
import dataclasses

WIDTHS = {8: ("b", "uint8_t", "q"), 16: ("w", "uint16_t", "r"), 32: ("l", "uint32_t", "r"), 64: ("q", "uint64_t", "r")}
MODIFIER = {8: "b", 16: "w", 32: "k", 64: "q"}
CONDITIONS = "o no c nc z nz be a s ns p np l ge le g".split()
MEMORY = "*({type}*)&s->m[4]"


@dataclasses.dataclass
class Form:
    name: str
    text: str
    outputs: list = dataclasses.field(default_factory=list)
    inputs: list = dataclasses.field(default_factory=list)
    clobbers: tuple = ("memory", "cc")
    types: dict = dataclasses.field(default_factory=dict)  # of the values a to e and flag, where not uint64_t

    def function(self, number):
        names = ["a", "b", "c", "d", "e", "flag"]
        kind = {name: self.types.get(name, "uint8_t" if name == "flag" else "uint64_t") for name in names}
        get = "".join(f" {kind[n]} {n}; memcpy(&{n}, &s->{n}, sizeof {n});" for n in names)
        put = "".join(f" memcpy(&s->{n}, &{n}, sizeof {n});" for n in names)
        text = self.text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
        clobbers = ", ".join(f'"{c}"' for c in self.clobbers)
        return (f"static void form_{number}(struct state* s) {{{get}\n"
                f'  __asm__ volatile("{text}" : {", ".join(self.outputs)} : {", ".join(self.inputs)} : {clobbers});\n'
                f" {put} }}\n")


def moves():
    for width, (suffix, kind, register) in WIDTHS.items():
        memory, types = MEMORY.format(type=kind), {"a": kind}
        yield Form(f"mov{suffix} load", f"mov{suffix} %1, %0", [f'"={register}"(a)'], [f'"m"({memory})'], types=types)
        yield Form(f"mov load by register {width}", "mov %1, %0", [f'"={register}"(a)'], [f'"m"({memory})'], types=types)
        yield Form(f"mov{suffix} store", f"mov{suffix} %1, %0", [f'"=m"({memory})'], [f'"{register}i"(a)'], types=types)
        for number in (0, 1, -1, 100, -128):
            yield Form(f"mov{suffix} store {number}", f"mov{suffix} ${number}, %0", [f'"=m"({memory})'])
            yield Form(f"mov{suffix} store i {number}", f"mov{suffix} %1, %0", [f'"=m"({memory})'],
                       [f'"i"(({kind.replace("uint", "int")}){number})'])
        yield Form(f"mov{suffix} between registers, upper part stays", f"mov{suffix} %{MODIFIER[width]}1, %{MODIFIER[width]}0",
                   ['"+r"(a)'], ['"r"(b)'])
        yield Form(f"mov{suffix} load, upper part stays", f"mov{suffix} %1, %{MODIFIER[width]}0", ['"+r"(a)'], ['"m"(s->m[4])'])
    yield Form("movabs", "movabsq $0x123456789abcdef0, %1; movq %1, %0", ['"=m"(s->m[4])', '"=&r"(a)'])
    for name, source, target in (("movzbw", 8, 16), ("movzbl", 8, 32), ("movzbq", 8, 64), ("movzwl", 16, 32), ("movzwq", 16, 64),
                                 ("movsbw", 8, 16), ("movsbl", 8, 32), ("movsbq", 8, 64), ("movswl", 16, 32), ("movswq", 16, 64),
                                 ("movslq", 32, 64)):
        yield Form(f"{name} memory", f"{name} %1, %{MODIFIER[target]}0", ['"+r"(a)'], ['"m"(s->m[4])'])
        yield Form(f"{name} register", f"{name} %{MODIFIER[source]}1, %{MODIFIER[target]}0", ['"+r"(a)'], ['"r"(b)'])
    yield Form("movzb by register", "movzb %1, %k0", ['"+r"(a)'], ['"m"(s->m[4])'])
    yield Form("movzx by register", "movzx %b1, %k0", ['"+r"(a)'], ['"r"(b)'])
    yield Form("movsx by register", "movsx %w1, %q0", ['"+r"(a)'], ['"r"(b)'])
    yield Form("double load", "movq %1, %0", ['"=q"(a)'], ['"m"(s->m[4])'], types={"a": "double"})
    yield Form("double store", "movq %1, %0", ['"=m"(s->m[4])'], ['"q"(a)'], types={"a": "double"})
    yield Form("float store", "movl %1, %0", ['"=m"(s->m[4])'], ['"q"(a)'], types={"a": "float"})
    yield Form("pointer load", "movq %1, %0", ['"=r"(a)'], ['"m"(s->m[4])'], types={"a": "void*"})
    yield Form("pointer store", "movq %1, %0", ['"=m"(s->m[4])'], ['"r"(a)'], types={"a": "void*"})


def exchanges():
    for width, (suffix, kind, register) in WIDTHS.items():
        memory, types = MEMORY.format(type=kind), {"a": kind, "b": kind}
        for lock in ("", "lock "):
            yield Form(f"{lock}xchg{suffix} memory first", f"{lock}xchg{suffix} %1, %0", [f'"+m"({memory})', f'"+{register}"(a)'],
                       types=types)
            yield Form(f"{lock}xchg{suffix} register first", f"{lock}xchg{suffix} %0, %1",
                       [f'"={register}"(a)', f'"+m"({memory})'], [f'"0"(b)'], types=types)
        yield Form(f"xchg{suffix} registers", f"xchg{suffix} %0, %1", [f'"+{register}"(a)', f'"+{register}"(b)'], types=types)
        part = MODIFIER[width]
        yield Form(f"xchg{suffix} upper part", f"xchg{suffix} %{part}1, %0", [f'"+m"(s->m[4])', '"+r"(a)'])
        yield Form(f"xadd{suffix} upper part", f"lock; xadd{suffix} %{part}1, %0", [f'"+m"(s->m[4])', '"+r"(a)'])
        for lock in ("", "lock; "):
            yield Form(f"{lock}xadd{suffix}", f"{lock}xadd{suffix} %1, %0", [f'"+m"({memory})', f'"+{register}"(a)'], types=types)
            yield from with_conditions(f"{lock}xadd{suffix}", f"{lock}xadd{suffix} %1, %0",
                                       [f'"+m"({memory})', f'"+{register}"(a)'], [], types)
        yield Form(f"xadd{suffix} registers", f"xadd{suffix} %1, %0", [f'"+{register}"(b)', f'"+{register}"(a)'], types=types)
    yield Form("double xchg", "xchgq %0, %1", ['"+m"(s->m[4])', '"+q"(a)'], types={"a": "double"})
    yield Form("pointer xchg", "xchgq %0, %1", ['"+m"(s->m[4])', '"+r"(a)'], types={"a": "void*"})


def with_conditions(name, text, outputs, inputs, types, conditions=CONDITIONS):
    """The instruction with each condition: in a register, in memory or as an output of flags, in turn."""
    count = len(outputs)
    text = shift_inputs(text, count)
    for number, condition in enumerate(conditions):
        way = (number + len(name)) % 3
        if way == 0:
            yield Form(f"{name} set{condition} register", f"{text}; set{condition} %{count}", outputs + ['"=q"(flag)'], inputs, types=types)
        elif way == 1:
            yield Form(f"{name} set{condition} memory", f"{text}\n\tset{condition} %{count}", outputs + ['"=m"(s->flag2)'], inputs,
                       types=types)
        else:
            yield Form(f"{name} @cc{condition}", text, outputs + [f'"=@cc{condition}"(flag)'], inputs, types=types)


def shift_inputs(text, count):
    """One more output stands in front of the inputs."""
    for number in range(8, count - 1, -1):
        for modifier in ("", "b", "w", "k", "q"):
            text = text.replace(f"%{modifier}{number}", f"%{modifier}{number + 1}")
    return text


def compare_exchanges():
    for width, (suffix, kind, register) in WIDTHS.items():
        memory, types = MEMORY.format(type=kind), {"a": kind, "b": kind}
        for lock in ("", "lock "):
            name, text = f"{lock}cmpxchg{suffix}", f"{lock}cmpxchg{suffix} %2, %0"
            yield from with_conditions(name, text, [f'"+m"({memory})', '"+a"(a)'], [f'"{register}"(b)'], types)
            yield Form(f"{name} tied", f"{lock}cmpxchg{suffix} %2, %1", ['"=a"(a)', f'"+m"({memory})'],
                       [f'"{register}"(b)', '"0"(a)'], types=types)
            yield Form(f"{name} result in ax", f"{lock}cmpxchg{suffix} %2, %0; setz %1", [f'"+m"({memory})', '"=a"(flag)'],
                       [f'"{register}"(b)', '"a"(a)'], types=types)
            yield Form(f"{name} sete al", f"{lock}cmpxchg{suffix} %2, %0; sete %%al", [f'"+m"({memory})', '"=a"(flag)'],
                       [f'"{register}"(b)', '"a"(a)'], types=types)
    yield Form("double cmpxchg", "lock cmpxchgq %3, %0", ['"+m"(s->m[4])', '"=@ccz"(flag)', '"+a"(a)'], ['"q"(b)'],
               types={"a": "double", "b": "double"})
    yield Form("pointer cmpxchg", "lock cmpxchgq %3, %0", ['"+m"(s->m[4])', '"=@ccz"(flag)', '"+a"(a)'], ['"q"(b)'],
               types={"a": "void*", "b": "void*"})
    yield from compare_exchange_pairs()


def compare_exchange_pairs():
    for lock in ("", "lock; "):
        for condition in ("z", "ne"):
            yield Form(f"{lock}cmpxchg16b set{condition}", f"{lock}cmpxchg16b %0; set{condition} %3",
                       ['"+m"(s->m[4])', '"=a"(a)', '"=d"(b)', '"=q"(flag)'], ['"a"(a)', '"d"(b)', '"b"(c)', '"c"(d)'])
            yield Form(f"{lock}cmpxchg16b @cc{condition}", f"{lock}cmpxchg16b %0",
                       ['"+m"(s->m[4])', '"+a"(a)', '"+d"(b)', f'"=@cc{condition}"(flag)'], ['"b"(c)', '"c"(d)'])
            types = {n: "uint32_t" for n in "abcd"}
            yield Form(f"{lock}cmpxchg8b set{condition}", f"{lock}cmpxchg8b %0; set{condition} %3",
                       ['"+m"(s->m[4])', '"+a"(a)', '"+d"(b)', '"=q"(flag)'], ['"b"(c)', '"c"(d)'], types=types)
    yield Form("cmpxchg16b, expected through a pointer", "movq 0(%4), %%rax;movq 8(%4), %%rdx;lock cmpxchg16b %0; setz %1",
               ['"+m"(s->m[4])', '"=q"(flag)'], ['"b"(c)', '"c"(d)', '"q"(&s->m[6])'], ("memory", "cc", "%rax", "%rdx"))
    yield Form("cmpxchg16b, only to read", "movq %%rdx, %%rcx;movq %%rax, %%rbx;lock cmpxchg16b %2;", ['"=a"(a)', '"=d"(b)'],
               ['"m"(s->m[4])'], ("rbx", "rcx", "memory", "cc"))


def changes():
    for width, (suffix, kind, register) in WIDTHS.items():
        memory, types = MEMORY.format(type=kind), {"a": kind}
        for lock in ("", "lock "):
            for name in ("inc", "dec", "neg", "not"):
                yield Form(f"{lock}{name}{suffix}", f"{lock}{name}{suffix} %0", [f'"+m"({memory})'])
                flags = {"not": [], "neg": CONDITIONS}.get(name, [c for c in CONDITIONS if c not in ("c", "nc", "be", "a")])
                yield from with_conditions(f"{lock}{name}{suffix}", f"{lock}{name}{suffix} %0", [f'"+m"({memory})'], [], types, flags)
                yield Form(f"carry through {lock}{name}{suffix}", f"addq %3, %1; {lock}{name}{suffix} %0; setc %2",
                           [f'"+m"({memory})', '"+r"(b)', '"+q"(flag)'], ['"r"(c)'])
            for name in ("add", "sub", "and", "or", "xor"):
                yield from with_conditions(f"{lock}{name}{suffix}", f"{lock}{name}{suffix} %1, %0", [f'"+m"({memory})'],
                                           [f'"{register}"(a)'], types)
                yield Form(f"{lock}{name}{suffix} =m", f"{lock}{name}{suffix} %1, %0", [f'"=m"({memory})'], [f'"i{register}"(a)'], types=types)
                for number in (1, -1, 0x7f, -128):
                    yield Form(f"{lock}{name}{suffix} {number}", f"{lock}{name}{suffix} ${number}, %0; seta %1",
                               [f'"+m"({memory})', '"=q"(flag)'])
        for name in ("cmp", "test"):
            yield from with_conditions(f"{name}{suffix}", f"{name}{suffix} %1, %0", [f'"+m"({memory})'], [f'"{register}"(a)'], types)
        for name in ("add", "sub", "and", "or", "xor", "cmp"):
            part = MODIFIER[width]
            yield from with_conditions(f"{name}{suffix} from memory", f"{name}{suffix} %0, %{part}1", ['"+m"(s->m[4])', '"+r"(a)'], [], {},
                                       ["z", "g"])


def bits():
    for width in (16, 32, 64):
        suffix, kind, _ = WIDTHS[width]
        memory, types = MEMORY.format(type=kind), {"e": kind.replace("uint", "int")}
        for lock in ("", "lock; "):
            for name in ("bts", "btr", "btc", "bt"):
                if name == "bt" and lock:
                    continue
                yield Form(f"{lock}{name}{suffix} register", f"{lock}{name}{suffix} %2, %0; setc %1", [f'"+m"({memory})', '"=q"(flag)'],
                           ['"r"(e)'], types=types)
                yield Form(f"{lock}{name}{suffix} @ccc", f"{lock}{name}{suffix} %2, %0", [f'"+m"({memory})', '"=@ccc"(flag)'],
                           ['"r"(e)'], types=types)
                yield Form(f"{lock}{name}{suffix} by part", f"{lock}{name}{suffix} %{MODIFIER[width]}2, %0; setnc %1",
                           [f'"+m"({memory})', '"=q"(flag)'], ['"r"((int64_t)e)'], types={"e": "int64_t"})
                yield Form(f"{lock}{name}{suffix} sbb", f"{lock}{name}{suffix} %2, %0\n\tsbb %1,%1", [f'"+m"({memory})', '"=r"(a)'],
                           ['"r"(e)'], types={**types, "a": "uint32_t"})
                yield Form(f"{lock}{name}{suffix} base", f"{lock}{name}{suffix} %2, (%1); setb %0", ['"=q"(flag)'],
                           ['"r"(&s->m[4])', '"r"(e)'], types=types)
                for number in (0, 5, width - 1, width + 3):
                    yield Form(f"{lock}{name}{suffix} {number}", f"{lock}{name}{suffix} ${number}, %0; setc %1",
                               [f'"+m"({memory})', '"=q"(flag)'])
                yield Form(f"{lock}{name}{suffix} Ir", f"{lock}{name}{suffix} %2, %0; setc %1", [f'"+m"({memory})', '"=q"(flag)'],
                           [f'"Ir"(({kind})7)'])
        for name in ("bts", "btr", "btc", "bt"):
            yield Form(f"{name}{suffix} of a register", f"{name}{suffix} %{MODIFIER[width]}2, %{MODIFIER[width]}0; setc %1",
                       ['"+r"(a)', '"=q"(flag)'], ['"r"(b)'])


def addresses():
    for width, (suffix, kind, register) in WIDTHS.items():
        types = {"a": kind, "b": kind}
        for address, more in (("(%1)", []), ("8(%1)", []), ("-16(%1)", []), ("0x10(%1)", []), ("(%1,%2)", ['"r"(2ul)']),
                              ("(%1,%2,8)", ['"r"(-3l)']), ("-8(%1,%2,4)", ['"r"(4l)'])):
            yield Form(f"mov{suffix} {address}", f"mov{suffix} {address}, %0", [f'"=&{register}"(a)'], ['"r"(&s->m[4])'] + more, types=types)
            yield Form(f"lock add{suffix} {address}", f"lock add{suffix} %0, {address}", [f'"+{register}"(a)'], ['"r"(&s->m[4])'] + more,
                       types=types)
        yield Form(f"xadd{suffix} by name", f"lock xadd{suffix} %0, (%%rdi)", [f'"+{register}"(a)'], ['"D"(&s->m[4])'], types=types)
    yield Form("number as address", "incl (%q0)", [], ['"r"((unsigned long)&s->m[4])'])


def libraries():
    """As they stand in headers."""
    yield Form("jemalloc", "lock; cmpxchgq %4, %0;sete %1;", ['"=m"(s->m[4])', '"=a"(flag)'], ['"m"(s->m[4])', '"a"(a)', '"r"(b)'], ("memory",))
    yield Form("dpdk cmpset", "lock ; cmpxchgw %[src], %[dst];sete %[res];", ['[res] "=a"(flag)', '[dst] "=m"(*(uint16_t*)&s->m[4])'],
               ['[src] "r"(b)', '"a"(a)', '"m"(*(uint16_t*)&s->m[4])'], ("memory",), {"a": "uint16_t", "b": "uint16_t"})
    yield Form("dpdk dec and test", "lock ; decl %[cnt] ; sete %[ret]", ['[cnt] "+m"(*(uint32_t*)&s->m[4])', '[ret] "=qm"(flag)'], [], ())
    yield Form("dpdk 128", "lock ; cmpxchg16b %[dst];sete %[res]", ['[dst] "=m"(s->m[4])', '"=a"(a)', '"=d"(b)', '[res] "=r"(flag)'],
               ['"b"(c)', '"c"(d)', '"a"(a)', '"d"(b)', '"m"(s->m[4])'], ("memory",))
    yield Form("kernel xadd", "lock\n\txaddl %k0, %1\n", ['"+r"(a)', '"+m"(*(uint32_t*)&s->m[4])'], [], types={"a": "uint32_t"})
    yield Form("kernel test_and_set_bit", "lock; btsq  %2,%0\n\t/* CC_SET(c) */\n", ['"+m"(s->m[4])', '"=@ccc"(flag)'], ['"Ir"(e)'],
               types={"e": "int64_t"})
    yield Form("kernel barrier", "lock; addl $0,-4(%%rsp)\n\tmovl $7, %0 # seven", ['"=m"(*(uint32_t*)&s->m[4])'])
    yield Form("alternatives", "{lock addl %1, %0|lock add %0, %1}", ['"+m"(*(uint32_t*)&s->m[4])'], ['"r"(a)'], types={"a": "uint32_t"})
    yield Form("fences", "mfence; lfence; sfence; pause; nop; rep; nop; prefetchw %0; lock orq $0, (%%rsp); incq %0", ['"+m"(s->m[4])'])
    yield Form("read-only", "cmpl $0, %1; setg %0", ['"=q"(flag)'], ['"m"(*(uint32_t*)&s->m[4])'])
    yield Form("clear and set", "xorl %k0, %k0; cmpq %2, %1; setne %b0", ['"=&r"(a)', '"+m"(s->m[4])'], ['"r"(b)'])


def all_forms():
    for family in (moves, exchanges, compare_exchanges, changes, bits, addresses, libraries):
        yield from family()


def sequences(random, count):
    """Operands: %0 memory, %1 and %2 values, %3 flag, rax; only flags that the manual defines are looked at."""
    for number in range(count):
        known, lines = set(), []
        for _ in range(random.randint(2, 6)):
            width = random.choice(list(WIDTHS))
            suffix, part = WIDTHS[width][0], MODIFIER[width]
            one, other = random.choice([(f"%{part}1", f"%{part}2"), (f"%{part}2", f"%{part}1"), ("%0", f"%{part}1"), (f"%{part}2", "%0"),
                                        (f"${random.choice([0, 1, -1, 77])}", random.choice([f"%{part}1", "%0"]))])
            lock = "lock " if other == "%0" and random.random() < 0.5 else ""
            choice = random.randrange(7)
            if choice == 0:
                lines.append(f"mov{suffix} {one}, {other}")
            elif choice in (1, 2):
                lines.append(f"{lock}{random.choice(['add', 'sub', 'and', 'or', 'xor'])}{suffix} {one}, {other}")
                known = set("oczsp")
            elif choice == 3:
                name = random.choice(["inc", "dec", "neg", "not"])
                lines.append(f"{lock}{name}{suffix} {other}")
                known = known | set("ozsp") if name in ("inc", "dec") else set("oczsp") if name == "neg" else known
            elif choice == 4 and not one.startswith("$"):
                name = random.choice(["xchg", "cmp", "test", "cmp"])
                lines.append(f"{name}{suffix} {one}, {other}" if name != "test" or one != "%0" else f"test{suffix} {other}, {one}")
                known = known if name == "xchg" else set("oczsp")
            elif choice == 5 and one.startswith("%") and one != "%0" and other == "%0":
                # What stands above eax after cmpxchgl, the manual leaves open, and Heddle asks for nothing there.
                name = random.choice(["xadd", "cmpxchg"]) if width != 32 else "xadd"
                lines.append(f"{lock}{name}{suffix} {one}, {other}")
                known = set("oczsp")
            elif choice == 6:
                offset, bit_width = random.choice([3, 9, 15]), random.choice([16, 32, 64])
                target = random.choice(["%0", f"%{MODIFIER[bit_width]}1"])
                lock = "lock " if target == "%0" and random.random() < 0.5 else ""
                lines.append(f"{lock}{random.choice(['bts', 'btr', 'btc'])}{WIDTHS[bit_width][0]} ${offset}, {target}")
                known = {"c"}
            needs = {"be": "cz", "a": "cz", "l": "so", "ge": "so", "le": "soz", "g": "soz"}
            possible = [c for c in CONDITIONS if set(needs.get(c, c[-1])) <= known]
            if possible and random.random() < 0.5:
                lines.append(f"set{random.choice(possible)} {random.choice(['%b3', '%b1', '%0'])}")
        if not lines or not any("%0" in line for line in lines):
            lines.append("movq %1, %0")
        yield Form(f"sequence {number}: {'; '.join(lines)}", "\n\t".join(lines),
                   ['"+m"(s->m[4])', '"+q"(b)', '"+q"(c)', '"+q"(flag)', '"+a"(a)'])
