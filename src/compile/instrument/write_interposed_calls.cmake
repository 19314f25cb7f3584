# SPDX-License-Identifier: Apache-2.0
#
# Writes HEADER: the global functions that ARCHIVES (with commas) define, except Heddle's own interface. Only if it has
# changed, so that a change inside the runtime does not make another pass.
string(REPLACE "," ";" archives "${ARCHIVES}")
execute_process(COMMAND ${NM} --defined-only --extern-only --format=posix ${archives}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+ [TWi] [^\n]*" lines "${symbols}")
set(names)
foreach(line ${lines})
  string(REGEX REPLACE " .*" "" name "${line}")
  if(NOT name MATCHES "^(__heddle_|_ZN6heddle)")
    list(APPEND names ${name})
  endif()
endforeach()
list(SORT names)
list(REMOVE_DUPLICATES names)
set(text "// Made from the runtime's archives by write_interposed_calls.cmake.\nconstexpr const char* kInterposedCalls[] = {\n")
foreach(name ${names})
  string(APPEND text "    \"${name}\",\n")
endforeach()
string(APPEND text "};\n")
file(CONFIGURE OUTPUT ${HEADER} CONTENT "${text}" @ONLY)
