# SPDX-License-Identifier: Apache-2.0
"""The program under gdb, as Heddle sees it: its memory, its fibers, how far the recorded execution is."""
import struct

import gdb

TABLE = ("stop_step step current active thread_limit slot events aux threads thread_size context fs_base entry outcome "
         "signal thread_records record_size waits_for held_by state pending events_done call_stack").split()
RECORD_SIZE, AUX_SIZE = 32, 16
UNUSED, RUNNABLE, BLOCKED, ENDED = range(4)  # states of a thread
# As Boost.Context leaves them below the stack pointer of a fiber that gave its turn away.
SAVED_REGISTERS = {"r12": 0x08, "r13": 0x10, "r14": 0x18, "r15": 0x20, "rbx": 0x28, "rbp": 0x30, "rip": 0x38}
SAVED_SIZE = 0x40


def quietly(command):
    return gdb.execute(command, to_string=True)


def register(name):
    return int(gdb.parse_and_eval("$" + name)) & 0xffffffffffffffff


class Memory:
    """The program's memory, by the names of the table."""

    def __init__(self):
        self.table = None

    def at(self, name):
        if self.table is None:
            address = int(gdb.parse_and_eval("(unsigned long)&__heddle_debugger_table"))
            self.table = dict(zip(TABLE, struct.unpack(f"<{len(TABLE)}Q", self.bytes(address, 8 * len(TABLE)))))
        return self.table[name]

    def forget(self):
        self.table = None  # the program is started anew

    @staticmethod
    def bytes(address, size):
        return gdb.selected_inferior().read_memory(address, size).tobytes() if size else b""

    def number(self, address, form):
        return struct.unpack("<" + form, self.bytes(address, struct.calcsize(form)))[0]

    def field(self, name, form):
        return self.number(self.at(name), form)

    def write(self, address, form, value):
        gdb.selected_inferior().write_memory(address, struct.pack("<" + form, value))


class Program:
    """The recorded execution: how far it is, its threads, whether it is still the recorded one."""

    def __init__(self, session):
        self.session = session
        self.steps = session["steps"]
        self.memory = Memory()
        self.live = None  # registers of the running thread while another one is shown
        self.shown = None
        self.is_destroyed = False  # what the runtime knows was overwritten by the program

    # ---- where the execution stands

    def exists(self):
        return gdb.selected_inferior().pid != 0

    def needs(self):
        if not self.exists():
            raise gdb.GdbError("heddle: the program does not run; `heddle back 0` starts it again")

    def step(self):
        return self.memory.field("step", "I")

    def current(self):
        return self.memory.field("current", "H")

    def slot(self, name, form):
        return self.memory.number(self.memory.field("slot", "Q") + self.memory.at(name), form)

    def outcome(self):
        """Name of how the execution ended, as far as the runtime knows; "none" while it runs."""
        return self.session["outcomes"][self.slot("outcome", "B")]

    def thread_name(self, number):
        threads = self.session["threads"]
        return threads[number]["name"] if number < len(threads) else f"T{number}"

    def step_text(self, index):
        step = self.steps[index]
        place = step["place"] + ": " if "place" in step else ""
        return f"{self.thread_name(step['thread'])}: {place}{step['text']}"

    # ---- is it still the recorded execution?

    def first_difference(self):
        """Number of the first step that is not as recorded, or None."""
        done = self.step()
        common = min(done, len(self.steps))
        records = self.memory.bytes(self.memory.field("events", "Q"), common * RECORD_SIZE)
        aux = self.memory.bytes(self.memory.field("aux", "Q"), common * AUX_SIZE)
        for index in range(common):
            expected = self.steps[index]
            if records[index * RECORD_SIZE:(index + 1) * RECORD_SIZE] != bytes.fromhex(expected["record"]):
                return index
            if "aux" in expected and list(struct.unpack_from("<2Q", aux, index * AUX_SIZE)) != expected["aux"]:
                return index
        return common if done > common and self.session["outcome"] not in ("hang", "worker-died") else None

    # ---- fibers

    def thread_address(self, number):
        return self.memory.at("threads") + number * self.memory.at("thread_size")

    def restore(self):
        """Before anything may run: the registers of the thread that really runs."""
        if self.live is None:
            return
        gdb.newest_frame().select()
        for name, value in self.live.items():
            quietly(f"set ${name} = {value}")
        self.live = self.shown = None

    def show(self, number):
        """Makes gdb see the stack of thread `number`."""
        self.restore()
        if number == self.current():
            return
        address = self.thread_address(number)
        context = self.memory.number(address + self.memory.at("context"), "Q")
        values = {name: self.memory.number(context + offset, "Q") for name, offset in SAVED_REGISTERS.items()}
        values["rsp"] = context + SAVED_SIZE
        values["fs_base"] = self.memory.number(address + self.memory.at("fs_base"), "Q")
        gdb.newest_frame().select()
        self.live = {name: register(name) for name in values}
        for name, value in values.items():
            quietly(f"set ${name} = {value}")
        self.shown = number

    def describe(self):
        """State of every thread, as the runtime sees it. Runs a function of the runtime on a stack of its own, because
        that of the program may be full."""
        shown = self.shown
        self.restore()
        gdb.newest_frame().select()
        stack = register("rsp")
        quietly(f"set $rsp = {self.memory.at('call_stack') - 1024}")
        try:
            gdb.parse_and_eval("((void (*)(void))&__heddle_debugger_describe)()")
        except gdb.error as error:
            if "extended state" not in str(error):
                raise
            raise gdb.GdbError("this gdb cannot call functions on this processor: it has registers (AMX) that only gdb 14 "
                               "and newer know how to restore") from error
        finally:
            gdb.newest_frame().select()
            quietly(f"set $rsp = {stack}")
        records = self.memory.field("slot", "Q") + self.memory.at("thread_records")
        size = self.memory.at("record_size")
        threads = []
        for number in range(self.memory.field("thread_limit", "I")):
            def read(name, form, base=records + number * size):
                return self.memory.number(base + self.memory.at(name), form)
            threads.append({"state": read("state", "B"), "pending": read("pending", "B"),
                            "waits_for": read("waits_for", "Q"), "held_by": read("held_by", "H"),
                            "events": read("events_done", "I")})
        if shown is not None:
            self.show(shown)
        return threads

    def has_begun(self, number):
        return any(step["thread"] == number for step in self.steps[:self.step()]) or number == self.current()
