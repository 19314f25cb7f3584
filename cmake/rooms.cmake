# SPDX-License-Identifier: Apache-2.0
#
# heddle_room(NAME USES room... SOURCES file... LINKS target...): one library per room with exactly the dependencies of
# ARCHITECTURE.md. heddle_unit_test(NAME SOURCES... ROOMS...): one GoogleTest binary, every test case a ctest.
# heddle_support_files(PATH...): files and folders that heddle finds at run time, in lib/heddle beside its bin: linked there
# in the build folder, copied there by the installation.
include(GoogleTest)

set(HEDDLE_WARNINGS -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Werror=switch
                    -Werror=return-type)
if(HEDDLE_WERROR)
  list(APPEND HEDDLE_WARNINGS -Werror)
endif()

# Flags of everything that runs in the explorer's process. The runtime and the pass do not get the sanitizers: they
# live in other people's processes.
add_library(heddle_explorer_flags INTERFACE)
target_compile_options(heddle_explorer_flags INTERFACE ${HEDDLE_WARNINGS})
if(HEDDLE_SANITIZE)
  target_compile_options(heddle_explorer_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  target_link_options(heddle_explorer_flags INTERFACE -fsanitize=address,undefined)
endif()

function(heddle_room name)
  cmake_parse_arguments(ARG "" "" "USES;SOURCES;LINKS" ${ARGN})
  add_library(heddle_${name} STATIC ${ARG_SOURCES})
  target_include_directories(heddle_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(heddle_${name} PUBLIC heddle_explorer_flags ${ARG_LINKS})
  foreach(used ${ARG_USES})
    target_link_libraries(heddle_${name} PUBLIC heddle_${used})
  endforeach()
endfunction()

function(heddle_unit_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ROOMS;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  foreach(room ${ARG_ROOMS})
    target_link_libraries(${name} PRIVATE heddle_${room})
  endforeach()
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} GTest::gtest GTest::gmock GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  gtest_discover_tests(${name} PROPERTIES TIMEOUT 300 DISCOVERY_TIMEOUT 60)
endfunction()

function(heddle_support_files)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/lib/heddle)
  foreach(path ${ARGN})
    cmake_path(ABSOLUTE_PATH path NORMALIZE OUTPUT_VARIABLE source)
    cmake_path(GET source FILENAME name)
    file(CREATE_LINK ${source} ${CMAKE_BINARY_DIR}/lib/heddle/${name} SYMBOLIC)
    if(IS_DIRECTORY ${source})
      install(DIRECTORY ${source} DESTINATION lib/heddle)
    else()
      install(FILES ${source} DESTINATION lib/heddle)
    endif()
  endforeach()
endfunction()
