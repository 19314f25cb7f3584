# SPDX-License-Identifier: Apache-2.0
"""Runs the program from stop to stop, says where it is, and compares it with the recorded execution."""
import json
import os
import signal
import threading

import gdb
import gdb.unwinder

from .frames import STOP_FUNCTION, THROW_FUNCTION, Frames, HideRuntime, WildJump
from .program import BLOCKED, Program, quietly, register

TO_THE_END = 0xffffffff
NEVER = 1 << 30
LEAVING_CALLS = "exit exit_group kill tkill tgkill"
STALL_SECONDS = 12
RESUMING = "continue step next stepi nexti finish until advance jump signal run start starti detach kill return".split()


def plural(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


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
        if self.program.is_destroyed:
            raise gdb.GdbError("heddle: not known here, the program has overwritten Heddle's memory; `heddle back N` goes back")
        return self.program

    # ---- start

    def start(self, path):
        with open(path, encoding="utf-8") as file:
            self.program = Program(json.load(file))
        for setting in ("auto-load libthread-db off", "libthread-db-search-path /dev/null", "startup-with-shell on",
                        "disable-randomization on", "follow-fork-mode parent", "detach-on-fork on", "follow-exec-mode same", "unwindonsignal on"):
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
        self.program.is_destroyed = False
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
            while self.program.exists() and self.waits_to_crash():
                text = quietly("continue")
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
            return not self.waits_to_crash()
        if isinstance(event, gdb.BreakpointEvent):
            return outcome == "worker-died" and any(each.type == gdb.BP_CATCHPOINT for each in event.breakpoints)
        return self.is_own_trap()

    def waits_to_crash(self):
        """A fatal signal, but others go on before the thread has its turn to die of it."""
        is_fatal = isinstance(self.last, gdb.SignalEvent) and self.last.stop_signal not in ("SIGVTALRM", "SIGINT")
        if not is_fatal or self.program.session["outcome"] == "worker-died":
            return False
        try:
            return self.program.step() < len(self.program.steps)
        except gdb.MemoryError:
            return False  # the program has overwritten it

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
        try:
            self.compare()
        except gdb.MemoryError:
            self.arrive_destroyed()
            return
        number = program.current()
        if self.at_end() and program.outcome() == "deadlock":
            number = self.blocked_thread()
            program.show(number)
        print(self.position(number))
        self.select_user_frame()

    def arrive_destroyed(self):
        """The program has overwritten what the runtime knows, and died of it later: only gdb's own commands work."""
        self.program.is_destroyed = True
        if self.ending() != "worker-died":
            raise gdb.GdbError("heddle: the memory of Heddle's runtime cannot be read")
        self.report("same")
        print("heddle: the program has overwritten Heddle's memory and died of it here; steps and threads are not known.\n"
              "heddle: `heddle back N` goes back to before; `bt -no-filters` shows all frames")
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
