# SPDX-License-Identifier: Apache-2.0
"""gdb's side of `heddle replay --gdb`: brings the recorded execution to its failing step and gives commands to look at
the threads of the program, which are fibers on one kernel thread, and at earlier steps. docs/replay.md describes them.

The program's side is debugger.cpp beside this file; __heddle_debugger_table there says where things are."""
import json
import os
import signal
import struct
import threading

import gdb
import gdb.unwinder

TABLE = ("stop_step step current active thread_limit slot events aux threads thread_size context fs_base entry outcome "
         "signal thread_records record_size waits_for held_by state pending events_done call_stack").split()
STOP_FUNCTION = "__heddle_debugger_stop"
THROW_FUNCTION = "__heddle_debugger_throw"
TO_THE_END = 0xffffffff
NEVER = 1 << 30
NO_THREAD = 0xffff
RECORD_SIZE, AUX_SIZE = 32, 16
UNUSED, RUNNABLE, BLOCKED, ENDED = range(4)
# As Boost.Context leaves them below the stack pointer of a fiber that gave its turn away.
SAVED_REGISTERS = {"r12": 0x08, "r13": 0x10, "r14": 0x18, "r15": 0x20, "rbx": 0x28, "rbp": 0x30, "rip": 0x38}
SAVED_SIZE = 0x40
FIBER_STARTS = ("make_fcontext", "jump_fcontext", "trampoline")
LEAVING_CALLS = "exit exit_group kill tkill tgkill"
STALL_SECONDS = 12
RESUMING = "continue step next stepi nexti finish until advance jump signal run start starti detach kill return".split()


def quietly(command):
    return gdb.execute(command, to_string=True)


def register(name):
    return int(gdb.parse_and_eval("$" + name)) & 0xffffffffffffffff


