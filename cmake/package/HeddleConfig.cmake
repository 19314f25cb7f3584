# SPDX-License-Identifier: Apache-2.0
#
# find_package(Heddle): the imported target Heddle::heddle (headers of <heddle/heddle.h>), the programs as
# Heddle_EXECUTABLE, Heddle_C_COMPILER, Heddle_CXX_COMPILER, and the functions of HeddleAddTests.cmake. Everything is found
# relative to this file, so that an installation can be moved.
get_filename_component(Heddle_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Heddle_PACKAGE_DIR "${CMAKE_CURRENT_LIST_DIR}")
set(Heddle_EXECUTABLE "${Heddle_PREFIX}/bin/heddle")
set(Heddle_C_COMPILER "${Heddle_PREFIX}/bin/heddle-clang")
set(Heddle_CXX_COMPILER "${Heddle_PREFIX}/bin/heddle-clang++")
foreach(_heddle_program EXECUTABLE C_COMPILER CXX_COMPILER)
  if(NOT EXISTS "${Heddle_${_heddle_program}}")
    set(Heddle_FOUND FALSE)
    set(Heddle_NOT_FOUND_MESSAGE "${Heddle_${_heddle_program}} is missing: the installation is not complete")
    return()
  endif()
endforeach()
unset(_heddle_program)

if(NOT TARGET Heddle::heddle)
  add_library(Heddle::heddle INTERFACE IMPORTED)
  target_include_directories(Heddle::heddle INTERFACE "${Heddle_PREFIX}/include")
  add_executable(Heddle::run IMPORTED)
  set_target_properties(Heddle::run PROPERTIES IMPORTED_LOCATION "${Heddle_EXECUTABLE}")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/HeddleAddTests.cmake")
