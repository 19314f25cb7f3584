#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# A compiler launcher (CMake's <LANG>_COMPILER_LAUNCHER): compile_instead.sh OURS THEIRS arguments... runs OURS. Warnings
# that only THEIRS knows must not become errors.
ours="$1"
shift 2
exec "$ours" -Wno-unknown-warning-option -Wno-ignored-optimization-argument "$@"
