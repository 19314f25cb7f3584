# SPDX-License-Identifier: Apache-2.0
"""gdb's side of `heddle replay --gdb`: brings the recorded execution to its failing step and gives commands to look at
the threads of the program, which are fibers on one kernel thread, and at earlier steps. docs/replay.md describes them.

The program's side is src/runtime/debugger.cpp; its __heddle_debugger_table says where things are."""
