# SPDX-License-Identifier: Apache-2.0
#
# The part of the runtime that stands between the program and libc. Included by ../CMakeLists.txt, which compiles the
# sources into the runtime. Their unit test links them with a runtime that only records (recording_runtime.cpp).
set(HEDDLE_RUNTIME_LIBC_SOURCES)
foreach(source assertion attributes c11_threads calendar environment handlers identity jumps machine mappings memory options randomness ranges sort symbols system_facts time
               unsupported verifier stream/descriptor_source stream/descriptors stream/format stream/format_syntax stream/formatted_input
               stream/formatted_output stream/input_output stream/opening stream/positions stream/private_files stream/scan_format stream/standard_streams stream/stream_input
               stream/stream_lock stream/stream_output stream/system_log stream/temporary_files
               text/error_text text/number text/string text/string_copy text/tokens text/wide_string)
  list(APPEND HEDDLE_RUNTIME_LIBC_SOURCES ${CMAKE_CURRENT_LIST_DIR}/${source}.cpp)
endforeach()
# And the part of libstdc++ that its headers do not define.
foreach(source hash list stream_state text thread tree)
  list(APPEND HEDDLE_RUNTIME_LIBC_SOURCES ${CMAKE_CURRENT_LIST_DIR}/../libstdcxx/${source}.cpp)
endforeach()

if(NOT TARGET runtime_libc_test)
  add_library(heddle_runtime_libc_under_test OBJECT ${HEDDLE_RUNTIME_LIBC_SOURCES} ${CMAKE_CURRENT_LIST_DIR}/../early_files.cpp)
  target_include_directories(heddle_runtime_libc_under_test PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_compile_options(heddle_runtime_libc_under_test PRIVATE -O2 -g -fno-builtin -fno-exceptions -fno-rtti
                         -U_FORTIFY_SOURCE ${HEDDLE_WARNINGS})
  set(tests)
  foreach(test attributes calendar control environment mappings memory redirects sort system_facts time verifier
               stream/formatted_input stream/formatted_output stream/input_output stream/stream_input text/number text/string text/tokens
               text/wide_string
               ../libstdcxx/containers)
    list(APPEND tests ${CMAKE_CURRENT_LIST_DIR}/${test}_test.cpp)
  endforeach()
  heddle_unit_test(runtime_libc_test LINKS heddle_runtime_libc_under_test
                   SOURCES ${tests} ${CMAKE_CURRENT_LIST_DIR}/recording_runtime.cpp)
  target_compile_definitions(runtime_libc_test PRIVATE
                             HEDDLE_VISIBLE_OPERATIONS_PAGE="${CMAKE_SOURCE_DIR}/docs/visible_operations.md")
  target_compile_options(runtime_libc_test PRIVATE -fno-builtin)  # the calls under test must really be made
  heddle_unit_test(public_header_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/public_header_test.cpp
                                              ${CMAKE_CURRENT_LIST_DIR}/public_header_test_in_c.c)
  target_include_directories(public_header_test PRIVATE ${CMAKE_SOURCE_DIR}/include)
endif()
