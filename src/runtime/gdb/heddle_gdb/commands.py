# SPDX-License-Identifier: Apache-2.0
"""The commands that users type."""
import gdb

from .debugger import TO_THE_END, Debugger
from .frames import Frames
from .program import BLOCKED, ENDED, UNUSED, quietly

NO_THREAD = 0xffff
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
        is_known = program.exists() and not program.is_destroyed
        now = program.step() if is_known else len(program.steps)
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


def define():
    Heddle()
    for subcommand in (Start, Restore, Leave, Where, Step, Back, Threads, Thread):
        subcommand(subcommand.__name__.lower())
