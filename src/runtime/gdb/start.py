# SPDX-License-Identifier: Apache-2.0
"""Loaded by gdb -x: makes the package beside this file known and defines its commands."""
import os
import sys

sys.dont_write_bytecode = True  # not into the folder of an installation
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from heddle_gdb import commands  # noqa: E402

commands.define()
