# SPDX-License-Identifier: Apache-2.0
# cmake -D PASS=... -D HEADER=... -P: writes the hash of the pass as a macro.
file(SHA256 ${PASS} hash)
file(WRITE ${HEADER} "#define HEDDLE_PASS_HASH \"${hash}\"\n")
