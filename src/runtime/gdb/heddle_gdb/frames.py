# SPDX-License-Identifier: Apache-2.0
"""Frames of the user's and of the runtime; call stacks without the latter; the frame of a jump to nowhere."""
import os

import gdb
import gdb.unwinder

STOP_FUNCTION = "__heddle_debugger_stop"
THROW_FUNCTION = "__heddle_debugger_throw"
FIBER_STARTS = ("make_fcontext", "jump_fcontext", "trampoline")


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