def plural(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


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


class Frames:
    """Which frames are the user's own."""
    runtime_folder = None

    @classmethod
    def is_runtime(cls, frame):
        name, path = frame.name() or "", cls.path(frame)
        if cls.runtime_folder is None:
            symbol = gdb.lookup_global_symbol(STOP_FUNCTION)
            cls.runtime_folder = os.path.dirname(os.path.normpath(symbol.symtab.fullname())) + "/" if symbol else ""
        ours = name.startswith(("heddle::runtime::", "__heddle_")) or name in FIBER_STARTS
        return ours or (cls.runtime_folder != "" and path.startswith(cls.runtime_folder))

    @staticmethod
    def path(frame):
        place = frame.find_sal()
        return os.path.normpath(place.symtab.fullname()) if place.symtab is not None else ""

    @classmethod
    def is_user(cls, frame):
        path, library = cls.path(frame), gdb.solib_name(frame.pc()) or ""
        is_system = any(each.startswith(("/usr/", "/lib")) and not each.startswith("/usr/local/") for each in (path, library))
        return path != "" and not is_system and not cls.is_runtime(frame)

    @classmethod
    def first(cls):
        """The innermost frame of the user's; without debug information the innermost of the program itself."""
        fallback, frame = None, gdb.newest_frame()
        for _ in range(1000):
            if frame is None or not frame.is_valid():
                break
            if cls.is_user(frame):
                return frame
            of_program = frame.name() is not None and gdb.solib_name(frame.pc()) is None and not cls.is_runtime(frame)
            if fallback is None and of_program:
                fallback = frame
            frame = cls.older(frame)
        return fallback

    @staticmethod
    def older(frame):
        try:
            return frame.older()
        except gdb.error:  # a damaged stack
            return None

    @classmethod
    def on_stack(cls, name):
        frame = gdb.newest_frame()
        for _ in range(1000):
            if frame is None or frame.name() == name:
                break
            frame = cls.older(frame)
        return frame is not None and frame.name() == name

    @classmethod
    def place(cls):
        frame = cls.first()
        if frame is None:
            return ""
        place = frame.find_sal()
        where = f"{os.path.basename(place.symtab.filename)}:{place.line}" if place.symtab is not None else "?"
        return f"{where} in {frame.name()}"


class HideRuntime:
    """Frame filter: `bt` without frames of Heddle's runtime; `bt -no-filters` has them."""

    def __init__(self):
        self.name, self.enabled, self.priority = "heddle", True, 100

    def filter(self, frames):
        hidden = []
        for decorated in frames:
            frame = decorated.inferior_frame()
            if Frames.is_runtime(frame) or frame.name() is None and frame.pc() == 0 and frame.level() != 0:
                if hidden is not None:
                    hidden.append(decorated)
                continue
            hidden = None
            yield decorated
        yield from hidden or []  # a thread that has not begun has nothing else


class WildJump(gdb.unwinder.Unwinder):
    """The frame of code that is none: the return address is on top of the stack, as the call left it there."""

    def __init__(self):
        super().__init__("heddle-wild-jump")
        self.pc = self.sp = None

    def note(self, pc, sp):
        self.pc, self.sp = pc, sp

    def __call__(self, pending):
        if self.pc is None:
            return None
        pc, sp = pending.read_register("rip"), pending.read_register("rsp")
        if int(pc) & 0xffffffffffffffff != self.pc or int(sp) != self.sp:
            return None
        info = pending.create_unwind_info(WildFrame(sp, pc))
        word = gdb.lookup_type("unsigned long")
        info.add_saved_register("rip", sp.cast(word.pointer()).dereference())
        info.add_saved_register("rsp", sp + 8 if sp.type.code == gdb.TYPE_CODE_INT else gdb.Value(int(sp) + 8))
        for name in ("rbp", "rbx", "r12", "r13", "r14", "r15"):
            info.add_saved_register(name, pending.read_register(name))
        return info


class WildFrame:
    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


class Debugger:
    """Runs the program from stop to stop."""

    def __init__(self):
        self.program = None
        self.last = None      # the latest stop event
        self.commanded = False  # one of our commands runs the program
        self.judged = False
        self.timer = None
        self.was_active = None
        self.throws = None  # breakpoint that counts exceptions
        self.wild_jump = WildJump()

    def needs_program(self):
        if self.program is None:
            raise gdb.GdbError("heddle: started by `heddle replay --gdb FILE` only")
        self.program.needs()
        return self.program

    # ---- start

    def start(self, path):
        with open(path, encoding="utf-8") as file:
            self.program = Program(json.load(file))
        for setting in ("auto-load libthread-db off", "libthread-db-search-path /dev/null", "startup-with-shell on", "disable-randomization on",
                        "follow-fork-mode parent", "detach-on-fork on", "follow-exec-mode same", "unwindonsignal on"):
            quietly("set " + setting)
        quietly("handle SIGVTALRM stop print nopass")
        gdb.Breakpoint(STOP_FUNCTION, internal=True).silent = True
        if self.program.session["outcome"] == "uncaught-exception":
            self.throws = gdb.Breakpoint(THROW_FUNCTION, internal=True)
            self.throws.silent = True
        if self.program.session["outcome"] == "worker-died":
            quietly(f"catch syscall {LEAVING_CALLS}")
        gdb.events.stop.connect(self.on_stop)
        gdb.events.cont.connect(self.on_continue)
        gdb.events.exited.connect(self.on_exit)
        gdb.events.inferior_call.connect(self.on_call)
        gdb.unwinder.register_unwinder(None, self.wild_jump, replace=True)
        gdb.frame_filters["heddle"] = HideRuntime()
        quietly("skip -rfu ^(__heddle_|heddle::runtime::)")  # `step` does not go into the runtime
        symbol = gdb.lookup_global_symbol(STOP_FUNCTION)
        if symbol is not None:
            quietly(f"skip -gfi {os.path.dirname(symbol.symtab.filename)}/*")
        for command in RESUMING:
            hook = "leave" if command in ("next", "step") else "restore"
            gdb.execute(f"define hook-{command}\nheddle {hook}\nend")
        print(f"heddle: {self.program.session['message']}")
        self.rerun(TO_THE_END, self.lost_throw)

    def lost_throw(self):
        """Where an exception leaves a destructor or a noexcept function, the stack is unwound before it is known that
        nobody catches it. Then the failing step is the throw itself: the last one, so the program runs once more."""
        if self.throws is None or not self.at_end() or Frames.on_stack("__cxa_throw") or self.throws.hit_count == 0:
            return False
        self.compare()
        self.rerun(TO_THE_END, throws=self.throws.hit_count - 1)
        return True

    def rerun(self, step, redirect=None, throws=NEVER):
        self.program.restore()
        if self.throws is not None:
            self.throws.ignore_count = throws
        self.program.memory.forget()
        quietly(f"set exec-wrapper {self.program.session['wrapper']} {step}")
        self.run("run", redirect)

    def run_to(self, step):
        memory = self.program.memory
        self.program.restore()
        memory.write(memory.at("stop_step"), "I", step)
        self.run("continue")

    def run(self, command, redirect=None):
        self.last = None
        self.commanded = True
        try:
            text = quietly(command)
        finally:
            self.commanded = False
        if not self.program.exists():
            self.say_gone(text)
        elif redirect is not None and redirect():
            pass
        elif self.is_ours():
            self.arrive()
        else:
            print(text, end="")  # a breakpoint of the user's own, or a signal

    def leave_runtime(self):
        """Before `next` and `step`: from the middle of an operation of the runtime to the user's line that it belongs to."""
        self.program.restore()
        if gdb.newest_frame().name() not in (STOP_FUNCTION, THROW_FUNCTION) or self.at_end():
            return
        user = Frames.first()
        if user is None or user.newer() is None:
            return
        before = user.find_sal().line
        user.newer().select()
        self.commanded = True
        try:
            quietly("finish")
        finally:
            self.commanded = False
        after = gdb.newest_frame().find_sal()
        if self.program.exists() and after.line != before and after.pc == gdb.newest_frame().pc():
            raise gdb.GdbError("heddle: that was the last operation of its line")  # or the next line would be skipped

    # ---- stops

    def is_ours(self):
        """Is this stop one that Heddle asked for: a step, the end, or what the execution fails of?"""
        return gdb.newest_frame().name() in (STOP_FUNCTION, THROW_FUNCTION) or self.is_failure()

    def at_end(self):
        return self.is_failure() or (gdb.newest_frame().name() == STOP_FUNCTION and self.program.outcome() != "none")

    def is_failure(self):
        """A fatal signal, the alarm of an endless loop, a system call that ends the process."""
        event, outcome = self.last, self.program.session["outcome"]
        if not isinstance(event, gdb.StopEvent):
            return False
        if isinstance(event, gdb.SignalEvent):
            if event.stop_signal in ("SIGVTALRM", "SIGINT"):
                return outcome == "hang" and self.program.step() >= len(self.program.steps)
            return True
        if isinstance(event, gdb.BreakpointEvent):
            return outcome == "worker-died" and any(each.type == gdb.BP_CATCHPOINT for each in event.breakpoints)
        return self.is_own_trap()

    def is_own_trap(self):
        """A trap instruction of the program's own; gdb does not tell it from one of its own."""
        if self.program.session["outcome"] != "crash" or self.program.session["signal"] != signal.SIGTRAP:
            return False
        try:  # gdb hides its own breakpoints in what it reads
            return self.program.memory.bytes(register("rip") - 1, 1) == b"\xcc"
        except gdb.error:
            return False

    def note_wild_jump(self):
        self.wild_jump.note(None, None)
        is_fault = isinstance(self.last, gdb.SignalEvent) and self.last.stop_signal == "SIGSEGV"
        if not is_fault:
            return
        address = int(gdb.parse_and_eval("(unsigned long)$_siginfo._sifields._sigfault.si_addr"))
        if address == register("rip"):
            self.wild_jump.note(register("rip"), register("rsp"))
            gdb.invalidate_cached_frames()

    def arrive(self):
        """Says where the program is and selects the frame of the user's that is concerned."""
        program = self.program
        self.note_wild_jump()
        self.compare()
        number = program.current()
        if self.at_end() and program.outcome() == "deadlock":
            number = self.blocked_thread()
            program.show(number)
        print(self.position(number))
        self.select_user_frame()

    def blocked_thread(self):
        """Of a deadlock: the running thread if it is to blame, else the first that is."""
        threads = self.program.describe()
        blocked = [number for number, thread in enumerate(threads) if thread["state"] == BLOCKED]
        blamed = [number for number in blocked if self.program.session["threads"][number]["blamed"]] or blocked
        current = self.program.current()
        return current if current in blamed or not blamed else blamed[0]

    def position(self, number=None):
        program = self.program
        total = len(program.steps)
        step = min(program.step(), total)  # of a process that vanished, the very last may not be known
        name = program.thread_name(program.current() if number is None else number)
        if self.at_end():
            return f"heddle: the failing step, after step {step} of {total}, in {name}"
        if gdb.newest_frame().name() == THROW_FUNCTION:
            return f"heddle: the throw that nobody catches, after step {step} of {total}, in {name}"
        if gdb.newest_frame().name() != STOP_FUNCTION or step >= total:
            return f"heddle: after step {step} of {total}, in {name}"
        return f"heddle: before step {step + 1} of {total}: {program.step_text(step)}"

    def select_user_frame(self):
        frame = Frames.first()
        if frame is None:
            return
        frame.select()
        gdb.execute("frame")

    def compare(self):
        """Notes whether this is the recorded execution, for the user and for heddle's exit code."""
        program = self.program
        step, difference = program.step(), program.first_difference()
        if difference is not None:
            expected = program.step_text(difference) if difference < len(program.steps) else "the end"
            self.report(f"the run in gdb differs from the recorded one at step {difference + 1}: expected {expected}")
        elif self.at_end():
            seen, wanted = self.ending(), program.session["outcome"]
            same = seen == wanted and (step >= len(program.steps) or wanted in ("hang", "worker-died"))
            self.report("same" if same else f"the run in gdb ends with {seen} after {plural(step, 'step')}, the recorded one "
                                            f"with {wanted} after {plural(len(program.steps), 'step')}")

    def ending(self):
        """How the execution ends here, in the words of the recorded outcome."""
        wanted = self.program.session["outcome"]
        if isinstance(self.last, gdb.SignalEvent) and self.is_failure():
            if self.last.stop_signal in ("SIGVTALRM", "SIGINT"):
                return "hang"
            number = getattr(signal, self.last.stop_signal, 0)
            is_recorded = wanted in ("crash", "worker-died") and int(number) == self.program.session["signal"]
            return wanted if is_recorded else f"crash ({self.last.stop_signal})"
        if self.is_own_trap():
            return "crash"
        if gdb.newest_frame().name() != STOP_FUNCTION and self.is_failure():
            return "worker-died"
        return self.program.outcome()

    def report(self, result):
        path = self.program.session["result"]
        if result != "same":
            print("heddle: " + result + "\nheddle: the program depends on something outside of Heddle's control, or on the "
                  "debugger (breakpoints, changed memory)")
        elif os.path.exists(path):
            return  # an earlier difference stays one
        with open(path, "w", encoding="utf-8") as file:
            file.write(result)

    def say_gone(self, text):
        if self.program.session["outcome"] == "worker-died":
            self.report("same")
            print("heddle: the process is gone, as recorded")
        else:
            print(text, end="")
            print("heddle: the program has ended; `heddle back N` runs it again")

    # ---- events of gdb

    def on_stop(self, event):
        self.stop_timer()
        if self.was_active is not None:
            return  # inside a function that the user called
        self.last = event
        if not self.commanded and self.program.exists() and self.is_ours():
            self.arrive()

    def on_continue(self, _event):
        """A program that blocks in the kernel never comes back on its own."""
        if self.program.session["outcome"] != "hang" or self.program.session["signal"] != signal.SIGKILL:
            return
        self.stop_timer()
        pid = gdb.selected_inferior().pid
        if pid != 0 and self.was_active is None:
            self.timer = threading.Timer(STALL_SECONDS, os.kill, (pid, signal.SIGINT))
            self.timer.daemon = True
            self.timer.start()

    def stop_timer(self):
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def on_exit(self, _event):
        self.stop_timer()
        self.program.live = self.program.shown = None

    def on_call(self, event):
        """A function of the program that the user calls must not be part of the execution: its operations are no events."""
        memory = self.program.memory
        if isinstance(event, gdb.InferiorCallPreEvent):
            self.was_active = memory.field("active", "B")
            memory.write(memory.at("active"), "B", 0)
        elif self.was_active is not None:
            if self.program.exists():
                memory.write(memory.at("active"), "B", self.was_active)
            self.was_active = None


DEBUGGER = Debugger()


def count_from(argument, default, name):
    if argument == "" and default is not None:
        return default
    if not argument.isdigit():
        raise gdb.GdbError(f"heddle {name}: expected a number, not `{argument}`")
    return int(argument)


class Heddle(gdb.Command):
    """Look at the threads and the steps of a recorded execution.

heddle threads    all threads of the program: what they do or wait for
heddle thread N   show the stack of thread N: bt, frame, info locals; heddle thread shows which one it is
heddle step [N]   run to the next step of the schedule, in whatever thread; N: so many steps
heddle back [N]   run the program again to N steps earlier
heddle where      which step of how many"""

    def __init__(self):
        super().__init__("heddle", gdb.COMMAND_RUNNING, prefix=True)


class Subcommand(gdb.Command):
    def __init__(self, name):
        self.name = name
        super().__init__("heddle " + name, gdb.COMMAND_RUNNING)
        self.dont_repeat()

    def invoke(self, argument, _from_tty):
        getattr(self, "do")(argument.strip())


class Start(Subcommand):
    """For `heddle replay --gdb`: begin with this session file."""

    def do(self, argument):
        DEBUGGER.start(argument)


class Restore(Subcommand):
    """For hooks: go back to the thread that really runs."""

    def do(self, _argument):
        if DEBUGGER.program is not None and DEBUGGER.program.exists():
            DEBUGGER.program.restore()


class Leave(Subcommand):
    """For hooks: finish the operation of the runtime that the program stands in."""

    def do(self, _argument):
        if DEBUGGER.program is not None and DEBUGGER.program.exists():
            DEBUGGER.leave_runtime()


class Where(Subcommand):
    """Which step of how many, and what comes next."""

    def do(self, _argument):
        program = DEBUGGER.needs_program()
        shown = program.shown
        program.restore()
        print(DEBUGGER.position(shown))
        if shown is not None:
            program.show(shown)
            print(f"heddle: {program.thread_name(shown)} is shown, which does not run")


class Step(Subcommand):
    """Run to the next step of the schedule; heddle step N: so many steps."""

    def do(self, argument):
        program = DEBUGGER.needs_program()
        count = count_from(argument, 1, "step")
        program.restore()
        if DEBUGGER.at_end():
            raise gdb.GdbError("heddle: the execution fails here, there is no next step; `heddle back N` goes back")
        target = program.step() + count
        DEBUGGER.run_to(target if target < len(program.steps) else TO_THE_END)


class Back(Subcommand):
    """Run the program again, to N steps earlier than now (1 without N)."""

    def do(self, argument):
        if DEBUGGER.program is None:
            DEBUGGER.needs_program()
        program = DEBUGGER.program
        count = count_from(argument, 1, "back")
        now = program.step() if program.exists() else len(program.steps)
        target = max(now - count, 0)
        DEBUGGER.rerun(target if target < len(program.steps) else TO_THE_END)


class Threads(Subcommand):
    """All threads of the program: number, state, where they are, what they wait for."""

    def do(self, _argument):
        program = DEBUGGER.needs_program()
        shown = program.shown
        threads = program.describe()
        program.restore()
        at_end = DEBUGGER.at_end()
        level = gdb.selected_frame().level()
        rows = [self.row(number, thread, at_end) for number, thread in enumerate(threads) if thread["state"] != UNUSED]
        program.restore()
        width = max(len(row[1]) for row in rows)
        shown_number = program.current() if shown is None else shown
        for number, name, state, place, more in rows:
            mark = "*" if number == shown_number else " "
            print(f"{mark} {name:<{width}}  {state:<7}  {place}{': ' if place and more else ''}{more}".rstrip())
        if shown is not None:
            program.show(shown)
        quietly(f"frame {level}")

    def row(self, number, thread, at_end):
        program = DEBUGGER.program
        name, current = program.thread_name(number), program.current()
        if thread["state"] == ENDED:
            return number, name, "ended", "", ""
        if not program.has_begun(number):
            return number, name, "ready", "", "has not begun"
        program.show(number)
        place = Frames.place()
        if thread["state"] == BLOCKED:
            return number, name, "blocked", place, self.waiting(number, thread, at_end)
        state = "runs" if number == current else "ready"
        return number, name, state, place, self.next_step(number)

    @staticmethod
    def next_step(number):
        program = DEBUGGER.program
        for index in range(program.step(), len(program.steps)):
            if program.steps[index]["thread"] == number:
                return f"step {index + 1} will be: {program.steps[index]['text']}"
        return ""

    @staticmethod
    def waiting(number, thread, at_end):
        program = DEBUGGER.program
        saved = program.session["threads"][number]["blocked"] if number < len(program.session["threads"]) else ""
        if at_end and saved:
            return saved
        kind = program.session["kinds"][thread["pending"]]
        if kind["name"] == "join":
            return f"waits for the end of T{thread['waits_for']}"
        noun = kind["noun"] or kind["name"]
        name = program.session["objects"].get(str(thread["waits_for"]), hex(thread["waits_for"]))
        held = f" held by T{thread['held_by']}" if thread["held_by"] != NO_THREAD else ""
        return f"blocked on {name if name.startswith(noun) else noun + ' ' + name}{held}"


class Thread(Subcommand):
    """Show the stack of thread N, also of one that does not run."""

    def do(self, argument):
        program = DEBUGGER.needs_program()
        if argument == "":
            shown = program.current() if program.shown is None else program.shown
            print(f"heddle: {program.thread_name(shown)} is shown")
            return
        number = count_from(argument.lstrip("T"), None, "thread")
        threads = program.describe()
        if number >= len(threads) or threads[number]["state"] == UNUSED:
            raise gdb.GdbError(f"heddle thread: there is no thread {number} yet; `heddle threads` lists them")
        if threads[number]["state"] == ENDED:
            raise gdb.GdbError(f"heddle thread: {program.thread_name(number)} has ended")
        program.show(number)
        if not program.has_begun(number):
            entry = program.memory.number(program.thread_address(number) + program.memory.at("entry"), "Q")
            block = gdb.block_for_pc(entry)
            name = block.function if block is not None else hex(entry)
            print(f"heddle: {program.thread_name(number)} has not begun; it will start with {name}")
            return
        DEBUGGER.select_user_frame()


Heddle()
for subcommand in (Start, Restore, Leave, Where, Step, Back, Threads, Thread):
    subcommand(subcommand.__name__.lower())
