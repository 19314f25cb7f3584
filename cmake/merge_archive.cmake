# SPDX-License-Identifier: Apache-2.0
#
# Adds those members of archive ADDED whose names contain MEMBERS to ARCHIVE.
get_filename_component(scratch ${ARCHIVE} NAME_WE)
set(scratch ${CMAKE_CURRENT_BINARY_DIR}/merge_${scratch})
file(REMOVE_RECURSE ${scratch})
file(MAKE_DIRECTORY ${scratch})
execute_process(COMMAND ${AR} x ${ADDED} WORKING_DIRECTORY ${scratch} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB members ${scratch}/*${MEMBERS}*)
if(NOT members)
  message(FATAL_ERROR "${ADDED} has no member named *${MEMBERS}*")
endif()
execute_process(COMMAND ${AR} rcs ${ARCHIVE} ${members} COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${scratch})
